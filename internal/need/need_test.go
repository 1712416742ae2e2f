package need

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestSwitch has a prerequisite that is there, and one that is not, in each kind
// of run.
func TestSwitch(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "pminfo"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_BIN", bin)
	for _, tt := range []struct{ verify, ci, tool, want string }{
		{"", "", "pminfo", "skipped: left to make verify: runs the genuine pminfo"},
		{"", "true", "pminfo", "skipped: left to make verify: runs the genuine pminfo"},
		{"0", "", "pminfo", "skipped: left to make verify: runs the genuine pminfo"},
		{"1", "", "pminfo", "ran"},
		{"1", "true", "pminfo", "ran"},
		{"1", "", "pmval", "skipped: needs the genuine PCP: "},
		{"1", "true", "pmval", "failed: would skip, which CI does not accept: needs the genuine PCP: "},
	} {
		t.Setenv("PCPTOOLS_VERIFY", tt.verify)
		t.Setenv("CI", tt.ci)
		if got := outcome(t, func(t testing.TB) { Tool(t, tt.tool) }); !strings.HasPrefix(got, tt.want) || tt.want == "ran" && got != tt.want {
			t.Errorf("PCPTOOLS_VERIFY=%s CI=%s: a test that needs %s %s, want %s", tt.verify, tt.ci, tt.tool, got, tt.want)
		}
		got := outcome(t, func(t testing.TB) {
			if found := ToolIfAny(t, tt.tool) != ""; found != (tt.want == "ran") {
				t.Fatalf("found: %v", found)
			}
		})
		if failed := strings.HasPrefix(tt.want, "failed"); strings.HasPrefix(got, "failed") != failed {
			t.Errorf("PCPTOOLS_VERIFY=%s CI=%s: a test that can use %s %s", tt.verify, tt.ci, tt.tool, got)
		}
	}
	t.Setenv("PCPTOOLS_VERIFY", "")
	t.Setenv("CI", "true")
	if got := outcome(t, func(t testing.TB) { Program(t, "nosuch-program") }); !strings.HasPrefix(got, "skipped: needs nosuch-program: ") {
		t.Errorf("without the switch, a test that needs a program %s", got)
	}
}

// outcome says how a test ends.
func outcome(t *testing.T, test func(testing.TB)) string {
	o := ended{TB: t, how: "ran"}
	done := make(chan bool)
	go func() {
		defer close(done)
		test(&o)
	}()
	<-done
	return o.how
}

// ended is a test of which only is kept how it has ended.
type ended struct {
	testing.TB
	how string
}

func (o *ended) Logf(string, ...any)            {}
func (o *ended) Skipf(format string, a ...any)  { o.end("skipped: ", format, a) }
func (o *ended) Fatalf(format string, a ...any) { o.end("failed: ", format, a) }

func (o *ended) end(how, format string, a []any) {
	o.how = how + fmt.Sprintf(format, a...)
	runtime.Goexit()
}

// TestSkipsHere finds tests that skip, or look for PCP, past this
// package: they would be left out in CI without a word, or run with make test on
// some machines.
func TestSkipsHere(t *testing.T) {
	const root = "../.."
	skips := regexp.MustCompile(`\b([tbf]|tb|now)\.Skip(f|Now)?\(|\btesting\.Short\(`)
	looks := regexp.MustCompile(`\bpcpconf\.Genuine\(|/usr/bin/pm`)
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path == filepath.Join(root, "internal", "need"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"testing"`) {
			return err
		}
		files++
		asks := strings.Contains(string(text), `"pcptools/internal/need"`)
		for i, line := range strings.Split(string(text), "\n") {
			if m := skips.FindString(line); m != "" {
				t.Errorf("%s:%d: %s skips past internal/need", path, i+1, m)
			}
			if m := looks.FindString(line); m != "" && !asks {
				t.Errorf("%s:%d: %s is used past internal/need", path, i+1, m)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d test files: %v", files, err)
	}
}
