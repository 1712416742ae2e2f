package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
)

// someAbsent is a name space with metrics of an agent that is there and of one
// that is not.
const someAbsent = `root {
	kernel
	gone
}
kernel {
	all
}
kernel.all {
	pid_max	60:12:0
}
gone {
	bin	29:0:6
}
`

// TestAbsentAgent looks at a machine without a pmcd, where an agent is not
// there: to the classic report that is what it is to PCP's; formats
// have a record, and a search a note.
func TestAbsentAgent(t *testing.T) {
	genuine := need.Tool(t, "pminfo")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "names"), []byte(someAbsent), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"", "-f", "-d", "-t", "-f gone.bin", "-d gone kernel"} {
		words := append([]string{"-L", "-n", "names"}, strings.Fields(words)...)
		cmd := exec.Command(genuine, words...)
		cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}
		want, _ := cmd.Output()
		got := runOurs(t, dir, nil, append([]string{"pminfo"}, words...)...)
		if got.stdout != string(want) || got.status != cmd.ProcessState.ExitCode() || len(want) == 0 {
			t.Errorf("%q: status %d\n%sgenuine: status %d\n%s", words, got.status, got.stdout, cmd.ProcessState.ExitCode(), want)
		}
	}
	for format, want := range map[string]string{
		"--format=jsonl":       `"error":{"call":"pmLookupDesc","code":-12386,"symbol":"PM_ERR_NOAGENT"`,
		"--format=csv":         ",gone.bin,29.0.6,,,,,,,,-12386,PM_ERR_NOAGENT,",
		"--format=table":       "No PMCD agent for domain of request",
		"--format=openmetrics": "kernel_all_pid_max_info{",
	} {
		got := runOurs(t, dir, nil, "pminfo", "-L", "-n", "names", "-f", format, "gone", "kernel")
		if got.status != 0 || !strings.Contains(got.stdout, want) || !strings.Contains(got.stdout, "pid_max") {
			t.Errorf("%s: status %d, no %s:\n%s", format, got.status, want, got.stdout)
		}
	}
	if got := runOurs(t, dir, nil, "pminfo", "-L", "-n", "names", "--search", "bin"); got.status != 0 || got.stdout != "gone.bin\n    No PMCD agent for domain of request\n" {
		t.Errorf("--search: status %d\n%s", got.status, got.stdout)
	}
}

// withoutItsAgent is the name space that Debian's PCP has once pmcd has run,
// in small: one agent makes names below its own, and is not there.
const withoutItsAgent = `root {
	kernel
	kvm
	hinv
}
kernel {
	all
}
kernel.all {
	pid_max	60:12:0
}
kvm {
	trace	95:*:*
	exits	95:0:1
}
hinv {
	ncpu	60:0:32
}
`

// TestAbsentAgentOfSubtree looks at a machine with such a name space. The
// classic report ends at the subtree, all else goes on behind it.
func TestAbsentAgentOfSubtree(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "names"), []byte(withoutItsAgent), 0o644); err != nil {
		t.Fatal(err)
	}
	env := []string{"PMNS_DEFAULT=" + filepath.Join(dir, "names"), "PCP_DERIVED_CONFIG="}
	const left = ": left out what is below kvm.trace: no agent is loaded that has those names (-K all loads those of pmcd)\n"
	for line, want := range map[string]string{
		"pminfo -L --format=csv":                     "hinv.ncpu,60.0.32",
		"pminfo -L --format=openmetrics":             "hinv_ncpu",
		"pminfo -L --format=csv *cpu kernel.*":       "hinv.ncpu,60.0.32",
		"pminfo -L --format=csv * *":                 "hinv.ncpu,60.0.32",
		"pminfo -L --search cpu":                     "hinv.ncpu\n",
		"pmprobe -L --format=csv":                    "hinv.ncpu,60.0.32",
		"pmval -L --format=csv -s 1 *.ncpu kernel.*": "hinv.ncpu,60.0.32",
	} {
		words := strings.Fields(line)
		got := runOurs(t, dir, env, words...)
		if got.status != 0 || !strings.Contains(got.stdout, want) || strings.Contains(got.stdout, "trace") || got.stderr != words[0]+left {
			t.Errorf("%s: status %d, no %s:\n%s%s", line, got.status, want, got.stdout, got.stderr)
		}
	}
	for line, status := range map[string]int{"pminfo -L --format=csv kvm.trace": 1, "pminfo -L --format=csv kvm.trace.*": 1} {
		got := runOurs(t, dir, env, strings.Fields(line)...)
		if got.status != status || !strings.Contains(got.stdout, ",PM_ERR_NOAGENT,") || !strings.HasPrefix(got.stderr, "Error: kvm.trace") {
			t.Errorf("%s: status %d\n%s%s", line, got.status, got.stdout, got.stderr)
		}
	}
	for word, want := range map[string]string{"": "-hinv.\t", "kvm.": "+kvm.exits\t\n"} {
		asks := append(env, "PCPTOOLS_COMPLETE=zsh", "PCPTOOLS_BEFORE=-L", "PCPTOOLS_WORD="+word, "PCPTOOLS_CACHE=")
		if got := runOurs(t, dir, asks, "pminfo", "--version"); !strings.Contains(got.stdout, want) || strings.Contains(got.stdout, "trace") {
			t.Errorf("completing %q: %q", word, got.stdout)
		}
	}
}

