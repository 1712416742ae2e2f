package tests

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestDbpmda has PCP's dbpmda put the same requests to PCP's agents
// and to ours.
func TestDbpmda(t *testing.T) {
	need.PCP(t)
	program := need.Tool(t, "dbpmda")
	w := extraWorld(t)
	bin := buildAgents(t, "pcptools/libpcp/pmda/simple/...", "pcptools/libpcp/pmda/sample/...")
	for _, test := range []struct {
		name   string
		domain int
		answer []string // that show that requests came through
	}{
		{"simple", 253, []string{"Bad input to pmstore", `name: "hour"`}},
		{"sample", 29, []string{"Negative value in conversion to unsigned", "sample.secret.foo.bar.three", `cluster="zero"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			requests, err := os.ReadFile("testdata/agents/" + test.name + ".dbpmda")
			if err != nil {
				t.Fatal(err)
			}
			ask := func(dir string) string {
				agent := filepath.Join(dir, "pmda"+test.name)
				return debugAgent(t, w, program, fmt.Sprintf("open pipe %s -d %d\n%sclose\nquit\n", agent, test.domain, requests))
			}
			want := ask(filepath.Join(w.PMDAs(), test.name))
			if diff := cmp.Diff(want, ask(bin)); diff != "" {
				t.Errorf("-genuine +ours:\n%s", diff)
			}
			for _, text := range test.answer {
				if !strings.Contains(want, text) {
					t.Errorf("no %q:\n%s", text, want)
				}
			}
		})
	}
}

// debugAgent runs dbpmda.
func debugAgent(t *testing.T, w *world.World, program, commands string) string {
	user, err := user.Current() // the agent need not become another
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-n", w.PMNS())
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PCP_USER=" + user.Username}, w.Env()...)
	cmd.Stdin = strings.NewReader(commands)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return maskDbpmda(string(out))
}

// dbpmdaVaries is what two runs have differently: names, addresses, the time of day.
var dbpmdaVaries = regexp.MustCompile(`\S*/pmda(simple|sample)|pid: \d+|0x[0-9a-f]{9,}|0(\.\d+)? -> 1` +
	`|\(simple\.now\): numval: 3 valfmt: 0 vlist\[\]:(\s+inst \[\d or \?\?\?\] value \d+){3}`)

func maskDbpmda(text string) string { return dbpmdaVaries.ReplaceAllString(text, "…") }
