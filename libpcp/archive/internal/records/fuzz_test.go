package records

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
)

func FuzzMetadata(f *testing.F) {
	for _, version := range []int{2, 3} {
		f.Add(specimen.Meta(nil, 100, version))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m := newMetadata(Policy{})
		file := &metaFile{f: specimen.File{Reader: bytes.NewReader(b)}, shared: new(window)}
		if m.load(context.Background(), file, 0) == nil {
			for _, h := range m.indoms {
				h.lives(context.Background())
			}
			m.reduceLabels()
		}
	})
}

func FuzzIndex(f *testing.F) {
	for _, version := range []int{2, 3} {
		_, index, _ := specimen.New(version)
		f.Add(index[logfile.LabelSize(version):], version)
	}
	f.Fuzz(func(t *testing.T, b []byte, version int) {
		x := newTimeIndex(b, version)
		for i := range x.len() {
			e := x.at(i)
			first, usable := x.search(e.At, 0, func(logfile.IndexEntry) bool { return false })
			if first < 0 || first > usable || usable > x.len() {
				t.Fatalf("search found %d of %d", first, usable)
			}
		}
	})
}

func FuzzRecord(f *testing.F) {
	for i := range 3 {
		f.Add(specimen.Record(logfile.Stamp{Sec: 1, Nsec: 2}, i, 2), 2)
		f.Add(specimen.Record(logfile.Stamp{Sec: 1, Nsec: 2}, i, 3), 3)
	}
	f.Fuzz(func(t *testing.T, body []byte, version int) {
		for _, hasty := range []bool{false, true} {
			var s schemas
			rec, err := s.scan(body, version, hasty)
			if err != nil {
				continue
			}
			if again, err := s.scan(body, version, hasty); err != nil || again.Schema() != rec.Schema() || !slices.Equal(again.offsets, rec.offsets) {
				t.Fatal("a record is not like itself:", err)
			}
			pos := logfile.StampSize(version) + 4
			for range rec.Schema().metrics {
				var set libpcp.ValueSet
				if ok := logfile.DecodeSet(&set, body, pos, new([]byte)); !ok && !hasty {
					t.Fatal("a checked record cannot be decoded")
				}
				_, pos = logfile.SetID(body, pos)
			}
		}
	})
}
