package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"pcptools/internal/golden"
	"pcptools/tests/internal/generate"
)

// choose makes up lines about the archives and adds those that have ours run
// code that no line before has, n at most. They are data from then on; those that
// depend on the day, as the replay then shows, are to be taken out again.
func choose(dir string, o *oracle, n int, seed uint64) error {
	records, err := golden.Load(filepath.Join(dir, "archive"))
	if err != nil {
		return err
	}
	c, err := newCoverage(o.room)
	if err != nil {
		return err
	}
	defer os.RemoveAll(c.dir)
	for _, r := range records {
		if err := c.run(r.Line); err != nil {
			return err
		}
	}
	if _, err := c.more(); err != nil {
		return err
	}
	subjects, err := generate.Subjects(o.tree, o.room.Dir)
	if err != nil {
		return err
	}
	tools, err := generate.Options(o.tree)
	if err != nil {
		return err
	}
	lines := generate.Lines(seed, 25*n, tools, subjects)
	chosen := fmt.Appendf(nil, "# Made up with seed %d: each reaches code that none before does.\n", seed)
	for _, line := range lines {
		if elsewhere.MatchString(line) {
			continue
		}
		if err := c.run(line); err != nil {
			return err
		}
		more, err := c.more()
		if err != nil {
			return err
		}
		if more {
			chosen = append(chosen, "$ "+line+"\n"...)
			n--
		}
		if n == 0 {
			break
		}
	}
	path := filepath.Join(dir, "archive", "chosen.txt")
	before, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.WriteFile(path, append(before, chosen...), 0o644)
}

// elsewhere finds lines about files that are not recorded, about this machine,
// and those that wait.
var elsewhere = regexp.MustCompile(`/(usr|var|etc)/|posixrules| -[hK]| -[a-zA-Z]*L| --(ho|lo)|pmval .*-d `)

// A coverage is the code that lines have run.
type coverage struct {
	dir     string // of tools that count
	covdata string // the program that reads what they have counted
	room    *golden.Room
	runs    int
	all     map[string]bool // blocks, as cmd/cover writes them
}

// newCoverage builds our tools so that they count what they run. Its directory
// is to be removed even if it fails.
func newCoverage(room *golden.Room) (*coverage, error) {
	dir, err := os.MkdirTemp("", "coverage")
	c := &coverage{dir: dir, room: room, all: make(map[string]bool)}
	if err != nil {
		return c, err
	}
	cmd := exec.Command("go", "build", "-cover", "-coverpkg=pcptools/libpcp/...,pcptools/cmd/...", "-o", dir+"/", "pcptools/cmd/...")
	if out, err := cmd.CombinedOutput(); err != nil {
		return c, fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	cmd = exec.Command("go", "tool", "-n", "covdata")
	path, err := cmd.Output()
	c.covdata = strings.TrimSpace(string(path))
	return c, errors.Join(err, os.Mkdir(c.data(), 0o755))
}

// data is the directory of what has been counted.
func (c *coverage) data() string { return filepath.Join(c.dir, "data") }

// run runs a line, as each release's in turn.
func (c *coverage) run(line string) error {
	command, err := golden.ParseCommand(line)
	if err != nil {
		return nil // made up
	}
	c.runs++
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(c.dir, command.Tool), command.Args...)
	cmd.Dir = c.room.Dir
	cmd.Env = append(golden.Environ(command.Environ...), "GOCOVERDIR="+c.data(),
		"PCPTOOLS_COMPAT="+golden.Releases[c.runs%len(golden.Releases)])
	cmd.Run() // however it ends
	_, err = c.room.Leftovers()
	return err
}

// more reports whether what has been run since the last time was new.
func (c *coverage) more() (bool, error) {
	profile := filepath.Join(c.dir, "profile")
	cmd := exec.Command(c.covdata, "textfmt", "-i="+c.data(), "-o="+profile)
	if out, err := cmd.CombinedOutput(); err != nil {
		return false, fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	text, err := os.ReadFile(profile)
	more := false
	for block := range bytes.Lines(text) {
		if reached := strings.TrimSuffix(string(block), " 1\n"); len(reached) < len(block) && !c.all[reached] {
			c.all[reached], more = true, true
		}
	}
	return more, errors.Join(err, os.RemoveAll(c.data()), os.Mkdir(c.data(), 0o755))
}
