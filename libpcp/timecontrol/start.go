package timecontrol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// A StartError is the reason why a pmtime could not be started.
type StartError struct{ Err error }

func (e *StartError) Error() string { return "pmtime: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// Start starts a pmtime, which it looks for in PATH, and connects to it. It
// needs a display. The error is a [*StartError] if it does not start.
//
// The pmtime of PCP 6.0.3 crashes when it is started for archives. Users start
// one without arguments, and programs connect to its port.
func Start(ctx context.Context, s Settings) (*Client, error) {
	kind := "-h"
	if s.Archive {
		kind = "-a"
	}
	cmd := exec.Command("pmtime", kind)
	cmd.Stderr = os.Stderr
	port, err := launch(ctx, cmd)
	if err != nil {
		return nil, &StartError{err}
	}
	return Connect(ctx, port, s)
}

// launch starts a pmtime and reads the number of its port. If the context ends
// first, launch ends the pmtime.
func launch(ctx context.Context, cmd *exec.Cmd) (port int, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	lines := bufio.NewReader(io.LimitReader(out, 4096))
	line, _ := lines.ReadString('\n')
	port, err = parsePort(line)
	if !stop() {
		err = context.Cause(ctx)
	} else if err != nil {
		cmd.Process.Kill()
	}
	go func() {
		io.Copy(io.Discard, out)
		cmd.Wait()
	}()
	return port, err
}

func parsePort(line string) (int, error) {
	digits, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "port=")
	port, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0, fmt.Errorf("printed %q instead of its port", line)
	}
	return int(port), nil
}
