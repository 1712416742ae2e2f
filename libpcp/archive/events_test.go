package archive

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/release"
)

// TestAnyEvents reads a record with an event array that is cut short.
func TestAnyEvents(t *testing.T) {
	base := filepath.Join(t.TempDir(), "events")
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", Start: time.Unix(1e9, 0)}})
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
	oldest := release.Of(release.Version{})
	for rel, any := range map[release.Release]bool{{}: false, oldest: true} {
		a, err := Open(context.Background(), base, Options{Release: rel})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if _, err := sourcetest.Direct(a).FetchRecord(t.Context()); any != (err == nil) {
			t.Errorf("any events %t: %v", any, err)
		}
	}
}
