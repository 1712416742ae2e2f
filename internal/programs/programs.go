// Package programs builds programs of this module for tests.
package programs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"pcptools/internal/bare"
	"pcptools/internal/need"
)

// AtOnce is for the environment of programs that may have the race detector, which
// has each of them sleep for a second at its end.
const AtOnce = "GORACE=atexit_sleep_ms=0"

// Build builds the programs of packages into a directory, without what only debuggers
// read. It uses the flags of the test run otherwise: others would compile all packages again.
func Build(dir string, packages ...string) error {
	if _, err := Imports(packages...); err != nil {
		return err
	}
	_, err := run(append([]string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}, packages...)...)
	return err
}

// once holds the directories that Once has made, by packages.
var once struct {
	sync.Mutex
	dirs map[string]string
}

// Once returns a directory that has the programs of packages, which are built when
// they are first asked for. [Main] removes it.
func Once(packages ...string) (dir string, err error) {
	once.Lock()
	defer once.Unlock()
	key := strings.Join(packages, " ")
	if dir, ok := once.dirs[key]; ok {
		return dir, nil
	}
	if dir, err = os.MkdirTemp("", "pcptools"); err != nil {
		return "", err
	}
	if err := Build(dir, packages...); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	if once.dirs == nil {
		once.dirs = make(map[string]string)
	}
	once.dirs[key] = dir
	return dir, nil
}

const tools = "pcptools/cmd/..."

// readTools has go test know what the tools consist of.
var readTools = sync.OnceValue(func() error {
	_, err := Imports(tools)
	return err
})

// Tools returns the directory of our tools: $PCPTOOLS_BIN, or one for which they are
// built on first use.
func Tools() (dir string, err error) {
	if dir := os.Getenv("PCPTOOLS_BIN"); dir != "" {
		if err := readTools(); err != nil {
			return "", err
		}
		return filepath.Abs(dir)
	}
	return Once(tools)
}

// Main is a TestMain that removes the directories that Once has made. The tests of
// make test run in a bare environment ([bare.Enter]).
func Main(m *testing.M) {
	defaultSignals()
	if !need.Verifying() {
		if err := bare.Enter(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	status := m.Run()
	for _, dir := range once.dirs {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = max(status, 1)
		}
	}
	os.Exit(status)
}

// defaultSignals lets the programs that tests start end by signals, even if the
// tests were started with ignored signals, by nohup(1) or in the background.
func defaultSignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// Imports lists the packages that packages consist of, themselves included. It
// reads the directories of those in this module, so that go test runs a test again
// after their sources have changed: it knows which files a test itself has read,
// and nothing of what the programs are made of that the test starts.
func Imports(packages ...string) ([]string, error) {
	const format = `{{.ImportPath}} {{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}`
	list, err := run(append([]string{"list", "-deps", "-f", format}, packages...)...)
	if err != nil {
		return nil, err
	}
	var paths []string
	for line := range strings.Lines(list) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		paths = append(paths, path)
		if dir == "" {
			continue
		}
		if _, err := os.ReadDir(dir); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

func run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	var problem strings.Builder
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, &problem)
	}
	return string(out), nil
}
