package linux

import (
	"bytes"
	"os"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
	"pcptools/libpcp/release"
)

// machine is where the collectors read, and the release of PCP that they reproduce.
type machine struct {
	host
	actual    host // the machine itself, wherever $LINUX_STATSPATH leads
	container container
	release   release.Release
	socket    *os.File // see askKernel
}

// host is the machine, with the environment's replacements of its properties.
type host struct {
	root     string // goes in front of /proc and /sys
	hertz    uint64 // ticks in a second
	ncpu     int    // processors that there can be
	oneNode  bool   // have all of them on one node
	pageSize uint64
	small    []byte // see line
	files    smallFiles
}

func newHost() host {
	return host{
		root:     os.Getenv("LINUX_STATSPATH"),
		hertz:    environ("LINUX_HERTZ", 100),
		ncpu:     processors(),
		oneNode:  environ("LINUX_NNODES", 0) > 0,
		pageSize: environ("LINUX_PAGESIZE", uint64(os.Getpagesize())),
	}
}

// processors is how many processors there can be. Files of another machine
// ($LINUX_STATSPATH) count no further than the processors of this one.
func processors() int {
	if n := environ("LINUX_NCPUS", 0); n > 0 {
		return int(min(n, maxCPUs))
	}
	if os.Getenv("LINUX_STATSPATH") == "" {
		return maxCPUs
	}
	var here host
	n := 0
	for _, name := range here.entries("/sys/devices/system/cpu") {
		if _, ok := numbered(name, "cpu"); ok {
			n++
		}
	}
	return n
}

// maxCPUs bounds the numbers of the environment and the kernel's files.
const maxCPUs = 1 << 16

// environ is a number from the environment; without one it is other.
func environ(name string, other uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 32); err == nil && n > 0 {
		return n
	}
	return other
}

// file is one of the kernel's text files, read once for a request.
type file struct {
	once pmda.PerRequest[[]byte]
	text []byte
}

// of returns the text of a file, which lives until the next request. A file that
// cannot be read, or is too long, has an empty text.
func (f *file) of(r *pmda.Request, h *host, path string) []byte {
	text, _ := f.try(r, h, path)
	return text
}

// try is of for files whose absence makes a difference.
func (f *file) try(r *pmda.Request, h *host, path string) ([]byte, error) {
	return f.once.Get(r, func() (_ []byte, err error) {
		f.text, err = pseudo.Read(f.text[:0], h.root+path, pseudo.MaxFile)
		return f.text, err
	})
}

// lines calls each with the lines of a file. A file that cannot be read has none, a
// file that is too long is an error.
func (h *host) lines(path string, each func(line []byte)) error {
	if err := pseudo.Lines(h.root+path, each); err == libpcp.ErrTooBig {
		return err
	}
	return nil
}

// line returns the first line of a small file, without blanks around it. It
// lives until the next call.
func (h *host) line(path string) ([]byte, error) {
	first, err := h.firstLine(path)
	return bytes.TrimSpace(first), err
}

// firstLine is line, blanks and all.
func (h *host) firstLine(path string) ([]byte, error) {
	text, err := pseudo.Start(h.small[:0], h.root+path, pseudo.MaxLine)
	h.small = text
	first, _ := cutLine(text)
	return first, err
}

// number returns the number a small file starts with.
func (h *host) number(path string) (uint64, error) {
	text, err := h.line(path)
	if err != nil {
		return 0, err
	}
	n, ok := number(text)
	if !ok {
		return 0, pmda.NoValue
	}
	return n, nil
}

// entries lists a directory, in the order the kernel has.
func (h *host) entries(path string) []string {
	return pseudo.Names(h.root+path, pseudo.MaxNames)
}

// exists reports whether a file or directory exists.
func (h *host) exists(path string) bool {
	_, err := os.Stat(h.root + path)
	return err == nil
}

// whole is a whole number as a value of r.Metric, cut to the size of its type
// as PCP's agent cuts it.
func whole(r *pmda.Request, v uint64) libpcp.Atom {
	switch r.Metric.Type {
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(v))
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(v))
	case libpcp.Type64:
		return libpcp.Int64Atom(int64(v))
	}
	return libpcp.Uint64Atom(v)
}

func (h *host) pageKilobytes(pages uint64) uint64 { return pages * h.pageSize / 1024 }

// text is a string as a value.
func text(b []byte) libpcp.Atom { return libpcp.StringAtom(string(b)) }

// truth is 1 or 0.
func truth(b bool) libpcp.Atom {
	if b {
		return libpcp.Uint32Atom(1)
	}
	return libpcp.Uint32Atom(0)
}

// absent makes NoValue of any failure.
func absent(err error) error {
	if err != nil {
		return pmda.NoValue
	}
	return nil
}

// fileOr returns the number in a file, or a default.
func (h *host) fileOr(r *pmda.Request, path string, other uint64) (libpcp.Atom, error) {
	n, err := h.number(path)
	if err != nil {
		n = other
	}
	return whole(r, n), nil
}
