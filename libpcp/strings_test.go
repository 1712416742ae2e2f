package libpcp_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"pcptools/libpcp"
)

// lineHash is how the golden table sums up many lines of text.
func lineHash(n int, line func(i int) string) string {
	h := fnv.New64a()
	for i := range n {
		h.Write([]byte(line(i) + "\n"))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// TestStrings compares everything that has a notation in PCP with what the
// libpcp (C) makes of it: a fifth of the 2^24 units, all error codes in use.
func TestStrings(t *testing.T) {
	golden(t, "strings.txt", func(t *testing.T, line string, f []string) {
		var got string
		switch f[0] {
		case "units":
			top := hexBytes(t, f[1])[0]
			if top%10 != 0 {
				return // the whole takes seconds
			}
			old := libpcp.UnitsNotation{NoExtra: true}
			got = lineHash(1<<16, func(i int) string { return old.Text(libpcp.Units(uint32(top)<<24 | uint32(i)<<8)) })
		case "newunits":
			top := uint32(hexBytes(t, f[1])[0])
			got = lineHash(1<<16, func(i int) string { return libpcp.Units(top<<24 | uint32(i)<<8).String() })
		case "extra":
			extra := uint32(hexBytes(t, f[1])[0])
			if extra%16 < 13 && extra != 8 {
				return // each takes its time
			}
			got = lineHash(1<<16, func(i int) string {
				return libpcp.Units(uint32(i)*2654435761&^0xff | extra).String()
			})
		case "types":
			got = lineHash(600, func(i int) string { return libpcp.Type(i - 300).String() })
		case "sems":
			got = lineHash(600, func(i int) string { return libpcp.Semantics(i - 300).String() })
		case "pmids":
			got = lineHash(110000, func(i int) string { return libpcp.PMID(sampleID(i)).String() })
		case "indoms":
			got = lineHash(105000, func(i int) string { return libpcp.InDom(sampleID(i)).String() })
		case "errors":
			texts := libpcp.ErrorTexts{ArchiveLog: true, NoErrArg: true}
			got = lineHash(23101, func(i int) string { return texts.Of(libpcp.Error(100 - i)) })
		case "newerrors":
			got = lineHash(23101, func(i int) string { return libpcp.Error(100 - i).Error() })
		case "flags":
			got = lineHash(768, func(i int) string { return sampleFlags(uint32(i)).String() })
		}
		if want := f[len(f)-1]; got != want {
			t.Errorf("%s: got %s", line, got)
		}
	})
}

func sampleID(i int) uint32 {
	switch {
	case i < 100000:
		return uint32(i) * 42949
	case i < 105000:
		return 0xffffffff - uint32(i-100000)
	}
	return 0x7fffffff - uint32(i-105000)*1024
}

func sampleFlags(i uint32) libpcp.EventFlags {
	switch n := i / 3; i % 3 {
	case 0:
		return libpcp.EventFlags(n)
	case 1:
		return libpcp.EventFlags(n<<3) | libpcp.EventMissed
	default:
		return libpcp.EventFlags(n << 5)
	}
}
