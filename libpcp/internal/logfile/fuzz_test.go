package logfile

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"pcptools/libpcp"
)

func specimenLabel(version int) Label {
	return Label{Magic: Magic | uint32(version), PID: 7, Start: Stamp{Sec: 100}, Host: "h", Zone: "UTC"}
}

func FuzzLabel(f *testing.F) {
	for _, version := range []int{2, 3} {
		l := specimenLabel(version)
		f.Add(l.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := DecodeLabel(b, 0)
		if err != nil {
			return
		}
		if l.Version() == 2 {
			l.Start.Nsec -= l.Start.Nsec % 1000 // too many microseconds wrap around
		}
		again, err := DecodeLabel(l.Append(nil), 0)
		if err != nil || again != l {
			t.Errorf("%+v comes back as %+v, %v", l, again, err)
		}
	})
}

func FuzzDesc(f *testing.F) {
	d := libpcp.Desc{PMID: libpcp.NewPMID(1, 2, 3), Type: libpcp.TypeU64, InDom: libpcp.NewInDom(1, 2), Sem: libpcp.SemCounter}
	f.Add(AppendDesc(nil, &d, []string{"a.b", "a.c.d"}))
	f.Fuzz(func(t *testing.T, payload []byte) {
		var d, again Desc
		if d.Decode(payload) != nil {
			return
		}
		names := make([]string, len(d.Names))
		for i, name := range d.Names {
			names[i] = string(name)
		}
		err := again.Decode(AppendDesc(nil, &d.Desc, names))
		if err != nil || again.Desc != d.Desc || !slices.EqualFunc(again.Names, d.Names, bytes.Equal) {
			t.Errorf("%+v comes back as %+v, %v", d, again, err)
		}
	})
}

func FuzzInDom(f *testing.F) {
	list := []InDomEntry{{Instance: libpcp.Instance{ID: 1, Name: "one"}}, {Instance: libpcp.Instance{ID: 2, Name: "two words"}}}
	for _, typ := range []uint32{TypeInDom2, TypeInDom3, TypeInDomDelta} {
		f.Add(AppendInDom(nil, typ, Stamp{Sec: 100}, libpcp.NewInDom(1, 2), list))
		list[0].Deleted = typ == TypeInDom3
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		d, err := DecodeInDom(payload)
		if err != nil || d.Len == 0 {
			return
		}
		typ := uint32(TypeInDom3)
		if d.Delta {
			typ = TypeInDomDelta
		}
		content := d.Content()
		var entries []InDomEntry
		for _, inst := range content {
			entries = append(entries, InDomEntry{Instance: inst, Deleted: inst.Name == "\x00"})
		}
		again, err := DecodeInDom(AppendInDom(nil, typ, d.At, d.InDom, entries))
		if err != nil || !slices.Equal(again.Content(), content) || again.At != d.At || again.InDom != d.InDom {
			t.Errorf("%+v comes back as %+v, %v", d, again, err)
		}
		if d.Delta {
			d.Apply(d.Apply(nil, func(BadDelta) {}), func(BadDelta) {})
		} else if len(d.Instances()) != d.Len {
			t.Error("instances are missing")
		}
	})
}

func FuzzLabels(f *testing.F) {
	set := libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "a", Value: `"b"`, Flags: 1}}}
	for _, typ := range []uint32{TypeLabels2, TypeLabels3} {
		f.Add(AppendLabels(nil, typ, &Labels{At: Stamp{Sec: 100}, ID: libpcp.LabelID{Class: 1}, Sets: []libpcp.LabelSet{set}}))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		rec, err := DecodeLabels(payload)
		checked, checkErr := CheckLabels(payload)
		if (err == nil) != (checkErr == nil) || checked.At != rec.At || checked.ID != rec.ID {
			t.Fatalf("decoded %+v, %v; checked %+v, %v", rec, err, checked, checkErr)
		}
		if err != nil {
			return
		}
		again, err := DecodeLabels(AppendLabels(nil, TypeLabels3, &rec))
		if err != nil || again.At != rec.At || again.ID != rec.ID || len(again.Sets) != len(rec.Sets) {
			t.Errorf("%+v comes back as %+v, %v", rec, again, err)
		}
	})
}

