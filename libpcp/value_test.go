package libpcp_test

import (
	"bytes"
	"testing"
	"unsafe"

	"pcptools/libpcp"
)

// TestBlocks puts blocks into values, as they are and encoded.
func TestBlocks(t *testing.T) {
	if n := unsafe.Sizeof(libpcp.Value{}); n > 16 {
		t.Errorf("a value takes %d bytes", n)
	}
	for _, b := range []libpcp.Block{
		{}, {Type: libpcp.TypeString}, {Type: libpcp.TypeString, Data: []byte("text\x00")},
		{Type: libpcp.TypeHighResEvent, Data: make([]byte, libpcp.MaxBlock)},
	} {
		v := libpcp.BlockValue(5, b)
		encoded := libpcp.AppendBlock(nil, b)
		if got := v.Block(); v.Inst != 5 || got.Type != b.Type || !bytes.Equal(got.Data, b.Data) || !bytes.Equal(v.Encoded(), encoded) {
			t.Errorf("%v of %d bytes: got %v of %d", b.Type, len(b.Data), got.Type, len(got.Data))
		}
		longer := append(encoded, "padding"...)
		if again := libpcp.EncodedValue(5, longer); !again.Equal(v) || len(longer) > 0 && &again.Encoded()[0] != &longer[0] {
			t.Errorf("%v of %d bytes: encoded, got %v of %d", b.Type, len(b.Data), again.Block().Type, len(again.Block().Data))
		}
	}
	if long := libpcp.BlockValue(0, libpcp.Block{Data: make([]byte, libpcp.MaxBlock+1)}); len(long.Block().Data) != libpcp.MaxBlock {
		t.Errorf("%d bytes in a block", len(long.Block().Data))
	}
	var none libpcp.Value
	if none.Encoded() != nil || none.Block().Data != nil || none.Equal(libpcp.BlockValue(0, libpcp.Block{})) {
		t.Error("a value without a block has one")
	}
	for _, bad := range [][]byte{{0, 0, 0, 5}, {0, 0, 0, 3}, {6, 0, 1, 0, 1, 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%x is a block", bad)
				}
			}()
			libpcp.EncodedValue(0, bad)
		}()
	}
}
