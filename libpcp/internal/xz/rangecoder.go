package xz

// A rangeDecoder decodes bits by their probability of being zero, kept as
// 11-bit numbers that adapt. Bytes past the end of the input read as zero;
// whoever owns the decoder checks afterwards how much was consumed.
type rangeDecoder struct {
	in   []byte
	pos  int
	rng  uint32
	code uint32
}

// prob is the probability of a zero bit, in 2048ths.
type prob = uint16

const (
	probBits = 11
	probInit = 1 << (probBits - 1)
	moveBits = 5
	topValue = 1 << 24
)

// init takes the five bytes that start a range-coded chunk.
func (r *rangeDecoder) init(in []byte) bool {
	if len(in) < 5 || in[0] != 0 {
		return false
	}
	*r = rangeDecoder{in: in, pos: 5, rng: 1<<32 - 1}
	for _, b := range in[1:5] {
		r.code = r.code<<8 | uint32(b)
	}
	return true
}

// finished reports whether the input was consumed exactly.
func (r *rangeDecoder) finished() bool {
	if r.rng < topValue {
		r.rng, r.code = r.rng<<8, r.code<<8|r.next()
	}
	return r.pos == len(r.in) && r.code == 0
}

func (r *rangeDecoder) next() uint32 {
	var b uint32
	if r.pos < len(r.in) {
		b = uint32(r.in[r.pos])
	}
	r.pos++
	return b
}

// bit decodes one bit.
func (r *rangeDecoder) bit(p *prob) uint32 {
	rng, code := r.rng, r.code
	if rng < topValue {
		rng, code = rng<<8, code<<8|r.next()
	}
	bound := (rng >> probBits) * uint32(*p)
	if code < bound {
		*p += (1<<probBits - *p) >> moveBits
		r.rng, r.code = bound, code
		return 0
	}
	*p -= *p >> moveBits
	r.rng, r.code = rng-bound, code-bound
	return 1
}

// tree decodes a number of bits, highest first, each with a probability that
// depends on those before it.
func (r *rangeDecoder) tree(probs []prob, bits int) uint32 {
	rng, code, m := r.rng, r.code, uint32(1)
	for range bits {
		if rng < topValue {
			rng, code = rng<<8, code<<8|r.next()
		}
		p := &probs[m]
		bound := (rng >> probBits) * uint32(*p)
		if code < bound {
			*p += (1<<probBits - *p) >> moveBits
			rng = bound
			m <<= 1
		} else {
			*p -= *p >> moveBits
			rng, code = rng-bound, code-bound
			m = m<<1 | 1
		}
	}
	r.rng, r.code = rng, code
	return m - 1<<bits
}

// reverse decodes a number of bits, lowest first.
func (r *rangeDecoder) reverse(probs []prob, bits int) uint32 {
	m, value := uint32(1), uint32(0)
	for i := range bits {
		b := r.bit(&probs[m])
		m = m<<1 | b
		value |= b << i
	}
	return value
}

// direct decodes bits of even probability, highest first.
func (r *rangeDecoder) direct(bits int) uint32 {
	var value uint32
	for range bits {
		if r.rng < topValue {
			r.rng, r.code = r.rng<<8, r.code<<8|r.next()
		}
		r.rng >>= 1
		b := uint32(1)
		if r.code < r.rng {
			b = 0
		} else {
			r.code -= r.rng
		}
		value = value<<1 | b
	}
	return value
}

// matched decodes a byte that is expected to resemble match.
func (r *rangeDecoder) matched(probs []prob, match uint32) uint32 {
	m, offset := uint32(1), uint32(0x100)
	for m < 0x100 {
		match <<= 1
		expected := match & offset
		b := r.bit(&probs[offset+expected+m])
		m = m<<1 | b
		if b == 0 {
			offset &^= expected
		} else {
			offset &= expected
		}
	}
	return m & 0xff
}
