package sample

// random is the generator of lrand48(3) as it starts in a program that never
// seeds it. PCP's agent draws from it, so its walks and rates take the same
// course at each start, and so do ours.
type random struct{ state uint64 }

// next returns 31 bits.
func (r *random) next() int32 {
	r.state = (r.state*0x5deece66d + 0xb) & (1<<48 - 1)
	return int32(r.state >> 17)
}

// below returns a number from 0 to n-1.
func (r *random) below(n int32) int32 { return r.next() % n }

// chance is true in percent of a hundred cases.
func (r *random) chance(percent int32) bool { return r.below(100) < percent }

// linear is the generator that the C standard gives as its example for
// rand(3), all of its state as the result: 31 bits.
type linear uint32

func (l *linear) next() uint32 {
	*l = (*l*1103515245 + 12345) & (1<<31 - 1)
	return uint32(*l)
}

// float returns a number from 0 to less than 1.
func (l *linear) float() float64 { return float64(l.next()) / (1 << 31) }
