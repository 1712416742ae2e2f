package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
)

// TestForeignBlock interpolates numbers in blocks of another type, as in bozo.client_v2 of
// PCP's test suite: libpcp (C) does not turn their bytes round.
func TestForeignBlock(t *testing.T) {
	base, start := filepath.Join(t.TempDir(), "a"), time.Unix(1e9, 0)
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}})
	must(t, err)
	desc := libpcp.Desc{PMID: listCounter.PMID, Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	must(t, w.AddDesc(desc, "m"))
	block := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte{7, 0, 0, 0, 0, 0, 0, 0}})
	for second := range 4 {
		set := libpcp.ValueSet{PMID: desc.PMID, Format: libpcp.PointerDynamic, Values: []libpcp.Value{block}}
		must(t, w.Append(&libpcp.Result{Time: start.Add(time.Duration(second) * time.Second), Sets: []libpcp.ValueSet{set}}))
	}
	must(t, w.Close())
	meta, err := os.ReadFile(base + ".meta")
	must(t, err)
	id := binary.BigEndian.AppendUint32(nil, uint32(desc.PMID))
	as := func(typ libpcp.Type) []byte { return binary.BigEndian.AppendUint32(bytes.Clone(id), uint32(typ)) }
	must(t, os.WriteFile(base+".meta", bytes.Replace(meta, as(desc.Type), as(libpcp.TypeU64), 1), 0o600))
	a, err := Open(t.Context(), base, Options{})
	must(t, err)
	c := libpcp.NewContext(a)
	defer c.Close()
	must(t, c.SetMode(t.Context(), libpcp.ModeInterp, start.Add(1500*time.Millisecond), time.Second))
	r, err := c.Fetch(t.Context(), []libpcp.PMID{desc.PMID})
	must(t, err)
	if got := r.Sets[0].Values[0].Encoded(); len(got) != 12 || got[11] != 7 {
		t.Errorf("%x, want 7", got)
	}
}

// TestShortBlock interpolates a metric whose blocks are too short for its type, as in a
// damaged archive: the record is corrupted.
func TestShortBlock(t *testing.T) {
	for _, typ := range []libpcp.Type{libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble, libpcp.TypeFloat} {
		base, start := filepath.Join(t.TempDir(), "a"), time.Unix(1e9, 0)
		w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}})
		must(t, err)
		desc := libpcp.Desc{PMID: listCounter.PMID, Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
		must(t, w.AddDesc(desc, "m"))
		for second := range 4 {
			short := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte("a\x00")})
			set := libpcp.ValueSet{PMID: desc.PMID, Format: libpcp.PointerDynamic, Values: []libpcp.Value{short}}
			must(t, w.Append(&libpcp.Result{Time: start.Add(time.Duration(second) * time.Second), Sets: []libpcp.ValueSet{set}}))
		}
		must(t, w.Close())
		descOf := func(typ libpcp.Type) []byte {
			return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(desc.PMID)), uint32(typ))
		}
		meta, err := os.ReadFile(base + ".meta")
		must(t, err)
		if n := bytes.Count(meta, descOf(desc.Type)); n != 1 {
			t.Fatalf("%d descriptors", n)
		}
		must(t, os.WriteFile(base+".meta", bytes.Replace(meta, descOf(desc.Type), descOf(typ), 1), 0o600))
		a, err := Open(t.Context(), base, Options{})
		must(t, err)
		c := libpcp.NewContext(a)
		defer c.Close()
		must(t, c.SetMode(t.Context(), libpcp.ModeInterp, start.Add(1500*time.Millisecond), time.Second))
		if r, err := c.Fetch(t.Context(), []libpcp.PMID{desc.PMID}); !errors.Is(err, libpcp.ErrLogRec) {
			t.Errorf("%v: %v, %v", typ, r, err)
		}
	}
}
