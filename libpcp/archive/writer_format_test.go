package archive

import (
	"slices"
	"testing"

	"pcptools/libpcp"
)

// TestWriterFormats has each type of value in words and in blocks of all lengths.
func TestWriterFormats(t *testing.T) {
	inWords := []libpcp.Type{libpcp.Type32, libpcp.TypeU32, libpcp.TypeFloat}
	lengths := map[libpcp.Type]int{libpcp.TypeFloat: 4, libpcp.Type64: 8, libpcp.TypeU64: 8, libpcp.TypeDouble: 8}
	for typ := libpcp.Type32; typ <= libpcp.TypeHighResEvent; typ++ {
		words := libpcp.ValueSet{Format: libpcp.InSitu, Values: []libpcp.Value{{Inst: libpcp.NullInst}}}
		if err := checkFormat(typ, &words); (err == nil) != slices.Contains(inWords, typ) {
			t.Errorf("%v in words: %v", typ, err)
		}
		for n := range 10 {
			for _, format := range []libpcp.Format{libpcp.PointerDynamic, libpcp.PointerStatic} {
				block := libpcp.Block{Type: typ, Data: make([]byte, n)}
				if typ == libpcp.TypeString && n > 0 {
					block.Data[0] = 'x'
				}
				blocks := libpcp.ValueSet{Format: format, Values: []libpcp.Value{libpcp.BlockValue(libpcp.NullInst, block)}}
				length, fixed := lengths[typ]
				good := typ != libpcp.Type32 && typ != libpcp.TypeU32 && (!fixed || n == length)
				if typ.Event() {
					continue // which have a form of their own
				}
				if err := checkFormat(typ, &blocks); (err == nil) != good {
					t.Errorf("%v in blocks of %d bytes: %v", typ, n, err)
				}
			}
		}
	}
}
