package logfile

import (
	"testing"

	"pcptools/libpcp"
)

func TestWholeEvents(t *testing.T) {
	one := []byte{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9, 1, 0, 0, 8, 0, 0, 0, 42}
	missed := []byte{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0x80, 0, 0, 0, 0, 0, 0, 9}
	for _, array := range [][]byte{one, missed, {0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff}} {
		if !wholeEvents(libpcp.TypeEvent, array) {
			t.Errorf("% x: not whole", array)
		}
		for n := range array {
			if wholeEvents(libpcp.TypeEvent, array[:n]) {
				t.Errorf("% x: whole", array[:n])
			}
		}
	}
	if wholeEvents(libpcp.TypeHighResEvent, one) {
		t.Error("a time stamp of two words where there are to be four")
	}
}

func FuzzWholeEvents(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9, 1, 0, 0, 8, 0, 0, 0, 42}, false)
	f.Fuzz(func(t *testing.T, array []byte, highRes bool) {
		typ := libpcp.TypeEvent
		if highRes {
			typ = libpcp.TypeHighResEvent
		}
		array = array[:len(array)&^3]
		if _, err := libpcp.UnpackEvents(libpcp.Block{Type: typ, Data: array}); err == nil && !wholeEvents(typ, array) {
			t.Errorf("% x: not whole, but can be unpacked", array)
		}
	})
}
