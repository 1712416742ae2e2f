package tool

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// echo prints its operands, and fails as its operands have it.
type echo struct {
	err   error
	raw   bool
	quiet bool
}

func (e *echo) Spec(release.Release) *getopt.Spec {
	return &getopt.Spec{Synopsis: "[word]...", Raw: e.raw, Groups: []getopt.Group{{
		Heading: "Options", Options: []getopt.Option{
			{Short: 'h', Long: "hush", Text: "print nothing", Value: getopt.Bool(&e.quiet)},
			getopt.VersionOption(), getopt.HelpOption(),
		}}}}
}

func (e *echo) Run(_ context.Context, env *Env, operands []string) error {
	if !e.quiet {
		env.Stdout.WriteString(strings.Join(operands, "|") + "\n")
	}
	return e.err
}

// talker has a library that logs on its own.
type talker struct{ echo }

func (t *talker) Run(context.Context, *Env, []string) error {
	log.Print("by the way")
	return nil
}

// TestLibrariesAreSilent wants nothing of what libraries log.
func TestLibrariesAreSilent(t *testing.T) {
	if os.Getenv("TALK") != "" {
		os.Args = os.Args[:1]
		os.Exit(Main(new(talker)))
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLibrariesAreSilent$")
	cmd.Env = append(os.Environ(), "TALK=1")
	if output, err := cmd.CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v, %q", err, output)
	}
}

func runEcho(e *echo, environ []string, words ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	env := &Env{Name: "echo", Stdin: strings.NewReader(""), Stdout: NewOutput(&out, false), Stderr: &errs, Environ: environ}
	status = Run(context.Background(), e, env, words)
	return out.String(), errs.String(), status
}

const usage = "Usage: echo [word]...\n\nOptions:\n  -h, --hush            print nothing\n" +
	"  -V, --version         display version number and exit\n  -?, --help            show this usage message and exit\n"

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name           string
		echo           echo
		words          []string
		stdout, stderr string
		status         int
	}{
		{"operands", echo{}, []string{"a", "\xff é", "", "__complete"}, "a|\xff é||__complete\n", "", 0},
		{"cobra's words", echo{}, []string{"help", "completion", "--", "--version"}, "help|completion|--version\n", "", 0},
		{"flag", echo{}, []string{"a", "-h"}, "", "", 0},
		{"help", echo{}, []string{"--help"}, "", usage, 1},
		{"version", echo{}, []string{"-V", "-x"}, "", "echo version 7.2.2\necho: invalid option -- 'x'\n", 0},
		{"mistake", echo{}, []string{"-x", "a"}, "", "echo: invalid option -- 'x'\n" + usage, 1},
		{"error", echo{err: errors.New("gone")}, []string{"a"}, "a\n", "echo: gone\n", 1},
		{"status", echo{err: Exit(3)}, []string{"a"}, "a\n", "", 3},
		{"raw", echo{raw: true}, []string{"-x", "--", "-?"}, "-x|--|-?\n", "", 0},
	} {
		stdout, stderr, status := runEcho(&test.echo, nil, test.words...)
		if stdout != test.stdout || stderr != test.stderr || status != test.status {
			t.Errorf("%s: got %d %q %q, want %d %q %q", test.name, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
}

func TestBuildInfo(t *testing.T) {
	for _, raw := range []bool{false, true} {
		stdout, stderr, status := runEcho(&echo{raw: raw}, nil, "--build-info")
		if !strings.HasPrefix(stdout, "pcptools") || stderr != "" || status != 0 {
			t.Errorf("raw %t: got %d %q %q", raw, status, stdout, stderr)
		}
	}
	if _, stderr, _ := runEcho(&echo{}, nil, "--build"); !strings.HasPrefix(stderr, "echo: unrecognized option '--build'\n") {
		t.Errorf("abbreviated: %q", stderr)
	}
}

// TestHostVersion has a PCP on the host that lies between those reproduced.
func TestHostVersion(t *testing.T) {
	if option := os.Getenv("OPTION"); option != "" {
		os.Args = []string{"echo", option}
		os.Exit(Main(new(echo)))
	}
	conf := filepath.Join(t.TempDir(), "pcp.conf")
	if err := os.WriteFile(conf, []byte("PCP_VERSION=6.2.0-1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for option, want := range map[string]string{
		"-V":           "echo version 6.2.0\n",
		"--build-info": ", as PCP 6.2.0 (PCP_VERSION=6.2.0-1 in " + conf + ", between the reproduced 6.0.3 and 6.3.8)\n",
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHostVersion$")
		cmd.Env = append(os.Environ(), "OPTION="+option, "PCP_CONF="+conf)
		if output, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(output), want) {
			t.Errorf("%s: got %q, %v, want %q", option, output, err, want)
		}
	}
}

func TestMessageFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "messages")
	for range 2 {
		if _, stderr, status := runEcho(&echo{}, []string{"PCP_STDERR=" + file}, "-V"); stderr != "" || status != 0 {
			t.Errorf("got %d %q", status, stderr)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "echo version 7.2.2\necho version 7.2.2\n" {
		t.Errorf("got %q, %v", text, err)
	}
	absent := filepath.Join(t.TempDir(), "absent", "x")
	_, stderr, _ := runEcho(&echo{}, []string{"PCP_STDERR=" + absent}, "-V")
	want := "pmflush: cannot append to file '" + absent + "' (from $PCP_STDERR): No such file or directory\necho version 7.2.2\n"
	if stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}

// writes remembers the size of each write.
type writes []int

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, len(p))
	return 0, errors.New("ignored")
}

