package xz

import (
	"encoding/binary"
	"io"
)

const (
	maxChunk      = 2 << 20  // uncompressed bytes in a chunk
	maxCompressed = 64 << 10 // compressed bytes in a chunk
	maxLiteral2   = 4        // lc + lp
)

// chunks decodes LZMA2: chunks that are each stored or range-coded and may
// reset the model or the dictionary.
//
//	0x00                 end
//	0x01, 0x02  u16      stored, with or without dictionary reset; size-1
//	0x80…0xff   u16 u16  sizes-1, upper bits of the first in the control byte;
//	            u8       properties, if bits 5 and 6 say so
type chunks struct {
	src    io.Reader
	window window
	model  model
	in     []byte
	start  int  // where positions count from
	fresh  bool // whether the dictionary has been reset once
	ready  bool // whether the properties have been set once
	done   bool
}

// next decodes one chunk onto the window, which must have room for it.
func (c *chunks) next() error {
	var control [1]byte
	if _, err := io.ReadFull(c.src, control[:]); err != nil {
		return noEOF(err)
	}
	switch b := control[0]; {
	case b == 0:
		c.done = true
		return nil
	case b == 1 || b >= 0xe0:
		c.window.base, c.start, c.fresh = c.window.pos, c.window.pos, true
	case !c.fresh || b > 2 && b < 0x80:
		return ErrCorrupt
	}
	if control[0] < 0x80 {
		return c.stored()
	}
	return c.coded(control[0])
}

func (c *chunks) stored() error {
	var size [2]byte
	if _, err := io.ReadFull(c.src, size[:]); err != nil {
		return noEOF(err)
	}
	n := int(binary.BigEndian.Uint16(size[:])) + 1
	if n > len(c.window.buf)-c.window.pos {
		return ErrCorrupt
	}
	if _, err := io.ReadFull(c.src, c.window.buf[c.window.pos:c.window.pos+n]); err != nil {
		return noEOF(err)
	}
	c.window.pos += n
	return nil
}

func (c *chunks) coded(control byte) error {
	var head [4]byte
	if _, err := io.ReadFull(c.src, head[:]); err != nil {
		return noEOF(err)
	}
	out := int(control&0x1f)<<16 + int(binary.BigEndian.Uint16(head[:])) + 1
	if out > len(c.window.buf)-c.window.pos {
		return ErrCorrupt
	}
	if err := c.prepare(control); err != nil {
		return err
	}
	if c.in == nil {
		c.in = make([]byte, maxCompressed)
	}
	in := c.in[:int(binary.BigEndian.Uint16(head[2:]))+1]
	if _, err := io.ReadFull(c.src, in); err != nil {
		return noEOF(err)
	}
	var r rangeDecoder
	if !r.init(in) {
		return ErrCorrupt
	}
	end := c.window.pos + out
	ok, ended := c.model.run(&r, &c.window, c.start, end, end)
	if !ok || ended || !r.finished() {
		return ErrCorrupt
	}
	return nil
}

// prepare resets what the control byte of a chunk says.
func (c *chunks) prepare(control byte) error {
	if control >= 0xc0 {
		var properties [1]byte
		if _, err := io.ReadFull(c.src, properties[:]); err != nil {
			return noEOF(err)
		}
		if !c.model.properties(properties[0], maxLiteral2) {
			return ErrCorrupt
		}
		c.ready = true
	}
	if !c.ready {
		return ErrCorrupt
	}
	if control >= 0xa0 {
		c.model.reset()
	}
	return nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
