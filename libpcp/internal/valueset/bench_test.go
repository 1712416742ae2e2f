package valueset

import (
	"testing"

	"pcptools/libpcp"
)

// manySets is the size of a fetch of everything a machine has: 2500 metrics,
// four values each, a third of them in blocks.
func manySets() []libpcp.ValueSet {
	sets := make([]libpcp.ValueSet, 2500)
	for i := range sets {
		s := &sets[i]
		s.PMID = libpcp.NewPMID(60, uint32(i/1000), uint32(i%1000))
		s.Values = make([]libpcp.Value, 4)
		for j := range s.Values {
			s.Values[j] = libpcp.Value{Inst: int32(j), Word: uint32(i)}
		}
		if i%3 == 0 {
			s.Format = libpcp.PointerDynamic
			for j := range s.Values {
				s.Values[j] = libpcp.BlockValue(int32(j), libpcp.Block{Type: libpcp.TypeU64, Data: make([]byte, 8)})
			}
		}
	}
	return sets
}

func BenchmarkDecode(b *testing.B) {
	sets := manySets()
	input := Append(nil, sets, 0)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(input, 0, int32(len(sets)), 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	sets := manySets()
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = Append(dst[:0], sets, 0)
	}
}
