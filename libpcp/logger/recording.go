package logger

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// A Recording is a session in which pmlogger processes, one for each host,
// record what a program shows, into archives that a folio lists
// (pmRecordSetup(3)):
//
//	r, err := logger.Record("view.folio", "myview", true)
//	if err != nil {
//		return err
//	}
//	io.WriteString(r.Replay(), "colour green\n") // the configuration of myview's replay
//	h, err := r.AddHost("localhost", true)
//	fmt.Fprintln(h, "log mandatory on 1 sec { kernel.all.load }")
//	err = r.Start()
//	...
//	err = r.Stop()
//
// All files are in the folio's directory: the folio; the configuration for
// replays, if any, named by six random letters and digits, BASE; and for each
// host BASE.HOST with .config, .log and the archive's .0, .meta and .index.
//
// Calls in a wrong order fail with EINVAL; calls to a pmlogger that has ended
// fail with libpcp.ErrIPC. When the program ends without Stop or Detach, its
// pmloggers end too.
type Recording struct {
	folio   folio
	replay  io.WriteCloser // nil without a configuration for replays
	hosts   []*Host
	started bool
}

// Record begins a recording. The folio must not exist yet. The creator is the
// name of the program that pmafm(1) runs for a replay, with BASE as its
// configuration; replay is false if it has none.
func Record(folioPath, creator string, replay bool) (*Recording, error) {
	if strings.ContainsAny(creator, " \t\n") || creator == "" {
		return nil, invalid("creator %q", creator)
	}
	path, err := filepath.Abs(folioPath)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &Recording{folio: folio{name: folioPath, path: path, creator: creator}}
	if err := r.begin(file, replay); err != nil {
		os.Remove(path)
		return nil, err
	}
	return r, nil
}

// begin chooses the base name and writes the folio's head. libpcp (C) removes
// the configuration for replays too, although pmRecordSetup(3) promises it.
func (r *Recording) begin(file io.Writer, replay bool) error {
	base, err := uniqueFile(filepath.Dir(r.folio.path))
	if err != nil {
		return err
	}
	r.folio.base = filepath.Base(base.Name())
	if replay {
		r.replay, r.folio.replay = base, true
	} else if err := errors.Join(base.Close(), os.Remove(base.Name())); err != nil {
		return err
	}
	return r.folio.writeHead(file)
}

// uniqueFile makes a file whose name is six random letters and digits.
func uniqueFile(dir string) (*os.File, error) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	for range 1000 {
		var name [6]byte
		for i := range name {
			name[i] = letters[rand.IntN(len(letters))]
		}
		f, err := os.OpenFile(filepath.Join(dir, string(name[:])), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
	return nil, libpcp.Errno(syscall.EEXIST)
}

func invalid(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, libpcp.Errno(syscall.EINVAL))...)
}

// Replay returns the writer for the program's configuration for replays, to be
// used before [Recording.Start]. If the recording has no such configuration,
// the writer discards all text.
func (r *Recording) Replay() io.Writer {
	if r.replay == nil {
		return io.Discard
	}
	return r.replay
}

// AddHost adds a host (pmRecordAddHost(3)). At most one host is the default
// host; its archive comes first in the folio.
func (r *Recording) AddHost(name string, isDefault bool) (*Host, error) {
	if r.started {
		return nil, invalid("recording has started")
	}
	if name == "" || strings.ContainsAny(name, "/ \t\n") {
		return nil, invalid("host %q", name)
	}
	if isDefault && len(r.hosts) > 0 && r.hosts[0].isDefault {
		return nil, invalid("second default host %q", name)
	}
	h := &Host{Name: name, isDefault: isDefault, dir: filepath.Dir(r.folio.path)}
	if err := h.create(r.folio.base); err != nil {
		return nil, err
	}
	if isDefault {
		r.hosts = append([]*Host{h}, r.hosts...)
	} else {
		r.hosts = append(r.hosts, h)
	}
	return h, nil
}

// AddArgument adds an argument for the pmlogger of each host that has been
// added, one at a time (PM_REC_SETARG).
func (r *Recording) AddArgument(argument string) error {
	return r.each(false, func(h *Host) error { return h.AddArgument(argument) })
}

// Start launches the pmloggers (PM_REC_ON). If one cannot be launched, the
// others end.
func (r *Recording) Start() error {
	if r.started || len(r.hosts) == 0 {
		return invalid("no hosts, or started already")
	}
	r.started = true
	if err := r.close(); err != nil {
		return err
	}
	for i, h := range r.hosts {
		if err := h.launch(&r.folio); err != nil {
			for _, h := range r.hosts[:i] {
				h.Stop()
			}
			return err
		}
	}
	return nil
}

// close ends the configurations and completes the folio.
func (r *Recording) close() error {
	err := r.folio.addArchives(r.hosts)
	if r.replay != nil {
		err = errors.Join(err, r.replay.Close())
	}
	for _, h := range r.hosts {
		err = errors.Join(err, h.config.Close())
	}
	return err
}

// Status makes each pmlogger show its state, in a dialog or in its log
// (PM_REC_STATUS).
func (r *Recording) Status() error { return r.each(true, (*Host).Status) }

// Detach lets each pmlogger continue on its own (PM_REC_DETACH).
func (r *Recording) Detach() error { return r.each(true, (*Host).Detach) }

// Stop ends each pmlogger and waits for it (PM_REC_OFF).
func (r *Recording) Stop() error {
	err := r.each(true, (*Host).Stop)
	for _, h := range r.hosts {
		if h.done != nil {
			<-h.done
		}
	}
	return err
}

// each does something for the hosts that have not been detached or stopped.
func (r *Recording) each(started bool, do func(*Host) error) error {
	if r.started != started || len(r.hosts) == 0 {
		return invalid("recording is in another state")
	}
	var all error
	for _, h := range r.hosts {
		if !h.released {
			all = errors.Join(all, do(h))
		}
	}
	return all
}
