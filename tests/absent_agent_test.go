package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
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
// there: to the classic report that is what it is to the genuine one; formats
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
		"--format=jsonl":       `"name":"gone.bin","pmid":"29.0.6","error":{"call":"pmLookupDesc","code":-12386,"symbol":"PM_ERR_NOAGENT"`,
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
