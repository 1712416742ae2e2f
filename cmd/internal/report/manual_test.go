package report

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestManual wants each format and each column in the lists of the manual page, and
// nothing else there.
func TestManual(t *testing.T) {
	page, err := os.ReadFile("../../../man/pcptools-formats.5")
	if err != nil {
		t.Fatal(err)
	}
	formats := []string{Plot.String()} // an option of pmval, in its page
	for f := range onlyClassic {
		formats = append(formats, f.String())
	}
	columns := slices.Clone(columnNames[:])
	for _, list := range []struct {
		section, item string
		names, others []string
	}{
		{"DESCRIPTION", "Cm", formats, []string{Plot.String()}},
		{"CSV", "Li", columns, []string{"host"}}, // of the text
	} {
		_, text, _ := strings.Cut(string(page), "\n.Sh "+list.section+"\n")
		text, _, _ = strings.Cut(text, "\n.Sh ")
		listed := slices.Clone(list.others)
		for _, item := range regexp.MustCompile(`(?m)^\.It `+list.item+` (.*?)(?: Ta.*)?$`).FindAllStringSubmatch(text, -1) {
			listed = append(listed, strings.Split(item[1], " , ")...)
		}
		slices.Sort(listed)
		slices.Sort(list.names)
		if listed, names := slices.Compact(listed), slices.Compact(list.names); !slices.Equal(listed, names) {
			t.Errorf("%s lists %q, and not %q", list.section, listed, names)
		}
	}
}
