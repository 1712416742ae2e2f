//go:build unix

// Package segment is the memory that a transaction monitor shares with programs
// that process transactions: statistics for each type of transaction, in a file
// that all of them map.
package segment

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"pcptools/libpcp/pcp"
)

// A Level is what statistics are collected.
type Level uint32

// The levels.
const (
	Nothing Level = iota
	Counts
	Times // and counts
)

// Stats are the statistics of a type of transaction.
type Stats struct {
	Name  string
	Count uint32 // of transactions ever
	Since uint32 // of transactions since the last reset
	// Total and Longest are times since then; Longest is negative without any.
	Total, Longest time.Duration
}

// A Segment is the file, mapped:
//
//	header  magic 4, slots 4, level 4, 0
//	slot    count 4, count at the last reset 4, total 8, longest 8, name 40
//
// in the byte order of the machine, with times in nanoseconds.
type Segment struct {
	file *os.File
	data []byte
}

const (
	magic      = 0x74786d6e
	headerSize = 16
	slotSize   = 64
	maxName    = 40
	maxSlots   = 1000
)

var order = binary.NativeEndian

// Errors of segments.
var (
	ErrName    = errors.New("no name of a transaction type")
	ErrUnknown = errors.New("unknown transaction type")
	ErrSegment = errors.New("no segment of a transaction monitor")
	ErrOff     = errors.New("statistics are not collected")
)

// Path is where the segment is.
func Path() string {
	dir, _ := pcp.Config("PCP_TMP_DIR")
	return filepath.Join(dir, "txmon")
}

// Create makes a segment for types of transactions, and replaces an existing
// segment.
func Create(path string, names []string) (*Segment, error) {
	if len(names) == 0 || len(names) > maxSlots {
		return nil, fmt.Errorf("%d names: %w", len(names), ErrName)
	}
	data := make([]byte, headerSize+len(names)*slotSize)
	order.PutUint32(data, magic)
	order.PutUint32(data[4:], uint32(len(names)))
	order.PutUint32(data[8:], uint32(Times))
	for i, name := range names {
		if name == "" || len(name) > maxName || bytes.IndexByte([]byte(name), 0) >= 0 {
			return nil, fmt.Errorf("%q: %w", name, ErrName)
		}
		slot := data[headerSize+i*slotSize:]
		order.PutUint64(slot[16:], math.MaxUint64) // no longest time
		copy(slot[24:], name)
	}
	if err := replace(path, data); err != nil {
		return nil, err
	}
	return Open(path)
}

// replace makes a file that all may write to, which appears with its contents.
func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".txmon")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o666), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Open maps the segment of a monitor.
func Open(path string) (*Segment, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	s := &Segment{file: f}
	if err := s.attach(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return s, nil
}

func (s *Segment) attach() error {
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(s.file, header); err != nil {
		return ErrSegment
	}
	info, err := s.file.Stat()
	slots := order.Uint32(header[4:])
	if err != nil || order.Uint32(header) != magic || slots > maxSlots || info.Size() != int64(headerSize+slots*slotSize) {
		return ErrSegment
	}
	s.data, err = unix.Mmap(int(s.file.Fd()), 0, int(info.Size()), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return err
}

// Close ends the use of the segment.
func (s *Segment) Close() error { return errors.Join(unix.Munmap(s.data), s.file.Close()) }

// exclusively has no other process look at the segment meanwhile.
func (s *Segment) exclusively(do func()) error {
	fd := int(s.file.Fd())
	if err := unix.Flock(fd, unix.LOCK_EX); err != nil {
		return err
	}
	do()
	return unix.Flock(fd, unix.LOCK_UN)
}

// slots are the slots of the types.
func (s *Segment) slots() [][]byte {
	var list [][]byte
	for at := headerSize; at+slotSize <= len(s.data); at += slotSize {
		list = append(list, s.data[at:at+slotSize])
	}
	return list
}

func name(slot []byte) string {
	name, _, _ := bytes.Cut(slot[24:], []byte{0})
	return string(name)
}

// Read returns the level and the statistics of all types.
func (s *Segment) Read() (level Level, all []Stats, err error) {
	err = s.exclusively(func() {
		level = Level(order.Uint32(s.data[8:]))
		for _, slot := range s.slots() {
			all = append(all, Stats{
				Name: name(slot), Count: order.Uint32(slot), Since: order.Uint32(slot) - order.Uint32(slot[4:]),
				Total: time.Duration(order.Uint64(slot[8:])), Longest: time.Duration(order.Uint64(slot[16:])),
			})
		}
	})
	return level, all, err
}

// Record counts a transaction that took some time, as far as the level has it.
func (s *Segment) Record(kind string, took time.Duration) error {
	result := fmt.Errorf("%s: %w", kind, ErrUnknown)
	err := s.exclusively(func() {
		level := Level(order.Uint32(s.data[8:]))
		if level == Nothing {
			result = ErrOff
			return
		}
		for _, slot := range s.slots() {
			if name(slot) != kind {
				continue
			}
			result = nil
			order.PutUint32(slot, order.Uint32(slot)+1)
			if level >= Times {
				order.PutUint64(slot[8:], order.Uint64(slot[8:])+uint64(took))
				order.PutUint64(slot[16:], uint64(max(took, time.Duration(order.Uint64(slot[16:])))))
			}
		}
	})
	return errors.Join(err, result)
}

// SetLevel changes the level of collection.
func (s *Segment) SetLevel(l Level) error {
	return s.exclusively(func() { order.PutUint32(s.data[8:], uint32(l)) })
}

// Reset starts times, and counts since the reset, anew.
func (s *Segment) Reset() error {
	return s.exclusively(func() {
		for _, slot := range s.slots() {
			copy(slot[4:8], slot[:4])
			order.PutUint64(slot[8:], 0)
			order.PutUint64(slot[16:], math.MaxUint64)
		}
	})
}
