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

	"pcptools/tests/internal/need"
	"pcptools/tests/internal/pcpconf"
)

// TestDbpmda has the genuine dbpmda put the same requests to the genuine
// simple agent and to ours.
func TestDbpmda(t *testing.T) {
	need.PCP(t)
	program := filepath.Join(filepath.Dir(pcpconf.Genuine("pminfo")), "dbpmda")
	if _, err := os.Stat(program); err != nil {
		need.Skip(t, err.Error())
	}
	w, bin := agentsWorld(t)
	requests, err := os.ReadFile("testdata/agents/simple.dbpmda")
	if err != nil {
		t.Fatal(err)
	}
	user, err := user.Current() // the agent need not become another
	if err != nil {
		t.Fatal(err)
	}
	ask := func(agent string) string {
		cmd := exec.Command(program, "-n", w.PMNS())
		cmd.Dir = t.TempDir()
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PCP_USER=" + user.Username}, w.Env()...)
		cmd.Stdin = strings.NewReader(fmt.Sprintf("open pipe %s -d 253\n%sclose\nquit\n", agent, requests))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", agent, err, out)
		}
		return maskDbpmda(string(out))
	}
	want := ask(filepath.Join(w.PMDAs(), "simple", "pmdasimple"))
	got := ask(filepath.Join(bin, "pmdasimple"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-genuine +ours:\n%s", diff)
	}
	if !strings.Contains(want, "Bad input to pmstore") || !strings.Contains(want, `name: "hour"`) {
		t.Errorf("the requests have not come through:\n%s", want)
	}
}

var dbpmdaVaries = regexp.MustCompile(`\S*/pmdasimple|pid: \d+|0x[0-9a-f]{9,}|0(\.\d+)? -> 1`)

func maskDbpmda(text string) string { return dbpmdaVaries.ReplaceAllString(text, "…") }
