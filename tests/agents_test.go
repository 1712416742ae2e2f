package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

// TestAgents runs our trivial and simple agents under PCP's pmcd, over a
// pipe and over sockets, beside PCP's, and compares what PCP's
// tools see of them.
func TestAgents(t *testing.T) {
	need.PCP(t)
	w, bin := agentsWorld(t)
	want := make(map[string][]string)
	for name, lines := range agentCases {
		for _, words := range lines {
			want[name] = append(want[name], genuine(t, w, words))
		}
	}
	for _, agent := range ourAgents(bin) {
		t.Run(agent.Name, func(t *testing.T) {
			for i, words := range agentCases[agent.Like] {
				got := genuine(t, w, agent.rename(words))
				if diff := cmp.Diff(want[agent.Like][i], agent.back(got)); diff != "" {
					t.Errorf("%s (-genuine +ours):\n%s", strings.Join(words, " "), diff)
				}
			}
		})
	}
}

// ourAgent is one of ours in the place of one of PCP.
type ourAgent struct {
	world.Extra
	genuine int // domain of PCP's
}

func ourAgents(bin string) []ourAgent {
	simple, trivial := filepath.Join(bin, "pmdasimple"), filepath.Join(bin, "pmdatrivial")
	return []ourAgent{
		{world.Extra{Name: "spipe", Domain: 353, Program: simple, Channel: "pipe", Like: "simple"}, 253},
		{world.Extra{Name: "sunix", Domain: 354, Program: simple, Channel: "unix", Like: "simple"}, 253},
		{world.Extra{Name: "sinet", Domain: 355, Program: simple, Channel: "inet", Like: "simple"}, 253},
		{world.Extra{Name: "tpipe", Domain: 350, Program: trivial, Channel: "pipe", Like: "trivial"}, 250},
	}
}

// agentCases are command lines, in an order that leads PCP's agent and
// ours through the same states.
var agentCases = map[string][][]string{
	"trivial": {
		{"pminfo", "-dmtTlM", "trivial"},
		{"pmprobe", "-i", "trivial"},
		{"pmprobe", "-I", "trivial.time"},
		{"pmstore", "trivial.time", "1"},
		{"pmval", "-s", "1", "-f", "0", "-w", "20", "trivial.nothing"},
	},
	"simple": {
		{"pminfo", "-f", "simple.numfetch", "simple.color"},
		{"pminfo", "-dmtTlM", "simple"},
		{"pminfo", "-tT", "-I", "simple.color"},
		{"pminfo", "-f", "simple.color"},
		{"pmprobe", "-v", "simple.color"},
		{"pmprobe", "-i", "simple"},
		{"pmprobe", "-I", "simple"},
		{"pmstore", "simple.numfetch", "42"},
		{"pmprobe", "-v", "simple.numfetch"},
		{"pmstore", "simple.numfetch", "-1"},
		{"pmstore", "simple.numfetch", "4294967295"},
		{"pmprobe", "-v", "simple.numfetch"},
		{"pmstore", "simple.color", "300"},
		{"pmprobe", "-v", "simple.color"},
		{"pmstore", "simple.color", "-3"},
		{"pmstore", "-i", "green,blue", "simple.color", "17"},
		{"pmstore", "-i", "mauve", "simple.color", "17"},
		{"pmval", "-s", "3", "-t", "0.1", "simple.color"},
		{"pmval", "-s", "2", "-t", "0.1", "-i", "blue", "simple.color"},
		{"pmval", "-r", "-s", "2", "-t", "0.1", "-i", "red,blue", "simple.color"},
		{"pmprobe", "-v", "simple.color"},
		{"pmstore", "simple.time.user", "1"},
		{"pmstore", "simple.now", "1"},
		{"pminfo", "-f", "simple.nothing"},
		{"pmval", "-s", "1", "simple.time"},
	},
}

// rename is a command line that asks our agent in place of PCP's.
func (a *ourAgent) rename(words []string) []string {
	renamed := make([]string, len(words))
	for i, word := range words {
		if word == a.Like || strings.HasPrefix(word, a.Like+".") {
			word = a.Name + word[len(a.Like):]
		}
		renamed[i] = word
	}
	return renamed
}

var identifier = regexp.MustCompile(`\b(0x[0-9a-f]{7,8}|[0-9]{9,10})\b`)

// back is output about our agent as it would be about PCP's.
func (a *ourAgent) back(text string) string {
	text = strings.ReplaceAll(text, a.Name, a.Like)
	text = strings.ReplaceAll(text, fmt.Sprint(" ", a.Domain, "."), fmt.Sprint(" ", a.genuine, "."))
	return identifier.ReplaceAllStringFunc(text, func(word string) string {
		id, err := strconv.ParseUint(word, 0, 32)
		if err != nil || int(id>>22) != a.Domain {
			return word
		}
		id = id&(1<<22-1) | uint64(a.genuine)<<22
		if strings.HasPrefix(word, "0x") {
			return fmt.Sprintf("0x%x", id)
		}
		return strconv.FormatUint(id, 10)
	})
}

// genuine runs one of PCP's tools and returns its output, errors and status.
func genuine(t *testing.T, w *world.World, words []string) string {
	t.Helper()
	cmd := exec.Command(pcpconf.Genuine(words[0]), words[1:]...)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PMCD_CONNECT_TIMEOUT=60", "PMCD_REQUEST_TIMEOUT=60"}, w.Env()...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = fmt.Appendf(out, "%v\n", err)
	}
	return string(out)
}

// agentsWorld starts a world with our agents in it, and returns the directory of
// their programs.
func agentsWorld(t *testing.T) (*world.World, string) {
	bin := buildAgents(t, "pcptools/libpcp/pmda/simple/...", "pcptools/libpcp/pmda/trivial/...")
	var extra []world.Extra
	for _, a := range ourAgents(bin) {
		extra = append(extra, a.Extra)
	}
	return extraWorld(t, extra...), bin
}

// buildAgents builds programs into a directory that every user can enter.
func buildAgents(t *testing.T, packages ...string) string {
	bin := agentsDir(t)
	if err := programs.Build(bin, packages...); err != nil {
		t.Fatal(err)
	}
	return bin
}

// testAgent makes one of testAgents, in a directory that every user can enter.
func testAgent(t *testing.T, name string) (path string) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(agentsDir(t), name)
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func agentsDir(t *testing.T) string {
	bin, err := os.MkdirTemp("", "pcpagents")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(bin) })
	if err := os.Chmod(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	return bin
}

// extraWorld starts a world with further agents.
func extraWorld(t *testing.T, extra ...world.Extra) *world.World {
	return world.StartWith(t, world.Options{Extra: extra})
}
