package recordings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/golden"
	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
)

// tools are those that lines may run.
var tools = []string{"pmerr", "pmgenmap", "pminfo", "pmprobe", "pmstore", "pmval"}

// An oracle is PCP's tools of a release.
type oracle struct {
	release string
	tree    *tree.Tree // nil: this machine
	dir     string     // of its own
	room    *golden.Room
}

// findOracles opens the releases, each with a room of its own. Those that it has
// opened have a directory to be removed even if it fails.
func findOracles(t *testing.T, releases []string, recordings string) (oracles []*oracle, err error) {
	for _, release := range releases {
		o := &oracle{release: release}
		if pcpconf.Get("PCP_VERSION") != release {
			next, err := tree.MovedOn(release)
			if err != nil {
				return oracles, err
			}
			if next != "" {
				fmt.Printf("unstable has PCP %s now: what is recorded of %s stays as it is\n", next, release)
				continue
			}
			o.tree = need.Tree(t, release)
		}
		oracles = append(oracles, o)
		if o.dir, err = os.MkdirTemp("", "golden"); err != nil {
			return oracles, err
		}
		if o.room, err = golden.NewRoom(o.dir, recordings); err != nil {
			return oracles, err
		}
		if err = o.verify(); err != nil {
			return oracles, err
		}
	}
	return oracles, nil
}

// verify refuses tools of another release, and ours.
func (o *oracle) verify() error {
	for _, tool := range tools {
		if err := o.command(context.Background(), tool, "--build-info").Run(); err == nil {
			return fmt.Errorf("%s is ours", o.tree.Genuine(tool))
		}
		if tool == "pmerr" || tool == "pmgenmap" {
			continue // without a version
		}
		var stderr bytes.Buffer
		cmd := o.command(context.Background(), tool, "--version")
		cmd.Stderr = &stderr
		cmd.Run() // some releases end with 1
		if got, want := stderr.String(), tool+" version "+o.release+"\n"; got != want {
			return fmt.Errorf("%s is of another release than %s: %q", o.tree.Genuine(tool), o.release, got)
		}
	}
	return nil
}

func (o *oracle) command(ctx context.Context, tool string, args ...string) *exec.Cmd {
	return o.tree.Command(ctx, o.tree.Genuine(tool), args...)
}

// patience is how long a line may take, and maxOutput how much it may print.
const (
	patience  = 30 * time.Second
	maxOutput = 16 << 10
)

// A rejection is why a line is not recorded.
type rejection string

func (r rejection) Error() string { return string(r) }

// run runs a line, with settings of the environment beside its own. A rejection
// concerns the line alone.
func (o *oracle) run(line string, environ ...string) (string, error) {
	c, err := golden.ParseCommand(line)
	if err != nil {
		return "", rejection(err.Error())
	}
	if !slices.Contains(tools, c.Tool) {
		return "", rejection("no tool of PCP's here")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := o.command(ctx, c.Tool, c.Args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = o.room.Dir, &stdout, &stderr
	cmd.Env = append(golden.Environ(c.Environ...), environ...)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	files, leftErr := o.room.Leftovers()
	if leftErr != nil {
		return "", leftErr
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", rejection("does not end")
	case errors.As(err, &exit) && !exit.Exited():
		return "", rejection(exit.Error())
	case err != nil && exit == nil:
		return "", err
	}
	r := golden.Result{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Files: files, Status: cmd.ProcessState.ExitCode()}
	text := string(golden.Mask([]byte(r.Text())))
	return text, o.reject(text)
}

// reject says why the text of a result cannot be recorded, or nil.
func (o *oracle) reject(text string) error {
	if len(text) > maxOutput {
		return rejection("too long")
	}
	if strings.Contains(text, "Cannot connect to PMCD") {
		return rejection("asks for a pmcd, and why there is none depends on the machine")
	}
	if namesWord(text, o.dir) {
		return rejection("names " + o.dir)
	}
	return nil
}

// namesWord reports whether a text has a word that is no part of a longer one.
func namesWord(text, word string) bool {
	isWord := func(s string) bool { return s != "" && strings.ContainsAny(s, wordCharacters) }
	for i := 0; ; {
		at := strings.Index(text[i:], word)
		if at < 0 {
			return false
		}
		i += at
		if end := i + len(word); !isWord(text[max(0, i-1):i]) && !isWord(text[end:min(len(text), end+1)]) {
			return true
		}
		i++
	}
}

const wordCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