// TestDerivedOfAbsentAgent has derived metrics below, above, beside, behind and at what an agent
// that is not there would name: those below it are there in its place, as in PCP.
func TestDerivedOfAbsentAgent(t *testing.T) { inEachRelease(t, testDerivedOfAbsentAgent) }

func testDerivedOfAbsentAgent(t *testing.T, in *tree.Tree) {
	dir := t.TempDir()
	names := strings.Replace(withoutItsAgent, "\ttrace\t95:*:*\n", "\ttrace\t95:*:*\n\tmore\t95:*:*\n", 1)
	for file, text := range map[string]string{
		"names": names, "below": "kvm.trace.sum = kvm.trace.one + 1\nhinv.twice = 2 * hinv.ncpu\n", "beside": "kvm.sum = kvm.exits\n",
		"deep": "kvm.trace.a.b = 1 + kernel.all.pid_max\nkvm.more.x = kvm.exits\n", "at": "kvm.trace = hinv.ncpu\nkvm.more = hinv.nosuch\nhinv.ncpu = hinv.nosuch\n",
		"both": "kvm.trace = hinv.ncpu\nkvm.trace.x = hinv.ncpu\n", "above": "kvm = hinv.ncpu\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	release := pcpconf.Get("PCP_VERSION")
	if in != nil {
		release = in.Conf("PCP_VERSION")
	}
	for _, config := range []string{"below", "beside", "deep", "at", "both", "above", "below:deep"} {
		for _, line := range []string{"pminfo -L", "pminfo -L kvm", "pminfo -L kvm hinv", "pminfo -L -d kvm.trace.sum", "pminfo -L -f kvm.trace",
			"pminfo -L kvm.trace.a", "pminfo -L kvm.trace.a.b", "pminfo -L kvm.trace.other", "pminfo -L kvm.more", "pmprobe -L kvm", "pmprobe -L -v kvm.trace.sum",
			"pmprobe -L", "pmprobe -L -i kvm", "pmprobe -L kvm.trace", "pmprobe -L kvm.trace.other", "pmprobe -L -v kvm.trace.a.b", "pmprobe -L kvm.more hinv",
			"pmval -L kvm.trace.sum", "pmval -L kvm.more.x", "pmval -L kvm.trace", "pmval -L kvm.sum", "pmval -L kvm.trace.other"} {
			words := strings.Fields(line)
			env := []string{"PMNS_DEFAULT=" + filepath.Join(dir, "names"), "PCP_DERIVED_CONFIG=" + filepath.Join(dir, strings.Replace(config, ":", ":"+dir+"/", 1))}
			cmd := in.Command(t.Context(), in.Genuine(words[0]), words[1:]...)
			var stdout, stderr strings.Builder
			cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}, env...), &stdout, &stderr
			cmd.Run()
			got := runOurs(t, dir, append(env, "PCPTOOLS_COMPAT="+release), words...)
			if got.stdout != stdout.String() || got.stderr != stderr.String() || got.status != cmd.ProcessState.ExitCode() {
				t.Errorf("%s with %s: status %d\n%s%sgenuine: status %d\n%s%s", line, config, got.status, got.stdout, got.stderr, cmd.ProcessState.ExitCode(), &stdout, &stderr)
			}
		}
	}
}
