package libpcp

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestNumberIsExtract(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	known := 0
	for range 100_000 {
		from := Type(r.IntN(12) - 1)
		b := Block{Type: from, Data: make([]byte, []int{8, 4, 8, 0, 9}[r.IntN(5)])}
		if r.IntN(8) == 0 {
			b.Type = Type(r.IntN(8))
		}
		for i := range b.Data {
			b.Data[i] = byte(r.Uint32())
		}
		v := BlockValue(NullInst, b)
		v.Word = r.Uint32()
		format := Format(r.IntN(4))
		got, ok := number(format, &v, from)
		if !ok {
			continue
		}
		known++
		a, err := Extract(format, v, from, TypeDouble)
		if err != nil || math.Float64bits(a.Float64()) != math.Float64bits(got) {
			t.Fatalf("%v of format %d, %+v: got %v, want %v, %v", from, format, v, got, a.Float64(), err)
		}
	}
	if known < 5_000 {
		t.Errorf("only %d numbers", known)
	}
}
