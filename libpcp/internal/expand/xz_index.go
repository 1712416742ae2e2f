package expand

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// xzEntry is the position of a block of an .xz file.
type xzEntry struct {
	offset     int64 // of its header in the file
	compressed int64 // header, data and check, without padding
	start      int64 // of its data in what the file expands to
	size       int64 // of its data
	check      byte  // kind of check at its end
}

const (
	xzHeaderSize = 12 // of a stream header, and of a stream footer
	maxXZIndex   = 64 << 20
	minXZBlock   = 8
	maxXZSize    = 1 << 60
	maxXZRatio   = 16 << 10 // more than LZMA2 can achieve
)

// errXZ reports an index or a block that is not what it should be.
var errXZ = errors.New("xz: corrupt input")

var (
	xzMagic       = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	xzFooterMagic = []byte("YZ")
)

// readXZIndex lists the blocks of an .xz file of a size, from the indexes at
// the ends of its streams.
func readXZIndex(r io.ReaderAt, size int64) ([]xzEntry, error) {
	var streams [][]xzEntry
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
			return joinStreams(streams)
		}
		size = start
	}
}

// joinStreams puts the blocks of streams, found from the last to the first, in order.
func joinStreams(streams [][]xzEntry) ([]xzEntry, error) {
	var all []xzEntry
	var start int64
	for i := len(streams) - 1; i >= 0; i-- {
		for _, b := range streams[i] {
			if b.size > maxXZSize-start {
				return nil, errXZ
			}
			b.start = start
			start += b.size
			all = append(all, b)
		}
	}
	return all, nil
}

// skipPadding passes the zero words that may follow a stream.
func skipPadding(r io.ReaderAt, end int64) (int64, error) {
	var word [4]byte
	for ; end >= xzHeaderSize; end -= 4 {
		if err := readFull(r, word[:], end-4); err != nil {
			return 0, err
		}
		if word != [4]byte{} {
			return end, nil
		}
	}
	return 0, errXZ
}

func readFull(r io.ReaderAt, b []byte, off int64) error {
	if off < 0 {
		return errXZ
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
func readStream(r io.ReaderAt, end int64) (blocks []xzEntry, start int64, err error) {
	var footer [xzHeaderSize]byte
	if err := readFull(r, footer[:], end-xzHeaderSize); err != nil {
		return nil, 0, err
	}
	if !bytes.Equal(footer[10:], xzFooterMagic) || !crcMatches(footer[:4], footer[4:10]) || footer[8] != 0 {
		return nil, 0, errXZ
	}
	length := (int64(binary.LittleEndian.Uint32(footer[4:])) + 1) * 4
	indexAt := end - xzHeaderSize - length
	if indexAt < xzHeaderSize || length > maxXZIndex {
		return nil, 0, errXZ
	}
	index := make([]byte, length)
	if err := readFull(r, index, indexAt); err != nil {
		return nil, 0, err
	}
	blocks, total, err := parseIndex(index, footer[9], indexAt-xzHeaderSize)
	if err != nil {
		return nil, 0, err
	}
	start = indexAt - total - xzHeaderSize
	if err := checkHeader(r, start, footer[8:10]); err != nil {
		return nil, 0, err
	}
	for i := range blocks {
		blocks[i].offset += start + xzHeaderSize
	}
	return blocks, start, nil
}

func crcMatches(sum, b []byte) bool { return binary.LittleEndian.Uint32(sum) == crc32.ChecksumIEEE(b) }

// checkHeader checks the header of a stream: magic, flags and their crc32.
func checkHeader(r io.ReaderAt, start int64, flags []byte) error {
	var header [xzHeaderSize]byte
	if err := readFull(r, header[:], start); err != nil {
		return err
	}
	if !bytes.Equal(header[:6], xzMagic) || !bytes.Equal(header[6:8], flags) || !crcMatches(header[8:], header[6:8]) {
		return errXZ
	}
	return nil
}

// parseIndex decodes an index: a zero byte, the number of blocks, for each its
// compressed and expanded size, padding, crc32. Offsets of blocks count from
// the first; total is the length of them all, which is not beyond limit.
func parseIndex(b []byte, check byte, limit int64) (blocks []xzEntry, total int64, err error) {
	body := b[:len(b)-4]
	if body[0] != 0 || !crcMatches(b[len(b)-4:], body) {
		return nil, 0, errXZ
	}
	body = body[1:]
	n, body, ok := uvarint(body)
	if !ok || n > int64(len(body)/2) || n > limit/minXZBlock {
		return nil, 0, errXZ
	}
	blocks = make([]xzEntry, n)
	for i := range blocks {
		var packed, size int64
		packed, body, ok = uvarint(body)
		if !ok {
			return nil, 0, errXZ
		}
		size, body, ok = uvarint(body)
		if !ok || packed < minXZBlock || packed > limit-total || size/maxXZRatio > packed {
			return nil, 0, errXZ
		}
		blocks[i] = xzEntry{offset: total, compressed: packed, size: size, check: check}
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
