package logger

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
)

// Host is a host of a [Recording] (pmRecordHost). Text written to it before
// [Recording.Start] configures its pmlogger.
type Host struct {
	Name string

	isDefault bool
	dir       string // of all files
	base      string // of the archive
	config    *os.File
	arguments []string

	control  io.WriteCloser // nil until Start
	released bool           // detached or stopped
	cmd      *exec.Cmd
	done     chan struct{} // closed when the process has ended
}

// create makes the configuration file. If the recording has the host already,
// a letter is added to the base name.
func (h *Host) create(base string) error {
	for _, letter := range append([]string{""}, letters()...) {
		h.base = base + letter + "." + h.Name
		config, err := os.OpenFile(filepath.Join(h.dir, h.base+".config"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			h.config = config
			return err
		}
	}
	return invalid("host %q: too often", h.Name)
}

func letters() (list []string) {
	for c := 'a'; c <= 'z'; c++ {
		list = append(list, string(c))
	}
	return list
}

// Write appends to the configuration of pmlogger (pmlogger(1)).
func (h *Host) Write(p []byte) (int, error) { return h.config.Write(p) }

// Log is the path of the file that pmlogger writes its messages to.
func (h *Host) Log() string { return filepath.Join(h.dir, h.base+".log") }

// Base is the path of the archive, without a suffix.
func (h *Host) Base() string { return filepath.Join(h.dir, h.base) }

// PID is the number of the pmlogger process, or 0 before Start.
func (h *Host) PID() int {
	if h.cmd == nil {
		return 0
	}
	return h.cmd.Process.Pid
}

// Done is closed when pmlogger has ended; it is nil before Start.
func (h *Host) Done() <-chan struct{} { return h.done }

// ProcessState is how pmlogger ended, or nil if it has not.
func (h *Host) ProcessState() *os.ProcessState {
	select {
	case <-h.done:
		return h.cmd.ProcessState
	default:
		return nil
	}
}

// AddArgument adds an argument for pmlogger (PM_REC_SETARG).
func (h *Host) AddArgument(argument string) error {
	if h.control != nil {
		return invalid("recording has started")
	}
	h.arguments = append(h.arguments, argument)
	return nil
}

// launch starts pmlogger, which reads its configuration from a pipe.
func (h *Host) launch(f *folio) error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	dir := conf.Get("PCP_BINADM_DIR")
	h.cmd = exec.Command(filepath.Join(dir, "pmlogger"), append(h.arguments,
		"-x", "3", "-h", h.Name, "-l", h.base+".log", "-c", h.base+".config", h.base)...)
	h.cmd.Dir = h.dir
	h.cmd.ExtraFiles = []*os.File{in}
	h.cmd.Stdout, h.cmd.Stderr = os.Stderr, os.Stderr
	if err := h.cmd.Start(); err != nil {
		h.cmd = nil
		out.Close()
		return err
	}
	h.control, h.done = out, make(chan struct{})
	go func() {
		h.cmd.Wait()
		close(h.done)
	}()
	return h.describe(f)
}

// describe sends pmlogger the description of the recording.
func (h *Host) describe(f *folio) error {
	lines := fmt.Sprintf("V0\nF%s\nP%s\n", f.name, f.creator)
	if f.replay {
		lines += "R\n"
	}
	return h.send(lines)
}

// send writes to the control pipe.
func (h *Host) send(lines string) error {
	if h.control == nil || h.released {
		return invalid("host %q is not being recorded", h.Name)
	}
	_, err := io.WriteString(h.control, lines)
	if errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("pmlogger of %q has ended: %w", h.Name, libpcp.ErrIPC)
	}
	return err
}

// Status makes pmlogger show its state, in a dialog or in its log.
func (h *Host) Status() error { return h.send("?\n") }

// Detach lets pmlogger continue on its own, also after the end of this
// program.
func (h *Host) Detach() error { return h.release("D\n") }

// Stop ends pmlogger, without waiting; see [Host.Done].
func (h *Host) Stop() error { return h.release("Q\n") }

// release sends the last message.
func (h *Host) release(line string) error {
	if err := h.send(line); err != nil && !errors.Is(err, libpcp.ErrIPC) {
		return err
	} else if h.released = true; err != nil {
		h.control.Close()
		return err
	}
	return h.control.Close()
}
