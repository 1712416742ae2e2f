package linux

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// machine is what collectors have in common: where they read, and which release
// of PCP they are to be like.
type machine struct {
	host
	actual    host // the machine itself, wherever $LINUX_STATSPATH leads
	container *container
	release   release.Release
	smallFiles
}

// host is the machine, as the environment says to look at it.
type host struct {
	root     string // goes in front of /proc and /sys
	hertz    uint64 // ticks in a second
	ncpu     int    // processors that there can be
	oneNode  bool   // have all of them on one node
	pageSize uint64
	small    []byte // see line
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

// maxCPUs bounds what the environment and the kernel's files may claim.
const maxCPUs = 1 << 16

// environ is a number from the environment; without one it is other.
func environ(name string, other uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 32); err == nil && n > 0 {
		return n
	}
	return other
}

// maxFile bounds what is read of a file.
const maxFile = 16 << 20

// file is one of the kernel's text files, read once for a request.
type file struct {
	once pmda.PerRequest[[]byte]
	text []byte
}

// of returns the text of a file, which lives until the next request. One that
// cannot be read has none.
func (f *file) of(r *pmda.Request, h *host, path string) []byte {
	text, _ := f.try(r, h, path)
	return text
}

// try is of for files whose absence makes a difference.
func (f *file) try(r *pmda.Request, h *host, path string) ([]byte, error) {
	return f.once.Get(r, func() (_ []byte, err error) {
		f.text, err = h.read(f.text[:0], path)
		return f.text, err
	})
}

// read appends the text of a file to dst.
func (h *host) read(dst []byte, path string) ([]byte, error) { return readFile(dst, h.root+path) }

func readFile(dst []byte, path string) ([]byte, error) { return readStart(dst, path, maxFile) }

// readStart is readFile for a file of which no more is wanted than some bytes, or a
// few more.
func readStart(dst []byte, path string, most int) ([]byte, error) {
	f, err := openText(path)
	if err != nil {
		return dst, err
	}
	defer f.Close()
	for len(dst) < most {
		if cap(dst)-len(dst) < 512 {
			dst = append(make([]byte, 0, 2*cap(dst)+4096), dst...)
		}
		n, err := f.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+max(n, 0)]
		if n <= 0 {
			return dst, ignoreEOF(err)
		}
	}
	return dst, nil
}

func ignoreEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// line returns the first line of a small file, without blanks around it. It
// lives until the next call.
func (h *host) line(path string) ([]byte, error) {
	first, err := h.firstLine(path)
	return bytes.TrimSpace(first), err
}

// firstLine is line, blanks and all.
func (h *host) firstLine(path string) ([]byte, error) {
	text, err := h.read(h.small[:0], path)
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
	f, err := os.OpenFile(h.root+path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // see openText
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return names
}

// exists reports whether there is a file or directory.
func (h *host) exists(path string) bool {
	_, err := os.Stat(h.root + path)
	return err == nil
}

// whole is a whole number as a value of r.Metric, cut to the size of its type
// as the genuine agent cuts it.
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

// text is a string as a value.
func text(b []byte) libpcp.Atom { return libpcp.StringAtom(string(b)) }