func FuzzText(f *testing.F) {
	f.Add(AppendText(nil, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: 1}, "help"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		text, err := DecodeText(payload)
		if err != nil {
			return
		}
		again, err := DecodeText(AppendText(nil, text.ID, text.String()))
		if err != nil || again.ID != text.ID || again.String() != text.String() {
			t.Errorf("%q comes back as %q, %v", text, again, err)
		}
	})
}

func FuzzIndexEntry(f *testing.F) {
	for _, version := range []int{2, 3} {
		f.Add(IndexEntry{At: Stamp{1, 2000}, Volume: 3, Meta: 4, Off: 5}.Append(nil, version), version)
	}
	f.Fuzz(func(t *testing.T, b []byte, version int) {
		e := DecodeIndexEntry(b, version)
		if len(b) < IndexEntrySize(version) || version != 3 && (e.At.Nsec < 0 || e.At.Nsec >= Second) {
			return
		}
		if got := e.Append(nil, version); !bytes.Equal(got, b[:IndexEntrySize(version)]) && version == 3 {
			t.Errorf("% x comes back as % x", b, got)
		}
	})
}

// specimenResult has two metrics, of which one has blocks.
func specimenResult(version int) []byte {
	return AppendResult(nil, Stamp{1, 2000}, []libpcp.ValueSet{
		{PMID: 1, Format: libpcp.InSitu, Values: []libpcp.Value{{Inst: 1, Word: 2}, {Inst: 3, Word: 4}}},
		{PMID: 2, Format: libpcp.PointerDynamic, Values: []libpcp.Value{
			libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte("hi\x00")}),
		}},
		{PMID: 3, Err: libpcp.ErrAgain},
	}, version)
}

// check returns the metrics of a result.
func check(body []byte, version int, hasty bool) (at Stamp, ids []libpcp.PMID, ok bool) {
	c := Checker{Hasty: hasty}
	at, n, ok := c.Begin(body, version)
	for range n {
		id, found := c.Set()
		if !found {
			return at, nil, false
		}
		ids = append(ids, id)
	}
	return at, ids, ok && c.End()
}

// TestResult decodes what was encoded, each set alone.
func TestResult(t *testing.T) {
	for _, version := range []int{2, 3} {
		body := specimenResult(version)
		at, ids, ok := check(body, version, false)
		if !ok || at != (Stamp{1, 2000}) || !slices.Equal(ids, []libpcp.PMID{1, 2, 3}) {
			t.Fatalf("version %d: %v %v %v", version, at, ids, ok)
		}
		pos, ok := FindSet(2, body, SetsOffset(version), 1)
		var set libpcp.ValueSet
		if !ok || !DecodeSet(&set, body, pos, new([]byte)) || string(set.Values[0].Block().Data) != "hi\x00" {
			t.Errorf("version %d: %+v", version, set)
		}
		pos, ok = FindSet(3, body, pos, 1)
		set = libpcp.ValueSet{}
		if !ok || !DecodeSet(&set, body, pos, new([]byte)) || set.Err != libpcp.ErrAgain {
			t.Errorf("version %d: %+v", version, set)
		}
	}
}

func FuzzResult(f *testing.F) {
	for _, version := range []int{2, 3} {
		f.Add(specimenResult(version), version)
		f.Add(AppendResult(nil, Stamp{}, nil, version), version)
	}
	f.Fuzz(func(t *testing.T, body []byte, version int) {
		for _, hasty := range []bool{false, true} {
			at, ids, ok := check(body, version, hasty)
			if !ok {
				continue
			}
			pos := SetsOffset(version)
			sets := make([]libpcp.ValueSet, len(ids))
			for i, id := range ids {
				sets[i].PMID, _ = SetID(body, pos)
				if sets[i].PMID != id {
					t.Fatalf("set %d is of %v, not %v", i, sets[i].PMID, id)
				}
				if ok := DecodeSet(&sets[i], body, pos, new([]byte)); !ok && !hasty {
					t.Fatal("a checked record cannot be decoded")
				}
				_, pos = SetID(body, pos)
			}
			if hasty {
				continue
			}
			if _, again, ok := check(AppendResult(nil, at, sets, 3), 3, false); !ok || !reflect.DeepEqual(again, ids) {
				t.Errorf("%v comes back as %v, %v", ids, again, ok)
			}
		}
	})
}
