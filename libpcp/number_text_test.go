package libpcp_test

import (
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestNumberText compares with what libpcp (C) makes of numbers and values, in
// testdata/numbers.txt.
func TestNumberText(t *testing.T) {
	b, err := os.ReadFile("testdata/numbers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		input, want, _ := strings.Cut(strings.TrimSuffix(line, "|\n"), "|")
		words := strings.Fields(input)
		if len(words) < 2 {
			t.Fatalf("line %q", line)
		}
		var got string
		switch words[0] {
		case "n":
			got = libpcp.NumberStr(decimal(t, words[1]))
		case "a":
			got = numericAtom(t, words[1], words[2]).String()
		case "s":
			n, _ := strconv.Atoi(words[1])
			text := map[int]string{5: "hello", 100: strings.Repeat("a", 100)}[n]
			if text == "" {
				text = strings.Repeat("x", n)
			}
			got = libpcp.StringAtom(text).String()
		case "g":
			data, _ := hex.DecodeString(strings.Trim(words[1], "-"))
			got = libpcp.BytesAtom(libpcp.TypeAggregate, data).String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}

func decimal(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func numericAtom(t *testing.T, kind, text string) libpcp.Atom {
	signed, _ := strconv.ParseInt(text, 10, 64)
	unsigned, _ := strconv.ParseUint(text, 10, 64)
	switch kind {
	case "0":
		return libpcp.Int32Atom(int32(signed))
	case "1":
		return libpcp.Uint32Atom(uint32(unsigned))
	case "2":
		return libpcp.Int64Atom(signed)
	case "3":
		return libpcp.Uint64Atom(unsigned)
	case "4":
		return libpcp.FloatAtom(float32(decimal(t, text)))
	}
	return libpcp.DoubleAtom(decimal(t, text))
}
