package golden

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"
)

// A Runner runs a tool in this process and returns its status.
type Runner func(ctx context.Context, p Process) int

// A Process is what a tool would have of a process of its own.
type Process struct {
	Environ, Args  []string
	Stdout, Stderr io.Writer
	// NetDial opens connections to a pmcd; nil stands for a net.Dialer.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)
}

// patience is how long a line may take. None takes a second on an idle machine.
const patience = time.Minute

// Run runs a tool in the current directory, and keeps its output. It is an error if it panics, or has
// not ended when ctx does, or after a minute; it may then go on.
func (run Runner) Run(ctx context.Context, p Process) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var stdout, stderr output
	p.Stdout, p.Stderr = &stdout, &stderr
	var r Result
	ended := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				ended <- fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			}
		}()
		r.Status = run(ctx, p)
		ended <- ctx.Err()
	}()
	select {
	case err := <-ended:
		r.Stdout, r.Stderr = stdout.text.Bytes(), stderr.text.Bytes()
		return &r, err
	case <-ctx.Done():
	}
	select { // it has been asked to end
	case <-ended:
		return nil, ctx.Err()
	case <-time.After(patience):
		return nil, errors.New("does not end")
	}
}

// An output is what a tool writes to, and programs that it runs do at the same
// time. A buffer alone loses text then.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// A Room is a directory that tools run in: a copy of the recorded archives, so
// that they may leave files.
type Room struct {
	Dir   string
	given map[string]bool
}

// NewRoom makes a room in a directory, of the recordings in another.
func NewRoom(dir, recordings string) (*Room, error) {
	for _, name := range []string{"archives", "zones"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(recordings, name))); err != nil {
			return nil, err
		}
	}
	// Git keeps no empty directories.
	if err := os.MkdirAll(filepath.Join(dir, "archives", "lists", "none"), 0o755); err != nil {
		return nil, err
	}
	r := &Room{Dir: filepath.Join(dir, "archives"), given: make(map[string]bool)}
	entries, err := os.ReadDir(r.Dir)
	for _, entry := range entries {
		r.given[entry.Name()] = true
	}
	return r, err
}

// Leftovers returns the files that a tool has left, if any, and removes them.
func (r *Room) Leftovers() (map[string][]byte, error) {
	entries, err := os.ReadDir(r.Dir)
	if err != nil {
		return nil, err
	}
	var left map[string][]byte
	for _, entry := range entries {
		if r.given[entry.Name()] {
			continue
		}
		path := filepath.Join(r.Dir, entry.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		if left == nil {
			left = make(map[string][]byte)
		}
		left[entry.Name()] = text
	}
	return left, nil
}
