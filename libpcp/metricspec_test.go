package libpcp_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// specCase is a line of testdata/metricspec.txt.
type specCase struct {
	text   string
	fields []string // kind, then strings
}

func specCases(t testing.TB) []specCase {
	data, err := os.ReadFile("testdata/metricspec.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []specCase
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, f := range fields {
			if f[0] != '"' {
				continue
			}
			if fields[i], err = strconv.Unquote(f); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		cases = append(cases, specCase{fields[0], fields[1:]})
	}
	return cases
}

func TestParseMetricSpec(t *testing.T) {
	for _, c := range specCases(t) {
		got := specFields(libpcp.ParseMetricSpec(c.text))
		if strings.Join(got, "\t") != strings.Join(c.fields, "\t") {
			t.Errorf("%q\n got %q\nwant %q", c.text, got, c.fields)
		}
	}
}

// specFields spells a result as the C driver does, which gives "SRC" for the
// source of texts without one.
func specFields(m libpcp.MetricSpec, err error) []string {
	if err != nil {
		return []string{"-12345", err.Error()}
	}
	kind, source := int(m.Kind)-1, m.Source
	if m.Kind == libpcp.SpecNone {
		kind, source = 0, "SRC"
	}
	fields := []string{strconv.Itoa(kind), source, m.Metric, strconv.Itoa(len(m.Instances))}
	return append(fields, m.Instances...)
}

func FuzzParseMetricSpec(f *testing.F) {
	for _, c := range specCases(f) {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := libpcp.ParseMetricSpec(text)
		if err != nil {
			var wrong *libpcp.MetricSpecError
			if !errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset > len(text) || err.Error() == "" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if m.Metric == "" || len(m.Instances) > len(text) {
			t.Errorf("%q: %+v", text, m)
		}
	})
}
