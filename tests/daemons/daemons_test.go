//go:build unix

// Package daemons compares daemons of agents in a local context of ours with the
// same ones under a pmcd of PCP.
package daemons

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

// subject is an agent, and the command lines that are compared.
type subject struct {
	spec  string // of -K; "" is the agent's line in pmcd.conf
	names string // of metrics; "" is the agent's
	// Lines leave the agent as it is. Of changing lines, each is the first that
	// the agent serves.
	lines, changing []string
	restless        bool // it is not asked for more metadata, which would change it
}

// metadata is asked of each agent, by its name, and more of most, with a
// CAMPAIGN_SCALE.
var metadata = []string{"pminfo -dmtT "}
var more = []string{"pminfo -l ", "pminfo -I ", "pmprobe -I ", "pminfo "}

// subjects are the agents, by the names that they and their metrics have.
var subjects = map[string]subject{
	"sample": {
		names: "sample.long sample.bin sample.colour sample.event sample.dynamic sample.secret.foo.bar.grunt sample.many sample.family sample.string sample.noinst",
		lines: []string{"pminfo -f sample.long sample.bin sample.colour.", "pminfo -f sample.float sample.double sample.string sample.aggregate",
			"pminfo -m sample.secret", "pminfo -l sample.bin sample.colour", "pminfo sample.secret.nosuch", "pminfo -f sample.bad sample.ghosts.nosuch", "pmval -s 1 sample.double.hundred",
			"pmval -i bin-100,bin-300 -s 1 sample.bin", "pminfo -f 29.0.4 29.999.1", "pminfo -tT -I 29.1 29.2"},
		changing: []string{"pminfo -xf sample.event.records sample.event.highres_records", "pmstore sample.long.write_me 5",
			"pmstore -i bin-100 sample.write_me 7", "pmval -s 2 -t 0.1 sample.seconds.nosuch"},
	},
	"simple": {
		changing: []string{"pminfo -f simple.color simple.numfetch", "pmval -s 3 -t 0.1 simple.color", "pmstore -i green,blue simple.color 17", "pmstore simple.color 300"},
	},
	"trivial": {lines: []string{"pmstore trivial.time 1"}},
	"mmv":     {lines: []string{"pminfo -f mmv", "pminfo mmv.acme", "pmval -s 1 mmv.acme.products.count"}},
	"dynamic": {
		lines:    []string{"pminfo -f dynamic", "pmprobe -v dynamic"},
		changing: []string{"pmstore dynamic.control.add 3", "pmstore dynamic.control.add -1", "pmstore dynamic.counter 1"},
	},
	"mounts":        {lines: []string{"pminfo -f mounts.type mounts.device mounts.up", "pmstore mounts.up 1"}},
	"memory_python": {lines: []string{"pminfo -f memory_python", "pmval -r -s 1 memory_python.memory_valid", "pmstore memory_python.memory_valid 1"}},
	"test_python": {
		restless: true,
		changing: []string{"pminfo -f test_python", "pmstore test_python.some_value 7", "pmstore test_python.loaded_indom.some_value x", "pmprobe -v test_python.some_value"},
	},
	"test_perl": {
		restless: true,
		changing: []string{"pminfo -f test_perl", "pmstore test_perl.some_value 7", "pmstore test_perl.other_indom.some_value x", "pmprobe -v test_perl.some_indom.some_value"},
	},
	"shell": {changing: []string{"pminfo -f shell.color shell.numfetch", "pmval -s 2 -t 0.1 -i blue shell.color", "pmstore shell.color 9"}},
	"sunix": {lines: []string{"pminfo -f sunix.color.nosuch"}, changing: []string{"pminfo -f sunix.color", "pmstore sunix.color 9"}},
	"zfs":   {spec: "add,153,zfs/pmda_zfs.so,zfs_init", lines: []string{"pminfo -f zfs", "pminfo -l zfs.arc", "pmval -s 1 zfs.arc.hits", "pmstore zfs.arc.hits 1"}},
	"cifs":  {spec: "add,121,cifs/pmdacifs,init", lines: []string{"pminfo -f cifs", "pmstore cifs.control.x 1"}},
}

// patient has ours give agents the time that a busy machine may need.
const patient = "PMCD_REQUEST_TIMEOUT=60"

// rounds are how many PCP's pmcds there are: one, and one more for each of
// the changing lines that are compared. CAMPAIGN_SCALE=5 compares all.
func rounds(t *testing.T) int { return min(1+campaign.Scale(t), 5) }

// TestDaemons compares them.
func TestDaemons(t *testing.T) {
	need.PCP(t)
	kit := newKit(t)
	ours := tools(t)
	compared := 0
	for round := range rounds(t) {
		w, err := kit.Start()
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range subjects {
			var lines []string
			if round > 0 && round <= len(s.changing) {
				lines = append(lines, s.changing[round-1])
			}
			if round == 0 {
				lines = append(s.metadata(name, campaign.Scale(t) > 1), s.lines...)
			}
			for _, line := range lines {
				want := run(t, w, pcpconf.Genuine("pminfo"), line)
				got := run(t, w, filepath.Join(ours, "pminfo"), s.inLocal(line, name, w), "PCP_PMCDCONF_PATH="+kit.Conf(), patient)
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-genuine +ours):\n%s", line, diff)
				}
				compared += strings.Count(want, "\n")
			}
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d lines compared", compared)
	wantNone(t, kit.Dir)
}