// The sizes are those of writes that C's stdio makes.
func TestOutputBlocks(t *testing.T) {
	for _, test := range []struct {
		lines bool
		sizes []int // of what is written
		want  []int // writes, the last by Flush
	}{
		{false, []int{10, 20}, []int{30}},
		{false, []int{4096}, []int{4096}},
		{false, []int{4095, 2}, []int{4096, 1}},
		{false, []int{5000}, []int{4096, 904}},
		{false, []int{100, 12000}, []int{4096, 4096, 3908}},
		{true, []int{10, 20}, []int{10, 20}},
	} {
		var got writes
		o := NewOutput(&got, test.lines)
		for _, n := range test.sizes {
			o.WriteString(strings.Repeat("x", n-1) + "\n")
		}
		o.Flush()
		if len(got) != len(test.want) {
			t.Errorf("%v: got %v, want %v", test.sizes, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%v: got %v, want %v", test.sizes, got, test.want)
			}
		}
	}
}

// broken is a writer that fails after some bytes.
type broken struct{ room int }

func (b *broken) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, &os.PathError{Op: "write", Path: "out", Err: syscall.EACCES}
	}
	return len(p), nil
}

// TestHelpWriteErrors has the whole help fail where it cannot be written.
func TestHelpWriteErrors(t *testing.T) {
	var stderr bytes.Buffer
	env := &Env{Name: "echo", Stdout: NewOutput(&broken{1}, false), Stderr: &stderr}
	if status := Run(t.Context(), new(echo), env, []string{"--help-all"}); status != 2 || !strings.HasPrefix(stderr.String(), "echo: cannot write standard output: ") {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// TestWriteErrors has failures to write ignored until they are checked.
func TestWriteErrors(t *testing.T) {
	for _, test := range []struct {
		room    int
		checked bool
		err     error
		stderr  string
		status  int
	}{
		{1000, true, nil, "", 0},
		{1, false, nil, "", 0},
		{1, true, nil, "echo: cannot write standard output: Permission denied\n", 2},
		{1, true, errors.New("gone"), "echo: gone\necho: cannot write standard output: Permission denied\n", 2},
	} {
		var stderr bytes.Buffer
		env := &Env{Name: "echo", Stdout: NewOutput(&broken{test.room}, false), Stderr: &stderr}
		if test.checked {
			env.Stdout.Check()
		}
		status := Run(t.Context(), &echo{err: test.err}, env, []string{"a"})
		if status != test.status || stderr.String() != test.stderr {
			t.Errorf("%+v: got %d %q", test, status, stderr.String())
		}
	}
}
