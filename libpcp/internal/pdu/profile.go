package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Profile selects the instances for the fetches of one context number. It has no
// reply.
//
//	0c  context number
//	10  state of all other indoms: 0 include, 1 exclude
//	14  number of indoms
//	18  0
//	1c  per indom: indom, state, number of instances, 0
//	..  the instances of all indoms in that order
type Profile struct {
	Context int32
	Profile libpcp.Profile
}

const indomProfileLen = 16

// Decode reads a whole PDU.
func (m *Profile) Decode(b []byte) error {
	r := body(b, TypeProfile)
	m.Context = r.Int32()
	m.Profile = libpcp.Profile{ExcludeAll: r.Int32() != 0}
	n := r.CheckCount(r.Int32(), indomProfileLen)
	r.Skip(4)
	m.Profile.InDoms = readInDomProfiles(&r, n)
	return finish(&r, TypeProfile)
}

func readInDomProfiles(r *wire.Reader, n int) []libpcp.InDomProfile {
	entries := make([]libpcp.InDomProfile, n)
	lists := wire.NewReader(r.Bytes(r.Len()))
	fixed := wire.NewReader(lists.Bytes(n * indomProfileLen))
	for i := range entries {
		e := &entries[i]
		e.InDom = libpcp.InDom(fixed.Uint32())
		e.Exclude = fixed.Int32() != 0
		e.Insts = readInsts(&lists, fixed.Int32())
		fixed.Skip(4)
	}
	if err := lists.Finish(); err != nil {
		r.Fail(err)
	}
	return entries
}

func readInsts(r *wire.Reader, n int32) []int32 {
	insts := make([]int32, r.CheckCount(n, 4))
	for i := range insts {
		insts[i] = r.Int32()
	}
	return insts
}

// Append appends the PDU to dst.
func (m *Profile) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeProfile)
	dst = wire.AppendInt32(dst, m.Context)
	dst = appendState(dst, m.Profile.ExcludeAll)
	dst = wire.AppendUint32(dst, uint32(len(m.Profile.InDoms)))
	dst = wire.AppendUint32(dst, 0)
	for _, e := range m.Profile.InDoms {
		dst = wire.AppendUint32(dst, uint32(e.InDom))
		dst = appendState(dst, e.Exclude)
		dst = wire.AppendUint32(dst, uint32(len(e.Insts)))
		dst = wire.AppendUint32(dst, 0)
	}
	for _, e := range m.Profile.InDoms {
		for _, inst := range e.Insts {
			dst = wire.AppendInt32(dst, inst)
		}
	}
	return end(dst, start)
}

func appendState(dst []byte, exclude bool) []byte {
	if exclude {
		return wire.AppendUint32(dst, 1)
	}
	return wire.AppendUint32(dst, 0)
}
