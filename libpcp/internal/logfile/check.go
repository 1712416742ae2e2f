package logfile

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// A Checker checks a result, value set after value set, and adds up its blocks.
// The zero Checker is ready for Begin.
type Checker struct {
	Hasty     bool // blocks are taken on trust
	AnyEvents bool // event arrays are not checked

	body []byte
	pos  int
	low  int // start of the first block
	sum  int // length of all blocks
}

// Begin takes the time and the number of value sets off a result.
func (c *Checker) Begin(body []byte, version int) (at Stamp, sets int32, ok bool) {
	r := wire.NewReader(body)
	at, sets = ReadStamp(&r, version), r.Int32()
	c.body, c.pos, c.low = body, r.Offset(), len(body)
	return at, sets, r.Err() == nil && sets >= 0
}

// Offset is where in the result the next value set begins.
func (c *Checker) Offset() int { return c.pos }

// Set checks one value set.
func (c *Checker) Set() (libpcp.PMID, bool) {
	if len(c.body)-c.pos < 8 {
		return 0, false
	}
	id := libpcp.PMID(binary.BigEndian.Uint32(c.body[c.pos:]))
	n := int(int32(binary.BigEndian.Uint32(c.body[c.pos+4:])))
	c.pos += 8
	return id, n <= 0 || c.values(n)
}

// Singular passes value sets that have one value, in situ, as long as they are for the
// metrics ids, and returns how many.
func (c *Checker) Singular(ids []libpcp.PMID) (n int) {
	const length = 20
	b := c.body[c.pos:]
	for ; n < len(ids) && len(b) >= length; b = b[length:] {
		if libpcp.PMID(binary.BigEndian.Uint32(b)) != ids[n] || binary.BigEndian.Uint32(b[4:]) != 1 ||
			libpcp.Format(binary.BigEndian.Uint32(b[8:])) != libpcp.InSitu {
			break
		}
		n++
	}
	c.pos += n * length
	return n
}

func (c *Checker) values(n int) bool {
	if len(c.body)-c.pos < 4 {
		return false
	}
	format := libpcp.Format(binary.BigEndian.Uint32(c.body[c.pos:]))
	c.pos += 4
	if n > (len(c.body)-c.pos)/8 {
		return false
	}
	list := c.body[c.pos : c.pos+8*n]
	c.pos += 8 * n
	switch format {
	case libpcp.InSitu:
		return true
	case libpcp.PointerDynamic, libpcp.PointerStatic:
		return c.Hasty || c.blocks(list)
	}
	return false
}

// blocks checks the blocks that the words of a list of values point to.
func (c *Checker) blocks(list []byte) bool {
	body := c.body
	for ; len(list) >= 8; list = list[8:] {
		pos, ok := blockOffset(body, binary.BigEndian.Uint32(list[4:]))
		if !ok {
			return false
		}
		head := binary.BigEndian.Uint32(body[pos:])
		length := int(head & 0xffffff)
		if length < 4 || length > len(body)-pos {
			return false
		}
		c.low = min(c.low, pos)
		c.sum += wire.Padded(length)
		if typ := libpcp.Type(head >> 24); typ.Event() && !c.AnyEvents {
			if end := pos + wire.Padded(length); end > len(body) || !wholeEvents(typ, body[pos+4:end]) {
				return false
			}
		}
	}
	return true
}

// End reports whether the blocks follow the value sets and fill the result, as
// far as that is to be checked.
func (c *Checker) End() bool {
	return c.Hasty || c.low == c.pos && c.sum == len(c.body)-c.pos
}
