// Package conform runs command lines on the genuine tools and on ours, and
// compares standard output, standard error, exit status and files written, byte
// for byte.
//
// Each side has a world of its own, so that both see the same history of stores
// and fetches. Two lists bound what may differ: mask.go has the values that
// differ between two runs of the genuine tool, intended.go the differences that
// are meant.
//
// A filtered set of cases, by file and command line (blanks become underscores):
//
//	go test ./tests -run 'TestLive/pminfo'
//	go test ./tests -run 'TestLive/pminfo-values/-f_sample.long'
//
// The genuine tools come from /usr/bin or $PCP_BIN. Ours are built once per test
// run, unless $PCPTOOLS_BIN names a folder that has them; PCPTOOLS_BIN=/usr/bin
// tests the cases and the masks themselves.
package conform

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/tree"
	"pcptools/internal/world"
)

// Options say where the cases of a suite are run.
type Options struct {
	Live bool   // on worlds
	Dir  string // in this folder, instead of an empty one each

	Tree *tree.Tree // of another release; it sees the folder of our tools

	World world.Options // of live cases; its tree need not be that of the tools

	// Crashes are to be expected of the genuine tools, and endless runs: the
	// input is damaged. Such cases prove only that ours do neither. So do those
	// in which they show stray memory: two runs are not alike.
	Crashes bool
}

// Suite runs case files; Close it when all have run.
type Suite struct {
	opts Options
	dir  string
	kit  *world.Kit // nil: cases need no pmcd

	mu          sync.Mutex
	summary     Summary
	differences []difference // in [DigestMode]
}

// NewSuite prepares what the cases need.
func NewSuite(opts Options) (*Suite, error) {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return nil, err
	}
	s := &Suite{opts: opts, dir: dir}
	if opts.Live {
		s.kit, err = world.NewKit(dir, opts.World)
	}
	return s, err
}

// Close removes what NewSuite has made and returns the counts.
func (s *Suite) Close() (Summary, error) {
	return s.summary, os.RemoveAll(s.dir)
}

// Run runs the cases of a file, in order, on a fresh pair of worlds.
func (s *Suite) Run(t *testing.T, file *File) {
	ours, err := Ours()
	if err != nil {
		t.Fatal(err)
	}
	a := &side{name: "genuine", tools: filepath.Dir(s.opts.Tree.Genuine("pminfo")), dir: s.opts.Dir, tree: s.opts.Tree}
	b := &side{name: "ours", tools: ours, dir: s.opts.Dir, tree: s.opts.Tree}
	if s.kit != nil {
		a.world, b.world = s.startWorld(t), s.startWorld(t)
	}
	for _, c := range file.Cases {
		if intended[c.Line] != nil && a.tools == b.tools {
			continue // nothing to intend
		}
		t.Run(testName(c), func(t *testing.T) { s.compare(t, file, c, a, b) })
	}
}

func (s *Suite) startWorld(t *testing.T) *world.World {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, err := s.kit.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	// The mirage domains change with time, drawing from the random numbers of
	// their agent: not while we look.
	for _, metric := range []string{"sample.controller.mirage", "sampledso.controller.mirage"} {
		cmd := s.opts.World.Tree.Command(context.Background(), s.opts.World.Tree.Genuine("pmstore"), "-h", "unix:"+w.Socket, metric, "86400000")
		cmd.Env = w.Env()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
	return w
}

// compare runs one case on both sides, at the same time so that what depends on
// the clock has its best chance to agree.
func (s *Suite) compare(t *testing.T, file *File, c Case, a, b *side) {
	intent := intended[c.Line]
	var genuine *result
	done := make(chan struct{})
	go func() {
		defer close(done)
		genuine = a.run(t, c, file.Files, intent.patience())
	}()
	ours := b.run(t, c, file.Files, timeout)
	<-done
	if genuine == nil || ours == nil {
		s.count(func(n *Summary) { n.Different++ })
		return // its run has said why
	}

	if s.opts.Crashes && genuine.failed() && !ours.failed() {
		s.count(func(n *Summary) { n.Crashed++ })
		return
	}
	want, got := s.mask(genuine.text()), s.mask(ours.text())
	verdict := func() string {
		if intent != nil {
			return s.differsAsIntended(t, intent, file, a, want, got)
		}
		return string(diff.Diff("genuine", want, "ours", got))
	}()
	switch {
	case verdict != "" && s.opts.Crashes && !s.steady(t, a, c, file.Files, want):
		s.count(func(n *Summary) { n.Crashed++ })
	case verdict != "":
		s.count(func(n *Summary) { n.Different++ })
		if DigestMode() {
			s.count(func(*Summary) { s.differences = append(s.differences, difference{c, verdict}) })
			return
		}
		t.Errorf("%s: %s\n%s", c.At, c.Line, verdict)
	case intent != nil:
		s.count(func(n *Summary) { n.Intended++ })
		t.Logf("intended difference: %s", intent.Reason)
	default:
		s.count(func(n *Summary) { n.Identical++ })
	}
}

// steady reports whether another run of a case gives the same result, with
// other contents of memory that nobody has written to (mallopt(3)).
func (s *Suite) steady(t *testing.T, a *side, c Case, files []txtar.File, before []byte) bool {
	c.Env = append(slices.Clip(c.Env), "MALLOC_PERTURB_=165")
	again := a.run(t, c, files, timeout)
	return again == nil || bytes.Equal(before, s.mask(again.text()))
}

// differsAsIntended says what is wrong with an intended difference, or "".
func (s *Suite) differsAsIntended(t *testing.T, intent *Intent, file *File, a *side, genuine, ours []byte) string {
	if bytes.Equal(genuine, ours) {
		return "no longer differs; remove it from intended.go: " + intent.Reason
	}
	want := []byte(intent.Ours)
	if intent.As != "" {
		c, err := parseCase(intent.As)
		if err != nil {
			return err.Error()
		}
		r := a.run(t, c, file.Files, timeout)
		if r == nil {
			return "intended.go: cannot run " + intent.As
		}
		want = s.mask(r.text())
	}
	return string(diff.Diff("intended", want, "ours", ours))
}

func (s *Suite) count(add func(*Summary)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	add(&s.summary)
}

// Summary counts how cases ended.
type Summary struct {
	Identical, Different, Intended int
	Crashed                        int // of the genuine tool, see Options
}

func (s Summary) String() string {
	text := fmt.Sprintf("%d command lines: %d identical, %d different, %d intended differences",
		s.Identical+s.Different+s.Intended+s.Crashed, s.Identical, s.Different, s.Intended)
	if s.Crashed > 0 {
		text += fmt.Sprintf(", %d beyond the genuine tool", s.Crashed)
	}
	return text
}

// Append adds a line to the file that $CONFORM_SUMMARY names, if any.
func (s Summary) Append(name string) error {
	path := os.Getenv("CONFORM_SUMMARY")
	if path == "" || s == (Summary{}) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f, "%s: %v\n", name, s); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Ours returns the folder of our tools, built on first use.
func Ours() (string, error) {
	if dir := os.Getenv("PCPTOOLS_BIN"); dir != "" {
		return filepath.Abs(dir)
	}
	return build()
}

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "pcptools")
	if err != nil {
		return "", err
	}
	built = dir
	cmd := exec.Command("go", "build", "-trimpath", "-o", dir+"/", "pcptools/cmd/...")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return dir, nil
})

var built string // where build has put the tools

// Clean removes the tools that Ours has built.
func Clean() error {
	if built == "" {
		return nil
	}
	return os.RemoveAll(built)
}
