//go:build linux

package tests

import (
	"strings"
	"testing"
)

// TestHelpAll asks each tool for all of its options, in a pipe and on narrow
// terminals, and for the usage text, to which a terminal adds one line.
func TestHelpAll(t *testing.T) {
	for _, tool := range []string{"pminfo", "pmprobe", "pmval", "pmstore", "pmerr"} {
		pipe := runOurs(t, "", nil, tool, "--help-all")
		for _, want := range []string{"\nUsage:\n  " + tool + " ", "\nExamples:\n  " + tool, "\nOptions of this suite:\n", "--format FORMAT", "--help-all", "--build-info"} {
			if !strings.Contains(pipe.stdout, want) {
				t.Errorf("%s: no %q in\n%s", tool, want, pipe.stdout)
			}
		}
		if pipe.status != 0 || pipe.stderr != "" {
			t.Errorf("%s: status %d, %s", tool, pipe.status, pipe.stderr)
		}
		usage := runOurs(t, "", nil, tool, "--help")
		line := tool + " --help-all shows all options, with examples; man " + tool + " tells more.\n"
		if screen := onTerminal(t, 80, "", nil, tool, "--help"); screen != usage.stderr+usage.stdout+line {
			t.Errorf("%s: on a terminal\n%s", tool, screen)
		}
	}
	if out := runOurs(t, "", nil, "pmerr", "1", "--help-all"); !strings.Contains(out.stdout, `Cannot decode "--help-all"`) {
		t.Errorf("behind an operand: %s", out.stdout)
	}
}
