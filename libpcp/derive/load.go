package derive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/release"
)

// Limits on what one list of files and directories is read for.
const (
	maxText    = 4 << 20
	maxEntries = 10000
	maxDepth   = 40 // levels of directories
)

// deferLoad has a colon-separated list of files and directories loaded when a
// derived metric can first matter. What cannot be read is skipped without a
// message.
func (d *Definitions) deferLoad(paths string) {
	d.lock()
	defer d.mu.Unlock()
	d.deferred = append(d.deferred, paths)
}

// loadOnWrap is deferLoad for a list that the user chose; see hasten.
func (d *Definitions) loadOnWrap(paths string) {
	d.lock()
	defer d.mu.Unlock()
	d.deferred, d.eager, d.chosen = append(d.deferred, paths), true, true
}

// hasten makes the next Wrap load deferred definitions, so that their errors are
// reported in any case.
func (d *Definitions) hasten() {
	d.lock()
	defer d.mu.Unlock()
	d.eager = true
}

// Load loads the definitions in a colon-separated list of files and directories,
// up to the first that cannot be read, whose error it returns
// (pmLoadDerivedConfig(3)). Errors in files are reported on standard error
// only.
func (d *Definitions) Load(paths string) error {
	d.lock()
	defer d.mu.Unlock()
	d.loadFirst()
	return d.loadPaths(paths, true)
}

// wrap prepares the definitions for a new source. It returns their number, and whether
// requests are traced. With names only, it drops deferred definitions.
func (d *Definitions) wrap(bare bool) (n int, requests bool) {
	d.lock()
	defer d.mu.Unlock()
	if bare {
		d.deferred = nil
		return len(d.list), false
	}
	d.retrace()
	if d.eager {
		d.load()
	}
	return len(d.list), d.tracer != nil && d.tracer.Traces("pdu")
}

// loaded loads deferred definitions, and returns the number of all.
func (d *Definitions) loaded() int {
	d.lock()
	defer d.mu.Unlock()
	d.load()
	return len(d.list)
}

// load loads deferred definitions.
func (d *Definitions) load() {
	deferred := d.deferred
	d.deferred, d.eager = nil, false
	for _, paths := range deferred {
		if from := paths; paths != "" {
			if d.chosen {
				from = "$PCP_DERIVED_CONFIG"
			}
			d.trace().printf("Derived metric initialization from %s\n", from)
		}
		d.loadPaths(paths, false)
	}
}

func (d *Definitions) loadPaths(paths string, strict bool) error {
	l := loader{Definitions: d, strict: strict, text: maxText, entries: maxEntries}
	for paths != "" {
		var path string
		path, paths, _ = strings.Cut(paths, ":")
		if err := l.path(path, 0); l.stops(err) {
			return err
		}
	}
	return nil
}

// A loader loads files until it fails, if it is strict, or comes to a limit.
type loader struct {
	*Definitions
	strict        bool
	text, entries int // how much more may be read
}

// errLimit is the code of a list of files that is beyond the limits.
const errLimit = syscall.EFBIG

func (l *loader) stops(err error) bool {
	return err != nil && (l.strict || err == errLimit || noDescriptors(err))
}

// noDescriptors reports whether a file cannot be opened because too many are.
func noDescriptors(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// limited reports that a path is beyond a limit.
func (l *loader) limited(path, what string) error {
	fmt.Fprintf(l.messages, "Error: pmLoadDerivedConfig: %s: more than %s\n", path, what)
	return errLimit
}

// path loads a file, or everything in a directory in the order in which the
// system lists it. Other files are skipped: to open one may take forever.
func (l *loader) path(path string, depth int) error {
	info, err := os.Stat(path)
	if err != nil {
		l.trace().printf("Warning: derived metrics path component: %s: %s\n", path, libpcp.ErrorText(err))
		return err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		l.trace().printf("Warning: derived metrics path component: %s: unexpected st_mode=%o?\n", path, rawMode(info.Mode()))
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		l.trace().printf("Warning: derived metrics path directory component: %s: %s\n", path, libpcp.ErrorText(err))
		if noDescriptors(err) && !l.strict { // whose caller reports it
			fmt.Fprintf(l.messages, "Error: pmLoadDerivedConfig: %s: %s\n", path, libpcp.ErrorText(err))
		}
		return err
	}
	defer f.Close()
	if !info.IsDir() {
		return l.file(path, f, info.Size())
	}
	if depth == maxDepth {
		return syscall.ELOOP
	}
	return l.directory(path, f, depth)
}

// rawMode is the st_mode of a special file (inode(7)).
func rawMode(m fs.FileMode) uint32 {
	kind := uint32(0o060000) // a block device
	switch {
	case m&fs.ModeNamedPipe != 0:
		kind = 0o010000
	case m&fs.ModeSocket != 0:
		kind = 0o140000
	case m&fs.ModeCharDevice != 0:
		kind = 0o020000
	}
	return kind | uint32(m.Perm())
}

// directory loads the files in a directory. A failure to list it comes after the
// listed files.
func (l *loader) directory(path string, f *os.File, depth int) error {
	for {
		entries, err := f.ReadDir(256)
		for _, entry := range entries {
			if l.entries--; l.entries < 0 {
				return l.limited(path, fmt.Sprint(maxEntries, " files"))
			}
			if err := l.path(path+"/"+entry.Name(), depth+1); l.stops(err) {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// file loads a file of about a size, in one piece.
func (l *loader) file(path string, f io.Reader, size int64) error {
	text := bytes.NewBuffer(make([]byte, 0, min(size, int64(l.text))+bytes.MinRead))
	if _, err := text.ReadFrom(io.LimitReader(f, int64(l.text)+1)); err != nil {
		return err
	}
	if l.text -= text.Len(); l.text < 0 {
		return l.limited(path, fmt.Sprint(maxText>>20, " MiB of definitions"))
	}
	l.trace().printf("pmLoadDerivedConfig(\"%s\")\n", path)
	l.loadText(path, text.String())
	return nil
}

// Site takes the settings in $PCP_DERIVED_CONTROL, and has the definitions of the
// site loaded: those in the list of files and directories $PCP_DERIVED_CONFIG, or
// else below $PCP_VAR_DIR, as soon as a derived metric can matter. With one of the
// variables set the next Wrap loads them, so that errors in them are reported in any
// case. LookupEnv looks up variables; nil is os.LookupEnv.
func (d *Definitions) Site(lookupEnv func(name string) (value string, ok bool)) {
	env := conf.Env(lookupEnv)
	settings, controlled := env.Var("PCP_DERIVED_CONTROL")
	if controlled {
		d.Control(settings)
	}
	if path, ok := env.Var("PCP_DERIVED_CONFIG"); ok {
		d.loadOnWrap(path)
		return
	}
	dir, _ := env.Need("PCP_VAR_DIR")
	d.deferLoad(dir + "/config/derived")
	if controlled && d.rules.Has(release.DerivedControl) {
		d.hasten()
	}
}
