package linux

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
)

// TestGolden holds the goldens of libpcp/pmda/linux against the genuine agent,
// which writes them if UPDATE is set.
func TestGolden(t *testing.T) {
	need.PCP(t)
	for _, tree := range trees(t) {
		t.Run(filepath.Base(tree), func(t *testing.T) {
			golden := filepath.Join("../../libpcp/pmda/linux/testdata", filepath.Base(tree)+".golden")
			text := goldenText(t, tree)
			if os.Getenv("UPDATE") != "" {
				write(t, golden, []byte(text))
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), text); diff != "" {
				t.Errorf("(-golden +genuine):\n%s", diff)
			}
		})
	}
}

// TestGoldenDescriptors does the same for the descriptors of all metrics.
func TestGoldenDescriptors(t *testing.T) {
	need.PCP(t)
	const golden = "../../libpcp/pmda/linux/testdata/metrics.golden"
	tree, err := filepath.Abs("testdata/small")
	if err != nil {
		t.Fatal(err)
	}
	out, err := asking(t, pcpconf.Genuine("pminfo"), settings(t, tree), "-dm").Output()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for block := range strings.SplitSeq(string(out), "\n\n") {
		if line := strings.Join(strings.Fields(block), " "); line != "" && !strings.HasPrefix(line, "event.") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	text := strings.Join(lines, "\n") + "\n"
	if os.Getenv("UPDATE") != "" {
		write(t, golden, []byte(text))
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("(-golden +genuine):\n%s", diff)
	}
}

// goldenText is what the genuine agent makes of a tree.
func goldenText(t *testing.T, tree string) string {
	var text strings.Builder
	byArea := make(map[string][]string)
	for name, m := range genuineMetrics(t, tree) {
		if area := areas(map[string]metric{name: m})[0]; inGolden(name, m) {
			byArea[area] = append(byArea[area], name)
		}
	}
	for _, area := range slices.Sorted(maps.Keys(byArea)) {
		slices.Sort(byArea[area])
		out, _ := asking(t, pcpconf.Genuine("pminfo"), settings(t, tree), "-f "+strings.Join(byArea[area], " ")).Output()
		text.Write(out)
	}
	return text.String()
}

// inGolden are the metrics whose values depend on nothing but the tree.
func inGolden(name string, m metric) bool {
	return !notFrozen(name, m) && !slices.ContainsFunc([]string{
		"hinv.machine", "hinv.pagesize", "kernel.all.hz", "kernel.all.nusers", "kernel.all.nroots", "kernel.all.nsessions",
		"kernel.uname.", "pmda.", "network.interface.",
	}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
