package valueset

import (
	"encoding/binary"
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

const (
	minSetLen      = 8 // pmid and count
	valueLen       = 8
	blockHeaderLen = 4
	maxBlockLen    = 1<<24 - 1
)

// What Decode fails with, besides the errors of package wire.
var (
	errFormat = errors.New("value format is not 0, 1 or 2")
	errBlock  = errors.New("value block out of place")
	errFill   = errors.New("value blocks do not fill the space after the value sets")
)

// Decode reads n value sets, which start at b[off:]; b ends where their blocks
// do. Positions of blocks count from b[base:], and base may be negative. The
// data of blocks alias b; nothing else does.
//
// The errors carry no PMAPI code: that is for the caller, who knows whether
// this is a PDU or a record.
func Decode(b []byte, off int, n int32, base int) ([]libpcp.ValueSet, error) {
	r := wire.NewReader(b)
	r.Skip(off)
	count := r.CheckCount(n, minSetLen)
	rest := r
	total := skipSets(&r, count)
	if err := r.Err(); err != nil {
		return nil, err
	}
	sets, values := make([]libpcp.ValueSet, count), make([]libpcp.Value, total)
	blocks := blockReader{b: b, base: base, first: r.Offset(), lowest: len(b), filled: r.Offset()}
	for i := range sets {
		n := readSet(&rest, &sets[i], values, &blocks)
		values = values[n:]
	}
	if err := rest.Err(); err != nil {
		return nil, err
	}
	return sets, blocks.finish()
}

// skipSets passes over value sets and returns how many values they have.
func skipSets(r *wire.Reader, count int) (total int) {
	for range count {
		r.Skip(4)
		n := r.Int32()
		if n <= 0 {
			continue
		}
		r.Skip(4)
		k := r.CheckCount(n, valueLen)
		r.Skip(k * valueLen)
		total += k
	}
	return total
}

// readSet reads one value set, with the values in the front of values, and returns
// the number of values.
func readSet(r *wire.Reader, s *libpcp.ValueSet, values []libpcp.Value, blocks *blockReader) int {
	s.PMID = libpcp.PMID(r.Uint32())
	n := r.Int32()
	if n <= 0 {
		if n < 0 {
			s.Err = libpcp.Error(n)
		}
		return 0
	}
	s.Format = libpcp.Format(r.Int32())
	if s.Format < libpcp.InSitu || s.Format > libpcp.PointerStatic {
		r.Fail(errFormat)
		return 0
	}
	s.Values = values[:n:n]
	for i := range s.Values {
		pair := r.Uint64()
		if inst := int32(pair >> 32); s.Format == libpcp.InSitu {
			s.Values[i] = libpcp.Value{Inst: inst, Word: uint32(pair)}
		} else {
			s.Values[i] = blocks.read(inst, uint32(pair))
		}
	}
	return int(n)
}

// blockReader finds value blocks and keeps account of the space they take.
type blockReader struct {
	b      []byte
	base   int
	first  int // where the blocks start
	lowest int // where the first of those read starts
	filled int // bytes accounted for, value sets included
	err    error
}

// read returns a value with the block at a position in words.
func (r *blockReader) read(inst int32, word uint32) libpcp.Value {
	pos := int64(word)*4 + int64(r.base)
	if pos < int64(r.first) || pos > int64(len(r.b)-blockHeaderLen) {
		r.err = errBlock
		return libpcp.Value{}
	}
	length := int(binary.BigEndian.Uint32(r.b[pos:]) & maxBlockLen)
	if length < blockHeaderLen || int64(length) > int64(len(r.b))-pos {
		r.err = errBlock
		return libpcp.Value{}
	}
	r.lowest = min(r.lowest, int(pos))
	r.filled += wire.Padded(length)
	return libpcp.EncodedValue(inst, r.b[pos:])
}

func (r *blockReader) finish() error {
	if r.err == nil && (r.filled != len(r.b) || r.lowest != r.first) {
		r.err = errFill
	}
	return r.err
}
