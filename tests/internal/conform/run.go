package conform

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/golden"
	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

const (
	maxOutput  = 16 << 20 // more than any case prints that ends
	maxEndless = 64 << 10 // what is kept of one that does not
)

// result is what one side made of a case.
type result struct {
	stdout, stderr []byte
	status         int
	endless        bool              // had to be stopped
	files          map[string][]byte // left behind in the working directory
}

// failed reports whether a tool ended by a signal, or not at all.
func (r *result) failed() bool { return r.endless || r.status < 0 }

// text shows everything about a result that is compared, as golden.Result does.
func (r *result) text() []byte {
	all := golden.Result{Stdout: r.stdout, Stderr: r.stderr, Files: r.files, Status: r.status}
	if r.endless {
		return []byte(strings.TrimSuffix(all.Text(), "= -1\n") + "= not ended\n")
	}
	return []byte(all.Text())
}

// side is one of the two that are compared.
type side struct {
	name  string
	tools string // directory
	dir   string // to run in, if not an empty one
	tree  *tree.Tree
	world *world.World
}

// run runs a case.
func (s *side) run(c Case, files []txtar.File, limit time.Duration) (*result, error) {
	c, files = c.expand(s.variable), s.expand(files)
	dir := s.dir
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "case"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
	}
	for _, f := range files {
		if err := place(dir, f); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	stdout, stderr := output{full: cancel}, output{full: cancel}
	cmd := s.tree.Command(ctx, filepath.Join(s.tools, c.Tool), c.Args...)
	cmd.WaitDelay = 30 * time.Second // a busy machine is slow to pass on what was printed
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/", programs.AtOnce}, s.worldEnv()...)
	cmd.Env = append(cmd.Env, c.Env...)

	err := cmd.Run()
	r := result{endless: ctx.Err() != nil}
	if err := r.end(err, &stdout.text, &stderr.text); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	r.stdout, r.stderr = s.neutral(stdout.text.Bytes()), s.neutral(stderr.text.Bytes())
	if s.dir == "" {
		if r.files, err = s.leftovers(dir, files); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return &r, nil
}

// end notes how a command has ended.
func (r *result) end(err error, stdout, stderr *bytes.Buffer) error {
	var exit *exec.ExitError
	switch {
	case r.endless:
		r.status = -1
		stdout.Truncate(min(stdout.Len(), maxEndless))
		stderr.Truncate(min(stderr.Len(), maxEndless))
	case errors.As(err, &exit):
		// A signal is no exit status: it is -1 here, with its name.
		if r.status = exit.ExitCode(); r.status < 0 {
			fmt.Fprintf(stderr, "(%v)\n", exit)
		}
	default:
		return err
	}
	return nil
}

// output collects what a command prints, and stops it when that is too much.
type output struct {
	text bytes.Buffer // not embedded: its ReadFrom would be used instead of Write
	full func()
}

func (o *output) Write(p []byte) (int, error) {
	if o.text.Len()+len(p) > maxOutput {
		o.full()
		return len(p), nil // and no more of it
	}
	return o.text.Write(p)
}

func (s *side) worldEnv() []string {
	if s.world == nil {
		return nil
	}
	return append(s.world.Env(), "PMCD_CONNECT_TIMEOUT=60", "PMCD_REQUEST_TIMEOUT=60") // as a busy machine may need
}

func (s *side) variable(name string) string {
	switch {
	case name == "ARCHIVES":
		return filepath.Join(s.tree.Conf("PCP_VAR_DIR"), "testsuite", "archives")
	case name == "PORT" && s.world != nil:
		return strconv.Itoa(s.world.Port)
	case name == "SOCKET" && s.world != nil:
		return s.world.Socket
	case name == "SECURITY" && s.world != nil:
		return s.world.Security()
	case name == "PMDAS" && s.world != nil:
		return s.world.PMDAs()
	case name == "PMNS" && s.world != nil:
		return s.world.PMNS()
	}
	return "$" + name
}

// neutral replaces what distinguishes one side's world from the other's.
func (s *side) neutral(text []byte) []byte {
	if s.world == nil {
		return text
	}
	text = bytes.ReplaceAll(text, []byte(s.world.Dir), []byte("$WORLD"))
	// As a port is written: a value may be the same number.
	port := regexp.MustCompile(`([]:=,"]|, |\bport )` + strconv.Itoa(s.world.Port) + `\b`)
	return port.ReplaceAll(text, []byte("${1}$$PORT"))
}

// expand replaces $SECURITY in the files of a case file.
func (s *side) expand(files []txtar.File) []txtar.File {
	expanded := make([]txtar.File, len(files))
	for i, f := range files {
		data := bytes.ReplaceAll(f.Data, []byte("$SECURITY"), []byte(s.variable("SECURITY")))
		expanded[i] = txtar.File{Name: f.Name, Data: data}
	}
	return expanded
}

// place writes a file of a case file, which may be in a directory of its own.
func place(dir string, f txtar.File) error {
	path := filepath.Join(dir, f.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, f.Data, 0o644)
}

// leftovers returns the files that a command has made or changed.
func (s *side) leftovers(dir string, files []txtar.File) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	left := make(map[string][]byte)
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		given := func(f txtar.File) bool { return f.Name == entry.Name() && bytes.Equal(f.Data, text) }
		if !slices.ContainsFunc(files, given) {
			left[entry.Name()] = s.neutral(text)
		}
	}
	return left, nil
}

// testName makes a command line the name of a subtest, for -run.
func testName(c Case) string {
	return strings.ReplaceAll(c.Line, "/", "∕")
}
