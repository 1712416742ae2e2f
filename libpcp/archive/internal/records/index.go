package records

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// timeIndex is the entries of an archive, which are decoded as they are asked for.
type timeIndex struct {
	raw     []byte
	version int
	size    int  // of an entry
	sorted  bool // by time, and by volume and offset too
}

// maxIndex bounds the bytes held; libpcp (C) asks for more memory than the machine has.
const maxIndex = 64 << 20

// loadIndex reads the index in a file, after its label.
func loadIndex(f expand.File, label *logfile.Label, path string) (timeIndex, error) {
	if f.Reaches(label.Size() + maxIndex) {
		return timeIndex{}, fmt.Errorf("%s: index too long: %w", path, libpcp.Errno(syscall.ENOMEM))
	}
	size, err := f.Size()
	if err != nil {
		return timeIndex{}, err
	}
	b := make([]byte, max(size-label.Size(), 0))
	n, err := f.ReadAt(b, label.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return timeIndex{}, err
	}
	return newTimeIndex(b[:n], label.Version()), nil
}

// newTimeIndex makes an index of what follows the label of an index file. An
// incomplete last entry is ignored.
func newTimeIndex(raw []byte, version int) timeIndex {
	x := timeIndex{raw: raw, version: version, size: logfile.IndexEntrySize(version), sorted: true}
	for i := 1; i < x.len(); i++ {
		x.sorted = x.sorted && precedes(x.at(i-1), x.at(i))
	}
	return x
}

// len is the number of entries.
func (x *timeIndex) len() int {
	if x.size == 0 {
		return 0 // the archive has no index
	}
	return len(x.raw) / x.size
}

// at decodes an entry.
func (x *timeIndex) at(i int) logfile.IndexEntry {
	return logfile.DecodeIndexEntry(x.raw[i*x.size:], x.version)
}

// precedes reports whether neither the time nor the place of e is after the time
// and place of f.
func precedes(e, f logfile.IndexEntry) bool {
	return !e.At.After(f.At) && (e.Volume < f.Volume || e.Volume == f.Volume && e.Off <= f.Off)
}

// search finds the first entry that is not before t, and how many entries can
// be used: the first one beyond the end of the last volume ends them. Entries
// for volumes before the first are skipped.
func (x *timeIndex) search(t logfile.Stamp, minVolume int, beyond func(logfile.IndexEntry) bool) (first, usable int) {
	n := x.len()
	if !x.sorted {
		return x.searchUnsorted(t, minVolume, beyond)
	}
	first = sort.Search(n, func(i int) bool {
		e := x.at(i)
		return e.Volume >= minVolume && !e.At.Before(t)
	})
	for n = min(first+1, n); n > 0 && beyond(x.at(n-1)); n-- {
	}
	return min(first, n), n
}

func (x *timeIndex) searchUnsorted(t logfile.Stamp, minVolume int, beyond func(logfile.IndexEntry) bool) (first, usable int) {
	n := x.len()
	for i := range n {
		e := x.at(i)
		switch {
		case e.Volume < minVolume:
		case beyond(e):
			return i, i
		case !e.At.Before(t):
			return i, n
		}
	}
	return n, n
}

// nearest chooses the usable entry from which a time is reached soonest; first
// is the first that is not before it.
func (x *timeIndex) nearest(t logfile.Stamp, first, usable int) int {
	if first == usable {
		return usable - 1
	}
	next := x.at(first).At
	if first > 0 && next != t && next.Sub(t).After(t.Sub(x.at(first-1).At)) {
		return first - 1
	}
	return first
}
