package xz

import (
	"encoding/binary"
	"io"
)

const (
	aloneHeader  = 13
	aloneStep    = 1 << 20
	longestMatch = 273
	maxLiteral   = 8 + 4 // lc + lp
	minDict      = 4096
)

// An AloneReader expands a file in the format that came before .xz (.lzma):
//
//	u8 properties
//	u32 size of the dictionary, u64 expanded size or -1, both little-endian
//	range-coded data, with an end marker if the size is not given
type AloneReader struct {
	coder  rangeDecoder
	model  model
	window window
	dict   int
	start  int
	left   int64 // to come, or -1
	ended  bool
}

// OpenAlone starts the expansion of the file that in holds.
func OpenAlone(in []byte) (*AloneReader, error) {
	d := new(AloneReader)
	if len(in) < aloneHeader || !d.model.properties(in[0], maxLiteral) || !d.coder.init(in[aloneHeader:]) {
		return nil, ErrCorrupt
	}
	size := binary.LittleEndian.Uint32(in[1:])
	d.left = int64(binary.LittleEndian.Uint64(in[5:]))
	if size > maxDict || d.left < -1 {
		return nil, ErrUnsupported
	}
	d.dict = max(int(size), minDict)
	d.model.reset()
	return d, nil
}

// More expands some more and returns what it added, which is valid until the
// next call; io.EOF follows the last of it.
func (d *AloneReader) More() ([]byte, error) {
	if d.ended || d.left == 0 {
		return nil, io.EOF
	}
	w := &d.window
	if w.buf == nil {
		w.buf = make([]byte, d.dict+2*aloneStep)
	}
	if len(w.buf)-w.pos < aloneStep+longestMatch {
		d.start -= w.slide(d.dict)
	}
	before := w.pos
	limit, most := w.pos+aloneStep, w.pos+aloneStep+longestMatch
	if d.left >= 0 && d.left < aloneStep+longestMatch {
		most = w.pos + int(d.left)
		limit = min(limit, most)
	}
	ok, ended := d.model.run(&d.coder, w, d.start, limit, most)
	if !ok || d.coder.pos > len(d.coder.in) || ended && d.left > int64(w.pos-before) {
		return nil, ErrCorrupt
	}
	d.ended = ended
	if d.left >= 0 {
		d.left -= int64(w.pos - before)
	}
	return w.buf[before:w.pos], nil
}
