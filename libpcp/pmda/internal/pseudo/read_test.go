package pseudo

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pcptools/libpcp"
)

// endless is a file without an end.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

func TestLimits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	text := strings.Repeat("0123456789", 1000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	before := []byte("before ")
	for _, test := range []struct {
		name string
		read func([]byte, string, int) ([]byte, error)
		most int
		want string
		err  error
	}{
		{"all", Read, 1 << 20, "before " + text, nil},
		{"just all", Read, 10_007, "before " + text, nil},
		{"too long", Read, 10_006, "before ", libpcp.ErrTooBig},
		{"start", Start, 1000, "before " + text[:993], nil},
		{"short of it", Start, 1 << 20, "before " + text, nil},
	} {
		got, err := test.read(slices.Clone(before), path, test.most)
		if string(got) != test.want || err != test.err {
			t.Errorf("%s: got %d bytes, %v", test.name, len(got), err)
		}
	}
	for read, want := range map[int]string{4: "one\n", 6: "one\ntw"} {
		chunks := io.MultiReader(strings.NewReader("one\ntwo"[:read]), iotest.ErrReader(errors.ErrUnsupported))
		if got, err := appendStart(nil, chunks, 100, true); string(got) != want || err != nil {
			t.Errorf("a line: got %q, %v", got, err)
		}
	}
	if got, err := Read(nil, path+".none", 10); got != nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("none: got %q, %v", got, err)
	}
}

// TestMemory reads files without an end, again and again into the same memory:
// that grows no further than the limit.
func TestMemory(t *testing.T) {
	const most = 1 << 20
	var buf []byte
	for range 10 {
		text, err := Append(buf[:0], endless('x'), most)
		if err != libpcp.ErrTooBig || len(text) > 0 {
			t.Fatalf("got %d bytes, %v", len(text), err)
		}
		if buf, err = AppendStart(buf[:0], endless('x'), most); len(buf) != most || err != nil {
			t.Fatalf("got %d bytes, %v", len(buf), err)
		}
	}
	if cap(buf) > most {
		t.Errorf("%d bytes of memory", cap(buf))
	}
}

// TestErrors keeps what was read before an error.
func TestErrors(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("some"), iotest.ErrReader(errors.ErrUnsupported))
	if got, err := Append(nil, broken, 100); string(got) != "some" || err != errors.ErrUnsupported {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestLines(t *testing.T) {
	var got []string
	keep := func(line []byte) { got = append(got, string(line)) }
	for text, want := range map[string][]string{
		"": nil, "\n": {""}, "one": {"one"}, "one\n\ntwo\nthree": {"one", "", "two", "three"}, "12345678\n": {"12345678"},
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			got = nil
			if err := lines(r, make([]byte, 9), 100, keep); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: got %q, %v", text, got, err)
			}
		}
	}
	for name, r := range map[string]io.Reader{
		"a long line": strings.NewReader("1234567890"), "an endless line": endless('x'), "endless lines": endless('\n'),
	} {
		if err := lines(r, make([]byte, 9), 100, func([]byte) {}); err != libpcp.ErrTooBig {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("one\n\ntwo\n3"), uint8(5))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		var got [][]byte
		err := lines(bytes.NewReader(text), make([]byte, int(size)+1), 1<<20, func(line []byte) { got = append(got, bytes.Clone(line)) })
		want := bytes.Split(text, []byte("\n"))
		if last := len(want) - 1; len(want[last]) == 0 {
			want = want[:last]
		}
		if err == nil && !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("got %q, want %q", got, want)
		}
		long := slices.ContainsFunc(want, func(line []byte) bool { return len(line) > int(size) })
		if long != (err == libpcp.ErrTooBig) {
			t.Errorf("%v", err)
		}
	})
}
