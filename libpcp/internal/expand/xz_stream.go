package expand

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/mikelolasagasti/xz"
)

// xzDecoders are kept for further blocks, with their dictionaries.
var xzDecoders sync.Pool

// blockReader expands one block. Different ones may be used at the same time.
type blockReader struct {
	z    *xz.Reader
	left int64 // bytes to come
}

// openBlock starts the expansion of a block of the file r.
func openBlock(r io.ReaderAt, b xzEntry) (*blockReader, error) {
	padded := (b.compressed + 3) &^ 3
	header := appendHeader(nil, b.check)
	stream := io.MultiReader(
		bytes.NewReader(header),
		io.NewSectionReader(r, b.offset, padded),
		bytes.NewReader(appendTail(nil, b)))
	z, err := xzDecoder(stream)
	if err != nil {
		return nil, err
	}
	return &blockReader{z: z, left: b.size}, nil
}

func xzDecoder(stream io.Reader) (*xz.Reader, error) {
	if z, ok := xzDecoders.Get().(*xz.Reader); ok {
		return z, z.Reset(stream)
	}
	return xz.NewReader(stream, maxDict)
}

// Read implements io.Reader. What comes before an error is not to be trusted,
// since the check of a block is at its end.
func (r *blockReader) Read(p []byte) (int, error) {
	n, err := r.z.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, errXZ
	}
	return n, err
}

// Close ends the use of the reader.
func (r *blockReader) Close() {
	xzDecoders.Put(r.z)
	r.z = nil
}

// appendHeader appends the header of a stream with a kind of check: magic,
// flags and their crc32.
func appendHeader(dst []byte, check byte) []byte {
	dst = append(dst, xzMagic...)
	dst = append(dst, 0, check)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[len(dst)-2:]))
}

// appendTail appends what follows a block that is alone in its stream: an
// index, in the form that parseIndex reads, and a footer, as readStream does.
func appendTail(dst []byte, b xzEntry) []byte {
	from := len(dst)
	dst = append(dst, 0, 1)
	dst = binary.AppendUvarint(dst, uint64(b.compressed))
	dst = binary.AppendUvarint(dst, uint64(b.size))
	for (len(dst)-from)%4 != 0 {
		dst = append(dst, 0)
	}
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[from:]))
	words := uint32(len(dst)-from) / 4

	footer := binary.LittleEndian.AppendUint32(nil, words-1)
	footer = append(footer, 0, b.check)
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(footer))
	dst = append(dst, footer...)
	return append(dst, xzFooterMagic...)
}
