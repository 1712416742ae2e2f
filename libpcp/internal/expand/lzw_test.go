package expand

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"testing"
)

// packLZW compresses as compress(1) does, but never empties its table.
func packLZW(b []byte) []byte {
	out := []byte{0x1f, 0x9d, 0x80 | 16}
	table := make(map[string]int)
	for i := range 256 {
		table[string([]byte{byte(i)})] = i
	}
	width, codes, next := 9, 0, 257
	var bits uint64
	var held int
	put := func(code int) {
		bits |= uint64(code) << held
		for held += width; held >= 8; held -= 8 {
			out = append(out, byte(bits))
			bits >>= 8
		}
		codes++
	}
	word := ""
	for _, c := range b {
		longer := word + string([]byte{c})
		if _, ok := table[longer]; ok {
			word = longer
			continue
		}
		put(table[word])
		word = string([]byte{c})
		if next == 1<<16 {
			continue
		}
		if table[longer] = next; next > 1<<width-1 {
			for codes%8 != 0 { // the codes of one width come in groups of eight
				put(0)
			}
			width++
		}
		next++
	}
	put(table[word])
	if held > 0 {
		out = append(out, byte(bits))
	}
	return out
}

func TestLZW(t *testing.T) {
	want := plainText(500_000)
	packed := packLZW(want)
	if gunzip, err := exec.LookPath("gzip"); err == nil {
		cmd := exec.Command(gunzip, "-dc")
		cmd.Stdin = bytes.NewReader(packed)
		if out, err := cmd.Output(); err != nil || !bytes.Equal(out, want) {
			t.Fatalf("the genuine gzip expands it to %d bytes: %v", len(out), err)
		}
	}
	f, err := Open(context.Background(), memoryFile{bytes.NewReader(packed)}, ".Z")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := io.ReadAll(sequential(f))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}
}

func FuzzLZW(f *testing.F) {
	f.Add([]byte("\x90a\xc4\x8c\x01"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := expandGzip(memoryFile{bytes.NewReader(append([]byte("\x1f\x9d"), b...))})
		if err != nil {
			return
		}
		defer s.close()
		if s.fill(1 << 20); s.err != nil && s.err != io.EOF && s.n > int64(len(b))<<16 {
			t.Errorf("%d bytes expand to %d", len(b), s.n)
		}
	})
}
