package libpcp

import (
	"math/rand/v2"
	"testing"
)

// The shorter way to a number leads where the longer one does.
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
		if a, ok := stored(format, v, from); !ok || a.Type != from || a.bits != got {
			t.Fatalf("%v of format %d, %+v: got %#x, want %#x, %v", from, format, v, got, a.bits, ok)
		}
	}
	if known < 5_000 {
		t.Errorf("only %d numbers", known)
	}
}

func TestIntegers(t *testing.T) {
	for _, test := range []struct {
		atom     Atom
		signed   int64
		err      error
		unsigned uint64
		uerr     error
	}{
		{Int32Atom(-3), -3, nil, 0, ErrSign},
		{Uint32Atom(1<<32 - 1), 1<<32 - 1, nil, 1<<32 - 1, nil},
		{Uint64Atom(1 << 63), 0, ErrTrunc, 1 << 63, nil},
		{DoubleAtom(2.9), 2, nil, 2, nil},
		{StringAtom("2"), 0, ErrConv, 0, ErrConv},
	} {
		set, err := NewValueSet(1, NullInst, test.atom)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := set.Int64(0, test.atom.Type); v != test.signed || err != test.err {
			t.Errorf("%v: %d, %v", test.atom, v, err)
		}
		if v, err := set.Uint64(0, test.atom.Type); v != test.unsigned || err != test.uerr {
			t.Errorf("%v unsigned: %d, %v", test.atom, v, err)
		}
		if _, err := set.Int64(1, test.atom.Type); err != ErrValue {
			t.Errorf("%v: no value: %v", test.atom, err)
		}
	}
}
