package archive

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

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

// TestAnyEvents reads a record with an event array that is cut short.
func TestAnyEvents(t *testing.T) {
	base := filepath.Join(t.TempDir(), "events")
	w, err := Create(base, WriterOptions{Label: libpcp.ArchiveLabel{Host: "h", Start: time.Unix(1e9, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	d := libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 1), Type: libpcp.TypeEvent, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	set := libpcp.ValueSet{PMID: d.PMID, Format: libpcp.PointerDynamic, Values: []libpcp.Value{
		libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: d.Type, Data: []byte{0, 0, 0, 3}}),
	}}
	err = errors.Join(w.AddDesc(d, "events"), w.Append(&libpcp.Result{Time: time.Unix(1e9, 0), Sets: []libpcp.ValueSet{set}}), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	for _, any := range []bool{false, true} {
		a, err := Open(base, Options{AnyEvents: any})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if _, err := a.FetchRecord(t.Context()); any != (err == nil) {
			t.Errorf("AnyEvents %t: %v", any, err)
		}
	}
}
