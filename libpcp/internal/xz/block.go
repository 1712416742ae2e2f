package xz

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"sync"
)

const (
	filterLZMA2 = 0x21
	maxDict     = 128 << 20
	bufferSize  = 64 << 10
)

// checkSizes is the length of each kind of check.
var checkSizes = [16]int64{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

// A Reader expands one block as far as it is asked to.
type Reader struct {
	chunks  chunks
	block   Block
	dict    int // size of the dictionary
	sum     hash.Hash
	src     *bufio.Reader
	written int64
}

// Open reads the header of a block.
func Open(r io.ReaderAt, b Block) (*Reader, error) {
	src := bufio.NewReaderSize(io.NewSectionReader(r, b.Offset, (b.Compressed+3)&^3), bufferSize)
	first, err := src.Peek(1)
	if err != nil {
		return nil, noEOF(err)
	}
	header, err := src.Peek((int(first[0]) + 1) * 4)
	if err != nil {
		return nil, noEOF(err)
	}
	d := &Reader{block: b, src: src, sum: newCheck(b.check)}
	if d.dict, err = parseHeader(header); err != nil {
		return nil, err
	}
	_, err = src.Discard(len(header))
	d.chunks.src = src
	return d, err
}

// parseHeader decodes a block header and returns the size of the dictionary:
//
//	u8 length in words, less one
//	u8 flags: number of filters less one, 0x40 and 0x80 for the sizes
//	compressed and expanded size, if present
//	filter, length of its properties, properties
//	padding, crc32
func parseHeader(b []byte) (dict int, err error) {
	if b[0] == 0 || !crcMatches(b[len(b)-4:], b[:len(b)-4]) {
		return 0, ErrCorrupt
	}
	flags, rest := b[1], b[2:len(b)-4]
	for bit := byte(0x40); bit != 0; bit <<= 1 {
		if flags&bit == 0 {
			continue
		}
		var ok bool
		if _, rest, ok = uvarint(rest); !ok {
			return 0, ErrCorrupt
		}
	}
	if flags&0x3f != 0 || len(rest) < 3 || rest[0] != filterLZMA2 || rest[1] != 1 {
		return 0, ErrUnsupported
	}
	return dictSize(rest[2])
}

// dictSize decodes the size of a dictionary: two or three, times a power of
// two.
func dictSize(b byte) (int, error) {
	size := int64(2|b&1) << (b/2 + 11)
	if b > 40 || size > maxDict {
		return 0, ErrUnsupported
	}
	return int(size), nil
}

var crc64Table = sync.OnceValue(func() *crc64.Table { return crc64.MakeTable(crc64.ECMA) })

// newCheck returns the sum for a kind of check, or nil if there is none.
func newCheck(kind byte) hash.Hash {
	switch kind {
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64Table())
	case 10:
		return sha256.New()
	}
	return nil
}

// Into makes the reader expand the whole block into buf, which must be as long
// as the block and which [Reader.More] fills from its start.
func (d *Reader) Into(buf []byte) { d.chunks.window.buf = buf }

// More expands some more of the block and returns what it added, which aliases
// the reader's buffer and is valid until the next call; io.EOF follows the
// last of it. Without [Reader.Into] the buffer is the reader's own and slides
// over the data.
func (d *Reader) More() ([]byte, error) {
	w := &d.chunks.window
	if w.buf == nil {
		w.buf = make([]byte, min(int64(d.dict+2*maxChunk), d.block.Size))
	}
	if len(w.buf)-w.pos < maxChunk && int64(len(w.buf)) < d.block.Size {
		d.chunks.start -= w.slide(d.dict)
	}
	before := w.pos
	if err := d.chunks.next(); err != nil {
		return nil, err
	}
	if d.chunks.done {
		return nil, d.finish()
	}
	added := w.buf[before:w.pos]
	d.written += int64(len(added))
	if d.sum != nil {
		d.sum.Write(added)
	}
	return added, nil
}

// finish checks what follows the last chunk.
func (d *Reader) finish() error {
	if d.written != d.block.Size {
		return ErrCorrupt
	}
	size := int(checkSizes[d.block.check])
	rest, err := io.ReadAll(d.src)
	if err != nil {
		return err
	}
	if len(rest) < size || len(rest) > size+3 {
		return ErrCorrupt
	}
	if d.sum == nil {
		return io.EOF
	}
	if !bytes.Equal(rest[len(rest)-size:], d.checksum()) {
		return ErrCorrupt
	}
	return io.EOF
}

// checksum is the check of what has been expanded, as files hold it.
func (d *Reader) checksum() []byte {
	switch sum := d.sum.(type) {
	case hash.Hash64:
		return binary.LittleEndian.AppendUint64(nil, sum.Sum64())
	case hash.Hash32:
		return binary.LittleEndian.AppendUint32(nil, sum.Sum32())
	}
	return d.sum.Sum(nil)
}
