package xz

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// Block is one block of an .xz file.
type Block struct {
	Offset     int64 // of its header in the file
	Compressed int64 // header, data and check, without padding
	Start      int64 // of its data in what the file expands to
	Size       int64 // of its data
	check      byte  // kind of check at its end
}

const (
	headerSize = 12 // of a stream header, and of a stream footer
	maxIndex   = 64 << 20
	minBlock   = 8
	maxSize    = 1 << 60
	maxRatio   = 16 << 10 // more than LZMA2 can achieve
)

var (
	headerMagic = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	footerMagic = []byte("YZ")
)

// ReadIndex lists the blocks of an .xz file of a size, from the indexes at
// the ends of its streams.
func ReadIndex(r io.ReaderAt, size int64) ([]Block, error) {
	var streams [][]Block
	for {
		end, err := skipPadding(r, size)
		if err != nil {
			return nil, err
		}
		blocks, start, err := readStream(r, end)
		if err != nil {
			return nil, err
		}
		streams = append(streams, blocks)
		if start == 0 {
			return join(streams)
		}
		size = start
	}
}

// join puts the blocks of streams, found from the last to the first, in order.
func join(streams [][]Block) ([]Block, error) {
	var all []Block
	var start int64
	for i := len(streams) - 1; i >= 0; i-- {
		for _, b := range streams[i] {
			if b.Size > maxSize-start {
				return nil, ErrCorrupt
			}
			b.Start = start
			start += b.Size
			all = append(all, b)
		}
	}
	return all, nil
}

// skipPadding passes the zero words that may follow a stream.
func skipPadding(r io.ReaderAt, end int64) (int64, error) {
	var word [4]byte
	for ; end >= headerSize; end -= 4 {
		if err := readFull(r, word[:], end-4); err != nil {
			return 0, err
		}
		if word != [4]byte{} {
			return end, nil
		}
	}
	return 0, ErrCorrupt
}

func readFull(r io.ReaderAt, b []byte, off int64) error {
	if off < 0 {
		return ErrCorrupt
	}
	n, err := r.ReadAt(b, off)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readStream reads the index of the stream that ends at end:
//
//	footer  crc32 of the next two (little-endian, as all here)
//	        u32 length of the index in words, less one
//	        u16 flags, as in the header; "YZ"
func readStream(r io.ReaderAt, end int64) (blocks []Block, start int64, err error) {
	var footer [headerSize]byte
	if err := readFull(r, footer[:], end-headerSize); err != nil {
		return nil, 0, err
	}
	if !bytes.Equal(footer[10:], footerMagic) || !crcMatches(footer[:4], footer[4:10]) || footer[8] != 0 {
		return nil, 0, ErrCorrupt
	}
	length := (int64(binary.LittleEndian.Uint32(footer[4:])) + 1) * 4
	indexAt := end - headerSize - length
	if indexAt < headerSize || length > maxIndex {
		return nil, 0, ErrCorrupt
	}
	index := make([]byte, length)
	if err := readFull(r, index, indexAt); err != nil {
		return nil, 0, err
	}
	blocks, total, err := parseIndex(index, footer[9], indexAt-headerSize)
	if err != nil {
		return nil, 0, err
	}
	start = indexAt - total - headerSize
	if err := checkHeader(r, start, footer[8:10]); err != nil {
		return nil, 0, err
	}
	for i := range blocks {
		blocks[i].Offset += start + headerSize
	}
	return blocks, start, nil
}

func crcMatches(sum, b []byte) bool { return binary.LittleEndian.Uint32(sum) == crc32.ChecksumIEEE(b) }

// checkHeader checks the header of a stream: magic, flags and their crc32.
func checkHeader(r io.ReaderAt, start int64, flags []byte) error {
	var header [headerSize]byte
	if err := readFull(r, header[:], start); err != nil {
		return err
	}
	if !bytes.Equal(header[:6], headerMagic) || !bytes.Equal(header[6:8], flags) || !crcMatches(header[8:], header[6:8]) {
		return ErrCorrupt
	}
	return nil
}

// parseIndex decodes an index: a zero byte, the number of blocks, for each its
// compressed and expanded size, padding, crc32. Offsets of blocks count from
// the first; total is the length of them all, which is not beyond limit.
func parseIndex(b []byte, check byte, limit int64) (blocks []Block, total int64, err error) {
	body := b[:len(b)-4]
	if body[0] != 0 || !crcMatches(b[len(b)-4:], body) {
		return nil, 0, ErrCorrupt
	}
	body = body[1:]
	n, body, ok := uvarint(body)
	if !ok || n > int64(len(body)/2) || n > limit/minBlock {
		return nil, 0, ErrCorrupt
	}
	blocks = make([]Block, n)
	for i := range blocks {
		var packed, size int64
		packed, body, ok = uvarint(body)
		if !ok {
			return nil, 0, ErrCorrupt
		}
		size, body, ok = uvarint(body)
		if !ok || packed < minBlock || packed > limit-total || size/maxRatio > packed {
			return nil, 0, ErrCorrupt
		}
		blocks[i] = Block{Offset: total, Compressed: packed, Size: size, check: check}
		total += (packed + 3) &^ 3
	}
	return blocks, total, nil
}

// uvarint takes a number of up to 63 bits off b.
func uvarint(b []byte) (int64, []byte, bool) {
	v, n := binary.Uvarint(b)
	if n <= 0 || n > 9 || v > 1<<62 {
		return 0, nil, false
	}
	return int64(v), b[n:], true
}
