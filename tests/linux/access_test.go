package linux

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// TestCampaignAccess asks the PMDAs, which run as this user, for all metrics: as a client that is
// not known, as others and as root. The same metrics have values.
func TestCampaignAccess(t *testing.T) {
	need.PCP(t)
	dbpmda := filepath.Join(filepath.Dir(pcpconf.Genuine("pminfo")), "dbpmda")
	need.File(t, dbpmda)
	genuine := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmdalinux")
	need.File(t, genuine)
	bin := t.TempDir()
	if err := programs.Build(bin, "pcptools/libpcp/pmda/linux/pmdalinux"); err != nil {
		t.Fatal(err)
	}
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")
	listed, err := exec.Command(pcpconf.Genuine("pminfo"), "-L", "-n", names).Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := ourMetrics(t, "")
	all := slices.DeleteFunc(strings.Fields(string(listed)), func(name string) bool { _, has := ours[name]; return !has })
	var requests strings.Builder
	for _, attributes := range []string{"", "attr 11 \"65534\"\n", "attr 12 \"0\"\n", "attr 11 \"0\"\n"} {
		requests.WriteString(attributes)
		for some := range slices.Chunk(all, 40) {
			requests.WriteString("fetch " + strings.Join(some, " ") + "\n")
		}
	}
	ask := func(agent string) (with []string) {
		dir := t.TempDir()
		cmd := exec.Command(dbpmda, "-n", names)
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader("open pipe " + agent + " -d 60 -l " + filepath.Join(dir, "log") + "\n" + requests.String() + "quit\n")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, out)
		}
		for _, answer := range answers.FindAllStringSubmatch(string(out), -1) {
			with = append(with, answer[1]+": "+answer[2])
		}
		return with
	}
	want, got := ask(genuine), ask(filepath.Join(bin, "pmdalinux"))
	if len(want) < 4*len(all)*9/10 {
		t.Errorf("only %d answers about %d metrics", len(want), len(all))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-genuine +ours:\n%s", diff)
	}
}

// answers are whether metrics have values, and attributes of clients.
var answers = regexp.MustCompile(`(?m)^(?:  60\.\d+\.\d+ \((\S+)\): (numval: [1-9]|No values|.*)|Attribute: (.*))`)
