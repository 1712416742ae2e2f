package pmns

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestDomains has lines and what pminfo -e of PCP 7.2.2 took from them.
func TestDomains(t *testing.T) {
	for text, want := range map[string][]uint32{
		"":                                   nil,
		"#define X 60\n":                     {60},
		"#define X\t60":                      {60},
		"#define\tX 60":                      nil,
		"#define  X  60":                     {60},
		" #define X 60\n# define Y 61\n":     nil,
		"#define X 60 490\n":                 {60},
		"#define X 60/* */\r\n":              {60},
		"#define X /* */ 60\n":               nil,
		"#define X 60.5x\n":                  {60},
		"#define X 0x3c\n":                   nil,
		"#define X 060\n":                    {60},
		"#define X -60\n":                    nil,
		"/*\n#define X 60\n*/\n":             {60},
		"// #define X 60\n#define Y 490":     {490},
		"#defineX 60\n":                      nil,
		"#define X(a) 60\n":                  {60},
		"#define X 60\n#define X 490\n":      {60, 490},
		"#define DO_NOT_USE 0\n":             nil,
		"junk\n#define A 1000\n#ifdef X\n\n": {1000},
	} {
		if got := slices.Sorted(maps.Keys(readDomains(strings.NewReader(text)))); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func FuzzDomains(f *testing.F) {
	f.Add("#define X 60\n#define Y 0x3\n")
	f.Add("#define X 99999999999999999999\n #define")
	f.Fuzz(func(t *testing.T, text string) {
		if domains := readDomains(strings.NewReader(text)); domains[0] {
			t.Error("zero is no agent's")
		}
	})
}
