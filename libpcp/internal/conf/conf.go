// Package conf looks up PCP's settings: first in the environment, then in the
// file pcp.conf (pmGetConfig(3), pcp.conf(5)).
//
// The file is read when a setting is first missed in the environment, and
// only then: a program that needs none does not touch it.
package conf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

// Env looks up a variable of the environment; nil stands for the environment of
// the process.
type Env func(name string) (value string, ok bool)

// Var returns the value of a variable, and whether it is set.
func (e Env) Var(name string) (string, bool) {
	if e == nil {
		return os.LookupEnv(name)
	}
	return e(name)
}

// Get returns the value of a setting, or "" when it has none
// (pmGetOptionalConfig(3)).
func (e Env) Get(name string) string {
	value, _ := e.Lookup(name)
	return value
}

// Get is [Env.Get] with the environment of the process.
func Get(name string) string { return Env(nil).Get(name) }

// Lookup is [Env.Lookup] with the environment of the process.
func Lookup(name string) (string, bool) { return Env(nil).Lookup(name) }

// Lookup returns the value of a setting, and whether it has one. A variable
// that is set in the environment counts, even if it is empty.
func (e Env) Lookup(name string) (string, bool) {
	if value, ok := e.Var(name); ok {
		return value, true
	}
	text, err := e.file()
	if err != nil {
		return "", false
	}
	return find(text, name)
}

// Need is Lookup for a setting that PCP's tools cannot do without: if the
// environment names a file that does not exist, [Missing] returns an error from
// then on.
func (e Env) Need(name string) (string, bool) {
	value, ok := e.Lookup(name)
	if _, err := e.file(); !ok && e.named() {
		var open *fs.PathError
		if errors.As(err, &open) && open.Op != "read" { // a directory is empty
			missing.Store(&MissingError{e.path(), open.Err})
		}
	}
	return value, ok
}

// Missing returns an error if a setting was needed that is not in the
// environment, and the file that PCP_CONF or PCP_DIR names cannot be opened.
func Missing() error {
	if err := missing.Load(); err != nil {
		return err
	}
	return nil
}

var missing atomic.Pointer[MissingError]

// A MissingError says that the environment names a file that is not there.
type MissingError struct {
	Path string
	Err  error
}

func (e *MissingError) Error() string {
	return "no configuration file " + e.Path + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *MissingError) Unwrap() error { return e.Err }

// named reports whether the environment says where the file is.
func (e Env) named() bool {
	_, conf := e.Var("PCP_CONF")
	_, dir := e.Var("PCP_DIR")
	return conf || dir
}

// Check reads pcp.conf, and returns an error for a pcp.conf that cannot be used: a
// device or the like, or a file longer than settings ever are. Without a
// file, or with a directory in its place, nothing has a setting.
func (e Env) Check() error {
	_, err := e.file()
	if errors.Is(err, errIrregular) || errors.Is(err, errLong) {
		return err
	}
	return nil
}

const maxFile = 1 << 20

var (
	errIrregular = errors.New("not a regular file")
	errLong      = errors.New("longer than 1 MiB")
)

// contents is a file that was read.
type contents struct {
	path string
	text []byte
	err  error
}

var last atomic.Pointer[contents] // the file that was read last

// file returns the text of the file that settings come from.
func (e Env) file() ([]byte, error) {
	path := e.path()
	if c := last.Load(); c != nil && c.path == path {
		return c.text, c.err
	}
	c := &contents{path: path}
	c.text, c.err = read(path)
	last.Store(c)
	return c.text, c.err
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() && isNull(info):
		return nil, nil
	case !info.Mode().IsRegular() && !info.IsDir():
		err = errIrregular
	default:
		var text []byte
		if text, err = readFile(path, info.Size()); err == nil {
			return text, nil
		}
	}
	return nil, fmt.Errorf("configuration file %s: %w", path, err)
}

// isNull reports whether a file is the null device, with which containers hide files,
// and whose name may be that of a file hidden.
func isNull(info fs.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// readFile reads a file of about that size, in one piece since every start of
// a tool does it.
func readFile(path string, size int64) ([]byte, error) {
	if size > maxFile {
		return nil, errLong
	}
	// os.Open would start the run-time's poller, which has nothing to poll.
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(fd), path)
	defer f.Close()
	text := make([]byte, size)
	n, err := io.ReadFull(f, text)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return text[:n], err
}

// Path is the file that settings come from: $PCP_CONF, or etc/pcp.conf below
// $PCP_DIR, or /etc/pcp.conf. Where the last is missing it is /usr/local/etc/pcp.conf, if
// that is there, as of a PCP built from source.
func Path() string { return Env(nil).path() }

func (e Env) path() string {
	if path, ok := e.Var("PCP_CONF"); ok {
		return path
	}
	if dir, ok := e.Var("PCP_DIR"); ok {
		return filepath.Join("/", dir, "etc", "pcp.conf")
	}
	return installed()
}

var installed = sync.OnceValue(func() string { return firstFile("/etc/pcp.conf", "/usr/local/etc/pcp.conf") })

// firstFile returns the first path that exists, or else the first.
func firstFile(paths ...string) string {
	for _, path := range paths {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path
		}
	}
	return paths[0]
}

// find returns the value of the first line "name=value". The file is meant
// for sh and make too: nothing stands around the equals sign, and one pair of
// quotes around the value does not belong to it.
func find(text []byte, name string) (string, bool) {
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte(name))
		if !ok || len(rest) == 0 || rest[0] != '=' || line[0] == '#' {
			continue
		}
		value := bytes.TrimSuffix(rest[1:], []byte("\n"))
		return string(unquote(value)), true
	}
	return "", false
}

// unquote removes the quotes of a value that begins and ends with the same
// one. A quote alone is both its own beginning and end.
func unquote(value []byte) []byte {
	if len(value) == 0 {
		return value
	}
	first, last := value[0], value[len(value)-1]
	if first != last || first != '"' && first != '\'' {
		return value
	}
	return value[1:max(1, len(value)-1)]
}

// HostVersion returns the version of the PCP on this host, PCP_VERSION, and the
// file that has it: pcp.conf, or else /etc/pcp.conf, or "". Unlike other settings
// the environment does not override it, since it is a fact about the installation.
func HostVersion() (version, path string) {
	if text, err := Env(nil).file(); err == nil {
		if version, ok := find(text, "PCP_VERSION"); ok {
			return version, Path()
		}
	}
	const standard = "/etc/pcp.conf"
	if Path() == standard {
		return "", ""
	}
	text, err := os.ReadFile(standard)
	if err != nil {
		return "", ""
	}
	version, ok := find(text, "PCP_VERSION")
	if !ok {
		return "", ""
	}
	return version, standard
}
