// Package conform runs command lines on PCP's tools and on ours, and
// compares standard output, standard error, exit status and files written, byte
// for byte.
//
// Each side has a world of its own, so that both see the same history of stores
// and fetches. Two lists bound what may differ: mask.go has the values that
// differ between two runs of PCP's tool, intended.go the differences that
// are meant. That ours panics, dies by a signal or does not end is wrong whatever
// PCP's tool does. Where values move between the two runs of a case, moved.go
// has both run again; it says which may, and how many.
//
// A filtered set of cases, by file and command line (blanks become underscores):
//
//	go test ./tests -run 'TestLive/pminfo'
//	go test ./tests -run 'TestLive/pminfo-values/-f_sample.long'
//
// PCP's tools come from /usr/bin or $PCP_BIN. Ours are built once per test
// run, unless $PCPTOOLS_BIN names a directory that has them; PCPTOOLS_BIN=/usr/bin
// tests the cases and the masks themselves.
package conform

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

// Options say where the cases of a suite are run.
type Options struct {
	Live bool   // on worlds
	Dir  string // in this directory, instead of an empty one each

	Tree *tree.Tree // of another release; it sees the directory of our tools

	World world.Options // of live cases; its tree need not be that of the tools
}

// Suite runs case files; Close it when all have run.
type Suite struct {
	opts Options
	dir  string
	kit  *world.Kit // nil: cases need no pmcd

	patience time.Duration // how long a case may take

	mu      sync.Mutex
	summary Summary
}

// NewSuite prepares what the cases need.
func NewSuite(opts Options) (*Suite, error) {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return nil, err
	}
	s := &Suite{opts: opts, dir: dir, patience: timeout}
	if opts.Live {
		s.kit, err = world.NewKit(dir, opts.World)
	}
	return s, err
}

// Close removes what NewSuite has made and returns the counts. A suite that
// found nothing to agree upon is an error: something is wrong with it; so is one
// of which too much has moved.
func (s *Suite) Close() (Summary, error) {
	err := os.RemoveAll(s.dir)
	n := s.summary
	if n[identical]+n[intendedDifference] == 0 && n.total() > 0 {
		err = errors.Join(err, errors.New("nothing was identical"))
	}
	if most := maxMoved(n.total()); n[moved] > most {
		err = errors.Join(err, fmt.Errorf("%d cases moved, which %d of %d may", n[moved], most, n.total()))
	}
	return n, err
}

// Run runs the cases of a file, in order, on a fresh pair of worlds.
func (s *Suite) Run(t *testing.T, file *File) {
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	a := &side{name: "genuine", tools: filepath.Dir(s.opts.Tree.Genuine("pminfo")), dir: s.opts.Dir, tree: s.opts.Tree}
	b := &side{name: "ours", tools: ours, dir: s.opts.Dir, tree: s.opts.Tree}
	if s.kit != nil {
		a.world, b.world = s.startWorld(t), s.startWorld(t)
	}
	for _, c := range file.Cases {
		if s.intent(c) != nil && a.tools == b.tools {
			continue // nothing to intend
		}
		c.Damaged = c.Damaged || file.Damaged
		t.Run(testName(c), func(t *testing.T) {
			v := s.compare(file, c, a, b)
			s.count(v)
			switch v.outcome {
			case different:
				t.Errorf("%s: %s\n%s", c.At, c.Line, v.text)
			case intendedDifference:
				t.Logf("intended difference: %s", v.text)
			case moved:
				t.Logf("moved: %s: %s\n%s", c.At, c.Line, v.text)
			}
		})
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

func (s *Suite) count(v verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.summary[v.outcome]++
}

// Summary counts how cases ended, by outcome.
type Summary [moved + 1]int

func (s Summary) total() (n int) {
	for _, of := range s {
		n += of
	}
	return n
}

func (s Summary) String() string {
	text := fmt.Sprintf("%d command lines: %d identical, %d different, %d intended differences",
		s.total(), s[identical], s[different], s[intendedDifference])
	if s[beyondGenuine] > 0 {
		text += fmt.Sprintf(", %d beyond the genuine tool", s[beyondGenuine])
	}
	if s[moved] > 0 {
		text += fmt.Sprintf(", %d moved", s[moved])
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
