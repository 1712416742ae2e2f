package archive_test

import (
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestFirstOnly takes the first of what each iterator over an archive has, and no more.
func TestFirstOnly(t *testing.T) {
	base := filepath.Join(t.TempDir(), "rooms")
	w, err := archive.Create(base, archive.WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: noon, Host: "house"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AddDesc(temperature, "house.temperature"); err != nil {
		t.Fatal(err)
	}
	of := libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(rooms)}
	for i := range 2 {
		at := noon.Add(time.Duration(i) * time.Second)
		floors := libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "floors", Value: strconv.Itoa(i + 3)}}}
		for _, err := range []error{
			w.AddInstances(at, rooms, []libpcp.Instance{{ID: 1, Name: "hall"}, {ID: 2, Name: "bath"}, {ID: 3, Name: "attic"}}[:2+i]),
			w.AddLabels(at, of, []libpcp.LabelSet{floors}), w.Mark(at),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	taken := 0
	for v, err := range a.InDomHistory(rooms) {
		if taken++; err != nil || len(v.Instances) != 2 {
			t.Errorf("instances: %v, %v", v, err)
		}
		break
	}
	for v, err := range a.LabelHistory(of) {
		if taken++; err != nil || len(v.Sets) != 1 || !v.From.Equal(noon) {
			t.Errorf("labels: %v, %v", v, err)
		}
		break
	}
	for _, err := range a.InDomHistory(rooms + 1) {
		if taken++; err != libpcp.ErrInDomLog {
			t.Errorf("an unknown domain: %v", err)
		}
	}
	if taken != 3 {
		t.Errorf("%d taken", taken)
	}
}
