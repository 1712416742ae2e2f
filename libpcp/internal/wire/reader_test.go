package wire

import (
	"bytes"
	"errors"
	"testing"
)

func TestReader(t *testing.T) {
	r := NewReader([]byte{0x01, 0x02, 0x03, 0xff, 0xff, 0xff, 0xfe,
		0x80, 0, 0, 0, 0, 0, 0, 1, 'a', 'b', '~', '~'})
	if got := r.Uint8(); got != 1 {
		t.Errorf("Uint8: %#x", got)
	}
	if got := r.Uint16(); got != 0x0203 {
		t.Errorf("Uint16: %#x", got)
	}
	if got := r.Int32(); got != -2 {
		t.Errorf("Int32: %d", got)
	}
	if got := r.Int64(); got != -1<<63+1 {
		t.Errorf("Int64: %d", got)
	}
	if r.Offset() != 15 || r.Len() != 4 {
		t.Errorf("at %d with %d left", r.Offset(), r.Len())
	}
	if got := r.Bytes(2); string(got) != "ab" || cap(got) != 2 {
		t.Errorf("Bytes: %q, capacity %d", got, cap(got))
	}
	if err := r.Finish(); err != ErrTrailing {
		t.Errorf("Finish with bytes left: %v", err)
	}
}

func TestReaderFinish(t *testing.T) {
	r := NewReader([]byte{0, 0, 0, 7})
	if got := r.Uint32(); got != 7 {
		t.Errorf("Uint32: %d", got)
	}
	if err := r.Finish(); err != nil {
		t.Errorf("Finish: %v", err)
	}
}

// The first failure stays, and everything after it is zero.
func TestReaderSticks(t *testing.T) {
	r := NewReader([]byte{1, 2, 3, 4, 5})
	if r.Uint64() != 0 || r.Err() != ErrShort {
		t.Fatalf("a read past the end: %v", r.Err())
	}
	if r.Uint8() != 0 || r.Uint16() != 0 || r.Uint32() != 0 || r.Bytes(0) != nil || r.Count(1) != 0 || r.Len() != 0 {
		t.Error("something was read after a failure")
	}
	r.Fail(errors.New("later"))
	if r.Finish() != ErrShort {
		t.Errorf("the failure became %v", r.Err())
	}
}

func TestReaderBytesOutside(t *testing.T) {
	for _, n := range []int{-1, 5, int(^uint(0) >> 1)} {
		r := NewReader(make([]byte, 4))
		if b := r.Bytes(n); b != nil || r.Err() != ErrShort {
			t.Errorf("Bytes(%d): %v, %v", n, b, r.Err())
		}
	}
}

func TestCheckCount(t *testing.T) {
	for _, c := range []struct {
		n    int32
		size int
		ok   bool
	}{
		{0, 8, true}, {2, 8, true}, {16, 1, true},
		{3, 8, false}, {17, 1, false}, {-1, 1, false}, {0x7fffffff, 1 << 30, false},
	} {
		r := NewReader(make([]byte, 16))
		got := r.CheckCount(c.n, c.size)
		if ok := r.Err() == nil; ok != c.ok || ok && got != int(c.n) || !ok && got != 0 {
			t.Errorf("CheckCount(%d, %d) = %d, %v", c.n, c.size, got, r.Err())
		}
	}
}

// A count is measured against what comes after it.
func TestCount(t *testing.T) {
	r := NewReader([]byte{0, 0, 0, 2, 1, 2, 3, 4})
	if n := r.Count(2); n != 2 {
		t.Errorf("Count = %d, %v", n, r.Err())
	}
	r = NewReader([]byte{0, 0, 0, 2, 1, 2, 3})
	if n := r.Count(2); n != 0 || r.Err() != ErrShort {
		t.Errorf("Count = %d, %v", n, r.Err())
	}
}

func TestPadded(t *testing.T) {
	for n, want := range []int{0, 4, 4, 4, 4, 8} {
		if got := Padded(n); got != want {
			t.Errorf("Padded(%d) = %d, want %d", n, got, want)
		}
	}
}

func TestAppend(t *testing.T) {
	var b []byte
	b = AppendInt32(b, -2)
	b = AppendInt64(b, -3)
	b = AppendPaddedString(b, "abcde")
	b = AppendPadded(b, []byte("four"))
	want := []byte("\xff\xff\xff\xfe\xff\xff\xff\xff\xff\xff\xff\xfdabcde~~~four")
	if !bytes.Equal(b, want) {
		t.Errorf("got %x, want %x", b, want)
	}
	r := NewReader(b)
	if r.Int32() != -2 || r.Int64() != -3 {
		t.Error("what was appended does not read back")
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte{0, 0, 0, 2, 1, 2, 3, 4}, []byte{4, 2, 1})
	f.Fuzz(func(t *testing.T, input, steps []byte) {
		r := NewReader(input)
		for _, step := range steps {
			before := r.Offset()
			switch step % 8 {
			case 0:
				r.Uint8()
			case 1:
				r.Uint16()
			case 2:
				r.Uint32()
			case 3:
				r.Uint64()
			case 4:
				r.Bytes(int(int8(step)))
			case 5:
				r.Skip(int(step))
			default:
				size := int(step >> 3)
				if n := r.Count(size); n*size > r.Len() {
					t.Fatalf("%d elements of %d bytes in %d", n, size, r.Len())
				}
			}
			if r.Offset() < before || r.Offset() > len(input) {
				t.Fatalf("offset %d after %d", r.Offset(), before)
			}
		}
	})
}
