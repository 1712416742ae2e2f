package xz

// window is the output of a decoder, which is its dictionary too.
type window struct {
	buf  []byte
	pos  int // end of what has been written
	base int // start of what may be referred to
}

// repeat appends length bytes from dist back, which may overlap.
func (w *window) repeat(dist uint32, length int) bool {
	if uint64(dist) >= uint64(w.pos-w.base) || length > len(w.buf)-w.pos {
		return false
	}
	from := w.pos - int(dist) - 1
	for length > 0 {
		n := copy(w.buf[w.pos:w.pos+length], w.buf[from:w.pos])
		w.pos += n
		length -= n
	}
	return true
}

// slide moves the last keep bytes to the start of the buffer and returns by
// how much.
func (w *window) slide(keep int) int {
	drop := w.pos - min(w.pos, keep)
	copy(w.buf, w.buf[drop:w.pos])
	w.pos -= drop
	w.base = max(0, w.base-drop)
	return drop
}

const (
	states     = 12
	posStates  = 16
	litState   = 7 // states below follow a literal
	endMarker  = 1<<32 - 1
	minMatch   = 2
	litCoder   = 0x300
	startModel = 4
	endModel   = 14
	alignBits  = 4
)

// lengths decodes the length of a match.
type lengths struct {
	choice, choice2 prob
	low, mid        [posStates][8]prob
	high            [256]prob
}

func (l *lengths) decode(r *rangeDecoder, posState int) int {
	if r.bit(&l.choice) == 0 {
		return minMatch + int(r.tree(l.low[posState][:], 3))
	}
	if r.bit(&l.choice2) == 0 {
		return minMatch + 8 + int(r.tree(l.mid[posState][:], 3))
	}
	return minMatch + 16 + int(r.tree(l.high[:], 8))
}

// model is the adaptive state of an LZMA decoder.
type model struct {
	lc, lp, pb int
	state      int
	rep        [4]uint32
	isMatch    [states][posStates]prob
	isRep      [states]prob
	isRepG0    [states]prob
	isRepG1    [states]prob
	isRepG2    [states]prob
	isRep0Long [states][posStates]prob
	slot       [4][64]prob
	special    [1 + 128 - endModel]prob
	align      [1 << alignBits]prob
	length     lengths
	repLength  lengths
	literal    []prob
}

// properties sets lc, lp and pb from their one-byte form.
func (m *model) properties(b byte, maxLiteral int) bool {
	if b >= 9*5*5 {
		return false
	}
	m.lc, m.lp, m.pb = int(b)%9, int(b)/9%5, int(b)/45
	return m.lc+m.lp <= maxLiteral
}

// reset makes all bits even and forgets matches.
func (m *model) reset() {
	literal := m.literal[:0]
	*m = model{lc: m.lc, lp: m.lp, pb: m.pb}
	for range litCoder << (m.lc + m.lp) {
		literal = append(literal, probInit)
	}
	m.literal = literal
	for s := range states {
		even(m.isMatch[s][:])
		even(m.isRep0Long[s][:])
	}
	for _, p := range [][]prob{m.isRep[:], m.isRepG0[:], m.isRepG1[:], m.isRepG2[:], m.special[:], m.align[:]} {
		even(p)
	}
	for i := range m.slot {
		even(m.slot[i][:])
	}
	m.length.reset()
	m.repLength.reset()
}

func (l *lengths) reset() {
	l.choice, l.choice2 = probInit, probInit
	for i := range posStates {
		even(l.low[i][:])
		even(l.mid[i][:])
	}
	even(l.high[:])
}

func even(probs []prob) {
	for i := range probs {
		probs[i] = probInit
	}
}

// run decodes until limit bytes are in the window, or somewhat more, but not
// more than most; it reports whether the input made sense, and whether an end
// marker was met before.
func (m *model) run(r *rangeDecoder, w *window, start, limit, most int) (ok, ended bool) {
	mask := 1<<m.pb - 1
	for w.pos < limit {
		posState := (w.pos - start) & mask
		if r.bit(&m.isMatch[m.state][posState]) == 0 {
			m.byte(r, w, start)
			continue
		}
		length, fresh := m.match(r, posState)
		if fresh && m.rep[0] == endMarker {
			return true, true
		}
		if length > most-w.pos || !w.repeat(m.rep[0], length) {
			return false, false
		}
	}
	return true, false
}

// byte decodes a literal.
func (m *model) byte(r *rangeDecoder, w *window, start int) {
	var before uint32
	if w.pos > w.base {
		before = uint32(w.buf[w.pos-1])
	}
	context := uint32(w.pos-start)&(1<<m.lp-1)<<m.lc + before>>(8-m.lc)
	probs := m.literal[context*litCoder : (context+1)*litCoder]
	var b uint32
	if m.state < litState || uint64(m.rep[0]) >= uint64(w.pos-w.base) {
		b = r.tree(probs, 8)
	} else {
		b = r.matched(probs, uint32(w.buf[w.pos-int(m.rep[0])-1]))
	}
	w.buf[w.pos] = byte(b)
	w.pos++
	switch {
	case m.state < 4:
		m.state = 0
	case m.state < 10:
		m.state -= 3
	default:
		m.state -= 6
	}
}

// match decodes a match, whose distance becomes the latest, and its length;
// fresh says that the distance is not a repeated one.
func (m *model) match(r *rangeDecoder, posState int) (length int, fresh bool) {
	state := m.state
	if r.bit(&m.isRep[state]) == 0 {
		m.next(7, 10)
		length = m.length.decode(r, posState)
		m.rep = [4]uint32{m.distance(r, length), m.rep[0], m.rep[1], m.rep[2]}
		return length, true
	}
	if r.bit(&m.isRepG0[state]) == 0 {
		if r.bit(&m.isRep0Long[state][posState]) == 0 {
			m.next(9, 11)
			return 1, false
		}
	} else {
		m.older(r, state)
	}
	m.next(8, 11)
	return m.repLength.decode(r, posState), false
}

// next is the state after a match, after a literal or after another match.
func (m *model) next(literal, match int) {
	if m.state < litState {
		m.state = literal
	} else {
		m.state = match
	}
}

// older makes one of the older distances the latest.
func (m *model) older(r *rangeDecoder, state int) {
	if r.bit(&m.isRepG1[state]) == 0 {
		m.rep = [4]uint32{m.rep[1], m.rep[0], m.rep[2], m.rep[3]}
		return
	}
	if r.bit(&m.isRepG2[state]) == 0 {
		m.rep = [4]uint32{m.rep[2], m.rep[0], m.rep[1], m.rep[3]}
		return
	}
	m.rep = [4]uint32{m.rep[3], m.rep[0], m.rep[1], m.rep[2]}
}

// distance decodes how far back a match of a length is.
func (m *model) distance(r *rangeDecoder, length int) uint32 {
	slot := r.tree(m.slot[min(length-minMatch, 3)][:], 6)
	if slot < startModel {
		return slot
	}
	bits := int(slot>>1) - 1
	dist := (2 | slot&1) << bits
	if slot < endModel {
		return dist + r.reverse(m.special[dist-slot:], bits)
	}
	dist += r.direct(bits-alignBits) << alignBits
	return dist + r.reverse(m.align[:], alignBits)
}
