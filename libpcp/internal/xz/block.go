package xz

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/mikelolasagasti/xz"
)

const maxDict = 128 << 20 // of a decoder; twice what xz -9 asks for

// decoders are kept for further blocks, with their dictionaries.
var decoders sync.Pool

// A Reader expands one block. Different ones may be used at the same time.
type Reader struct {
	z    *xz.Reader
	left int64 // bytes to come
}

// Open starts the expansion of a block of the file r.
func Open(r io.ReaderAt, b Block) (*Reader, error) {
	padded := (b.Compressed + 3) &^ 3
	header := appendHeader(nil, b.check)
	stream := io.MultiReader(
		bytes.NewReader(header),
		io.NewSectionReader(r, b.Offset, padded),
		bytes.NewReader(appendTail(nil, b)))
	z, err := decoder(stream)
	if err != nil {
		return nil, err
	}
	return &Reader{z: z, left: b.Size}, nil
}

func decoder(stream io.Reader) (*xz.Reader, error) {
	if z, ok := decoders.Get().(*xz.Reader); ok {
		return z, z.Reset(stream)
	}
	return xz.NewReader(stream, maxDict)
}

// Read implements io.Reader. What comes before an error is not to be trusted,
// since the check of a block is at its end.
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.z.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, ErrCorrupt
	}
	return n, err
}

// Close ends the use of the reader.
func (r *Reader) Close() {
	decoders.Put(r.z)
	r.z = nil
}

// appendHeader appends the header of a stream with a kind of check: magic,
// flags and their crc32.
func appendHeader(dst []byte, check byte) []byte {
	dst = append(dst, headerMagic...)
	dst = append(dst, 0, check)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[len(dst)-2:]))
}

// appendTail appends what follows a block that is alone in its stream: an
// index, in the form that parseIndex reads, and a footer, as readStream does.
func appendTail(dst []byte, b Block) []byte {
	from := len(dst)
	dst = append(dst, 0, 1)
	dst = binary.AppendUvarint(dst, uint64(b.Compressed))
	dst = binary.AppendUvarint(dst, uint64(b.Size))
	for (len(dst)-from)%4 != 0 {
		dst = append(dst, 0)
	}
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[from:]))
	words := uint32(len(dst)-from) / 4

	footer := binary.LittleEndian.AppendUint32(nil, words-1)
	footer = append(footer, 0, b.check)
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(footer))
	dst = append(dst, footer...)
	return append(dst, footerMagic...)
}
