package archive

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
)

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
		a, err := Open(context.Background(), base, Options{AnyEvents: any})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if _, err := a.FetchRecord(t.Context()); any != (err == nil) {
			t.Errorf("AnyEvents %t: %v", any, err)
		}
	}
}
