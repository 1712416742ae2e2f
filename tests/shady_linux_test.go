package tests

import (
	"regexp"
	"strings"
	"testing"

	"pcptools/libpcp/format"
)

// TestShadyPmcd asks a pmcd on a terminal whose names, instances, texts, strings
// and labels have characters that terminals obey: in formats of ours, in hints
// and in messages none gets there.
func TestShadyPmcd(t *testing.T) {
	_, addresses, _ := fakes(t, 1, "shady")
	// What tools themselves use to redraw lines and for colours. What is left of
	// shady text without it has others.
	own := regexp.MustCompile("\r\x1b\\[[0-9]+A|\x1b\\[[0-9;?]*[A-Za-z]|\r(pm[a-z]+: [a-z ]+|$)")
	for _, line := range []string{
		"pminfo %s --format=json -dfmtTl", "pminfo %s --format=jsonl -dfmtTl", "pminfo %s --format=csv -dfmtTl", "pminfo %s --format=table -dfmtTl",
		"pminfo %s --format=openmetrics", "pminfo %s --search load", "pminfo %s --format=table -I memory.load", "pminfo %s memory.laod",
		"pminfo --hosts=HOST --format=table -f", "pmprobe %s --format=table -I", "pmprobe %s --format=csv -v",
		"pmval %s --plot -s 3 -t 0.05 memory.load", "pmval %s --plot -s 3 -t 0.05 shady.memory", "pmval %s --format=table -s 2 -t 0.05 memory",
		"pmval %s --format=wide -s 2 -t 0.05 memory.load shady.memory memory.host.name", "pmval %s --format=csv --wide -s 2 -t 0.05 memory",
		"pmval %s --format=json -s 2 -t 0.05 memory", "pmval %s shady", "pmstore %s --format=table memory.load 5",
	} {
		line = strings.NewReplacer("%s", "-h "+addresses[0], "HOST", addresses[0]).Replace(line)
		screen := onTerminal(t, 100, "", []string{"LC_ALL=C.UTF-8"}, strings.Fields(line)...)
		if screen == "" {
			t.Errorf("%s: nothing", line)
		}
		rest := own.ReplaceAllString(screen, "")
		if at := strings.IndexFunc(rest, func(r rune) bool { return r != '\n' && r != '\t' && format.TerminalControl(r) }); at >= 0 {
			t.Errorf("%s: %q", line, rest[max(0, at-40):min(len(rest), at+40)])
		}
	}
	if classic := onTerminal(t, 100, "", nil, "pminfo", "-h", addresses[0], "-t"); !strings.Contains(classic, "\x1b]0;x\a") {
		t.Errorf("nothing of the kind in %q", classic)
	}
}
