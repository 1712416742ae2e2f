package expand

import (
	"bufio"
	"errors"
	"io"
)

// lzwReader expands what compress(1) writes: a header of three bytes, then
// codes of 9 to maxBits bits, lowest bit first, in groups of eight.
type lzwReader struct {
	src     *bufio.Reader
	maxBits uint
	block   bool // code 256 empties the table
	width   uint
	group   []byte // codes read ahead
	bit     uint   // taken from group
	prefix  []uint16
	suffix  []byte
	last    int // code before, or -1
	first   byte
	out     []byte // decoded, not yet returned
	stack   []byte
	err     error // the error that has ended it
}

var (
	lzwMagic   = []byte{0x1f, 0x9d}
	errLZW     = errors.New("compress: corrupt input")
	lzwClear   = 256
	lzwMinBits = uint(9)
)

func newLZWReader(src *bufio.Reader) (*lzwReader, error) {
	var header [3]byte
	if _, err := io.ReadFull(src, header[:]); err != nil {
		return nil, err
	}
	z := &lzwReader{src: src, maxBits: uint(header[2] & 0x1f), block: header[2]&0x80 != 0, last: -1}
	if z.maxBits < lzwMinBits || z.maxBits > 16 {
		return nil, errLZW
	}
	z.width = lzwMinBits
	z.clear()
	return z, nil
}

// clear empties the table but for the bytes themselves.
func (z *lzwReader) clear() {
	z.prefix = append(z.prefix[:0], make([]uint16, 256)...)
	z.suffix = z.suffix[:0]
	for i := range 256 {
		z.suffix = append(z.suffix, byte(i))
	}
	if z.block {
		z.prefix, z.suffix = append(z.prefix, 0), append(z.suffix, 0)
	}
}

// Read implements io.Reader.
func (z *lzwReader) Read(p []byte) (int, error) {
	for len(z.out) == 0 {
		if z.err == nil {
			z.err = z.next()
		}
		if z.err != nil {
			return 0, z.err
		}
	}
	n := copy(p, z.out)
	z.out = z.out[n:]
	return n, nil
}

// code reads the next code; the codes of one width fill groups of eight.
func (z *lzwReader) code() (int, error) {
	if z.bit+z.width > uint(len(z.group))*8 {
		group := make([]byte, z.width)
		n, err := io.ReadFull(z.src, group)
		if n == 0 {
			return 0, err
		}
		z.group, z.bit = group[:n], 0
		if uint(n)*8 < z.width {
			return 0, io.EOF
		}
	}
	code := 0
	for i := range z.width {
		at := z.bit + i
		code |= int(z.group[at/8]>>(at%8)&1) << i
	}
	z.bit += z.width
	return code, nil
}

func (z *lzwReader) widen(width uint) {
	z.width = width
	z.group, z.bit = nil, 0
}

func (z *lzwReader) next() error {
	if len(z.prefix) > 1<<z.width-1 && z.width < z.maxBits {
		z.widen(z.width + 1)
	}
	code, err := z.code()
	if err != nil {
		return err
	}
	if code == lzwClear && z.block {
		z.clear()
		z.widen(lzwMinBits)
		z.last = -1
		return nil
	}
	return z.emit(code)
}

// emit decodes the string of a code and enters the one before it, longer by
// its first byte.
func (z *lzwReader) emit(code int) error {
	known := len(z.prefix)
	if code > known || code == known && z.last < 0 || code >= 256 && z.last < 0 {
		return errLZW
	}
	z.stack = z.stack[:0]
	at := code
	if code == known {
		z.stack = append(z.stack, z.first)
		at = z.last
	}
	for ; at >= 256; at = int(z.prefix[at]) {
		z.stack = append(z.stack, z.suffix[at])
	}
	z.first = byte(at)
	z.stack = append(z.stack, z.first)
	if z.last >= 0 && known < 1<<z.maxBits {
		z.prefix = append(z.prefix, uint16(z.last))
		z.suffix = append(z.suffix, z.first)
	}
	z.last = code
	for i := len(z.stack) - 1; i >= 0; i-- {
		z.out = append(z.out, z.stack[i])
	}
	return nil
}
