package main

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

func TestRun(t *testing.T) {
	start := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	base := filepath.Join(t.TempDir(), "rooms")
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: "house"}})
	if err != nil {
		t.Fatal(err)
	}
	rooms := libpcp.NewInDom(401, 0)
	degrees := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 0), Type: libpcp.TypeDouble, InDom: rooms, Sem: libpcp.SemInstant, Units: libpcp.Celsius}
	set, err := libpcp.NewValueSet(degrees.PMID, 0, libpcp.DoubleAtom(21.5))
	for _, err := range []error{
		err,
		w.AddDesc(degrees, "house.temperature"),
		w.AddInstances(start, rooms, []libpcp.Instance{{ID: 0, Name: "kitchen"}}),
		w.Append(&libpcp.Result{Time: start, Sets: []libpcp.ValueSet{set}}),
		w.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(t.Context(), &out, base, []string{"house"}); err != nil {
		t.Fatal(err)
	}
	if want := "2024-06-01T12:00:00Z,house.temperature,kitchen,21.5\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