// metadata are lines for what the agent has.
func (s *subject) metadata(name string, all bool) []string {
	words := metadata
	if all && !s.restless {
		words = append(words[:len(words):len(words)], more...)
	}
	var lines []string
	for _, w := range words {
		lines = append(lines, w+cmp.Or(s.names, name))
	}
	return lines
}

// inLocal is a command line for a local context over one agent.
func (s *subject) inLocal(line, name string, w *world.World) string {
	tool, rest, _ := strings.Cut(line, " ")
	spec := s.spec
	if spec == "" {
		spec = "pmcd," + name
	}
	return tool + " -L -K clear -K " + spec + " -n " + w.PMNS() + " " + rest
}

// newKit prepares worlds with the agents.
func newKit(t *testing.T) *world.Kit {
	t.Helper()
	dir, err := os.MkdirTemp("", "pcpdaemons")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	scripts := filepath.Join(dir, "scripts")
	if err := os.Mkdir(scripts, 0o755); err != nil {
		t.Fatal(err)
	}
	kit, err := world.NewKit(dir, world.Options{Extra: extra(t, dir, scripts), Env: machine(t, dir), Pmcd: []string{"-q", "60", "-t", "60"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"zfs", "cifs"} { // where relative names lead to
		if err := os.RemoveAll(filepath.Join(kit.PMDAs(), name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(installed(name), filepath.Join(kit.PMDAs(), name)); err != nil {
			t.Fatal(err)
		}
	}
	return kit
}

func installed(elem ...string) string {
	return filepath.Join(append([]string{pcpconf.Get("PCP_PMDAS_DIR")}, elem...)...)
}

func suite(elem ...string) string {
	return filepath.Join(append([]string{pcpconf.Get("PCP_VAR_DIR"), "testsuite"}, elem...)...)
}

// extra are the agents beside those of every world: daemons in C, with and
// without a DSO, on pipes and sockets, and in Python, Perl and shell.
func extra(t *testing.T, dir, scripts string) []world.Extra {
	t.Helper()
	simple := filepath.Join(dir, "pmdas", "simple", "pmdasimple")
	shell := filepath.Join(scripts, "pmdashell.sh")
	write(t, shell, "#!/bin/sh\n"+simple+" \"$@\" -l shell.log\n")
	python := filepath.Join(scripts, "pmdatest_python.python")
	text, err := os.ReadFile(suite("pmdas", "test_python", "pmdatest_python.python"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, python, strings.Replace(string(text), "'test_python', 242", "'test_python', 245", 1))
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_zfs")
	return []world.Extra{
		{Name: "dynamic", Domain: 247, Program: suite("pmdas", "dynamic", "pmdadynamic"), Channel: "pipe", Root: suite("pmdas", "dynamic", "root")},
		{Name: "mounts", Domain: 72, Program: installed("mounts", "pmdamounts"), Channel: "pipe", Root: installed("mounts", "root")},
		{Name: "zfs", Domain: 153, Program: installed("zfs", "pmdazfs"), Channel: "pipe", Root: names},
		{Name: "cifs", Domain: 121, Program: installed("cifs", "pmdacifs"), Channel: "pipe", Root: installed("cifs", "root")},
		{Name: "memory_python", Domain: 255, Program: "pmpython " + suite("pmdas", "memory_python", "pmdamemory_python.python"), Channel: "pipe", Alone: true},
		{Name: "test_python", Domain: 245, Program: "pmpython " + python, Channel: "pipe", Alone: true},
		{Name: "test_perl", Domain: 242, Program: "perl " + suite("pmdas", "test_perl", "pmdatest_perl.pl"), Channel: "pipe", Alone: true},
		{Name: "shell", Domain: 356, Program: shell, Channel: "pipe", Like: "simple"},
		{Name: "sunix", Domain: 357, Program: simple, Channel: "unix", Like: "simple"},
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// machine are settings that have agents read the files of other machines.
func machine(t *testing.T, dir string) []string {
	t.Helper()
	for _, archive := range []string{suite("linux", "zfs-stats.v0.tgz"), suite("cifs", "cifs-root-4.15.12.tgz")} {
		need.File(t, archive)
		if out, err := exec.Command("tar", "xf", archive, "-C", dir, "--no-same-owner").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return []string{"ZFS_PATH=" + filepath.Join(dir, "zfs"), "CIFS_STATSPATH=" + dir, "PERL_HASH_SEED=0"}
}

// tools returns the directory of ours.
func tools(t *testing.T) string {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return ours
}

// run runs a command line with the tool that is beside another. The names of
// the host differ.
func run(t *testing.T, w *world.World, beside, line string, env ...string) string {
	t.Helper()
	words := strings.Fields(line)
	cmd := exec.Command(filepath.Join(filepath.Dir(beside), words[0]), words[1:]...)
	cmd.Env = append([]string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "TZ=UTC", "PMCD_CONNECT_TIMEOUT=60", programs.AtOnce}, w.Env()...)
	cmd.Env = append(append(cmd.Env, w.AgentEnv()...), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = append(out, err.Error()...)
	}
	host, _ := os.Hostname()
	text := strings.ReplaceAll(string(out), world.Hostname, host)
	for _, mask := range masks {
		text = mask.ReplaceAllString(text, "<varies>")
	}
	return text
}

// masks are what varies: the times of events.
var masks = []*regexp.Regexp{
	regexp.MustCompile(`\d\d:\d\d:\d\d\.\d+`),
}
