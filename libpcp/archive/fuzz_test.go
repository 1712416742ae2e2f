package archive

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// memory is a storage of one directory.
type memory map[string][]byte

func (m memory) list(dir string) ([]string, error) {
	if dir != "." {
		return nil, syscall.ENOENT
	}
	return slices.Sorted(maps.Keys(m)), nil
}

func (m memory) readable(name string) bool { return m[name] != nil }

func (m memory) open(name string) (expand.File, error) {
	b, ok := m[name]
	if !ok {
		return nil, syscall.ENOENT
	}
	return memoryFile{bytes.NewReader(b)}, nil
}

func (m memory) identify(name string) identity { return identity{size: int64(len(m[name]))} }

type memoryFile struct{ *bytes.Reader }

func (f memoryFile) Close() error         { return nil }
func (f memoryFile) Size() (int64, error) { return f.Reader.Size(), nil }
func (f memoryFile) Reaches(n int64) bool { return n <= f.Reader.Size() }

// framed puts a payload between two copies of its length.
func framed(dst, payload []byte) []byte {
	return append(dst, logfile.End(append(logfile.Begin(nil), payload...))...)
}

// specimen is a small archive with a bit of everything: a counter with two
// instances, a string, a mark, a delta, labels and text.
func specimen(version int) (meta, index, volume []byte) {
	l := logfile.Label{Magic: logfile.Magic | uint32(version), PID: 7, Start: logfile.Stamp{Sec: 100}, Host: "h", Zone: "UTC"}
	for role, file := range map[int32]*[]byte{logfile.RoleMeta: &meta, logfile.RoleIndex: &index, 0: &volume} {
		l.Volume = role
		*file = l.Append(nil)
	}
	meta = specimenMeta(meta, version)
	for i, at := range []logfile.Stamp{{Sec: 100}, {Sec: 101}, {Sec: 102, Nsec: 5}, {Sec: 104}, {Sec: 105}} {
		index = logfile.IndexEntry{At: at, Off: int64(len(volume))}.Append(index, version)
		volume = framed(volume, specimenRecord(at, i, version))
	}
	return meta, index, volume
}

const (
	specimenCounter = libpcp.PMID(0x00400401)
	specimenString  = libpcp.PMID(0x00400402)
	specimenDomain  = libpcp.InDom(0x00400001)
)

func specimenMeta(meta []byte, version int) []byte {
	domain, labels := uint32(logfile.TypeInDom2), uint32(logfile.TypeLabels2)
	if version == 3 {
		domain, labels = logfile.TypeInDom3, logfile.TypeLabels3
	}
	one := libpcp.Instance{ID: 1, Name: "one"}
	two := libpcp.Instance{ID: 2, Name: "two words"}
	at := logfile.Stamp{Sec: 100}
	counter := libpcp.Desc{PMID: specimenCounter, Type: libpcp.TypeU64, InDom: specimenDomain, Sem: libpcp.SemCounter}
	text := libpcp.Desc{PMID: specimenString, Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	set := libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "a", Value: `"b"`, Flags: 1}}}
	for _, payload := range [][]byte{
		logfile.AppendDesc(nil, &counter, []string{"a.b", "a.c.d"}),
		logfile.AppendDesc(nil, &text, []string{"a.b.c"}),
		logfile.AppendInDom(nil, domain, at, specimenDomain, []logfile.InDomEntry{{Instance: one}, {Instance: two}}),
		logfile.AppendInDom(nil, logfile.TypeInDomDelta, logfile.Stamp{Sec: 103}, specimenDomain, []logfile.InDomEntry{{Instance: two, Deleted: true}}),
		logfile.AppendLabels(nil, labels, &logfile.Labels{At: at, ID: libpcp.LabelID{Class: 1}, Sets: []libpcp.LabelSet{set}}),
		logfile.AppendText(nil, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(specimenString)}, "help"),
	} {
		meta = framed(meta, payload)
	}
	return meta
}

// specimenRecord is a record with two metrics, or, the third, a mark.
func specimenRecord(at logfile.Stamp, i, version int) []byte {
	b := logfile.AppendStamp(nil, at, version)
	if i == 2 {
		return wire.AppendUint32(b, 0)
	}
	b = wire.AppendUint32(b, 2)
	b = wire.AppendUint32(b, uint32(specimenCounter))
	b = wire.AppendUint32(wire.AppendUint32(b, 2), 1)
	blocks := (len(b) + 16 + 20 + 12) / 4
	b = wire.AppendUint32(wire.AppendUint32(b, 1), uint32(blocks))
	b = wire.AppendUint32(wire.AppendUint32(b, 2), uint32(blocks+3))
	b = wire.AppendUint32(b, uint32(specimenString))
	b = wire.AppendUint32(wire.AppendUint32(b, 1), 1)
	b = wire.AppendUint32(wire.AppendInt32(b, libpcp.NullInst), uint32(blocks+6))
	for k := range 2 {
		b = wire.AppendUint32(b, uint32(libpcp.TypeU64)<<24|12)
		b = wire.AppendUint64(b, uint64(100*i+10*k))
	}
	return append(wire.AppendUint32(b, uint32(libpcp.TypeString)<<24|7), "hi\x00~"...)
}

// TestSpecimen makes sure that what the fuzzers start from is an archive.
func TestSpecimen(t *testing.T) {
	for _, version := range []int{2, 3} {
		a := openBytes(specimen(version))
		if a == nil {
			t.Fatalf("version %d does not open", version)
		}
		var got []string
		for range 5 {
			r, err := a.FetchRecord(background)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.Repeat("x", len(r.Sets)))
		}
		if want := []string{"xx", "xx", "", "xx", "xx"}; !slices.Equal(got, want) {
			t.Errorf("version %d: sets of records %q, want %q", version, got, want)
		}
	}
}

func openBytes(meta, index, volume []byte) *Archive {
	a, err := openIn(context.Background(), memory{"x.meta": meta, "x.index": index, "x.0": volume}, "x", Options{})
	if err != nil {
		return nil
	}
	return a
}

// exercise asks an archive for everything, in small amounts.
func exercise(a *Archive) {
	d := &dumper{w: newDiscard(), a: a}
	defer a.Close()
	d.collect()
	d.doNames()
	d.descs()
	d.doInDoms()
	d.texts()
	d.labels()
	a.End(context.Background())
	d.record(20)
	d.mode = libpcp.ModeBack
	d.when, _ = a.End(context.Background())
	d.setMode()
	d.record(20)
	d.all = append(d.all[:min(len(d.all), 5)], specimenCounter, specimenString)
	for _, delta := range []time.Duration{700 * time.Millisecond, -1300 * time.Millisecond} {
		d.mode, d.when, d.delta = libpcp.ModeInterp, time.Time{}, delta
		d.setMode()
		d.fetch(10, d.all)
	}
	d.mode, d.when = libpcp.ModeForw, time.Unix(101, 0)
	d.each(2)
}

func FuzzArchive(f *testing.F) {
	for _, version := range []int{2, 3} {
		meta, index, volume := specimen(version)
		f.Add(meta, index, volume)
	}
	f.Fuzz(func(t *testing.T, meta, index, volume []byte) {
		if a := openBytes(meta, index, volume); a != nil {
			exercise(a)
		}
	})
}

func FuzzMetadata(f *testing.F) {
	for _, version := range []int{2, 3} {
		f.Add(specimenMeta(nil, version))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m := newMetadata(Options{})
		file := &metaFile{window: window{f: memoryFile{bytes.NewReader(b)}}}
		if m.load(context.Background(), file, 0) == nil {
			for _, h := range m.indoms {
				h.all(context.Background())
			}
			m.reduceLabels()
		}
	})
}

func FuzzIndex(f *testing.F) {
	for _, version := range []int{2, 3} {
		_, index, _ := specimen(version)
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
		f.Add(specimenRecord(logfile.Stamp{Sec: 1, Nsec: 2}, i, 2), 2)
		f.Add(specimenRecord(logfile.Stamp{Sec: 1, Nsec: 2}, i, 3), 3)
	}
	f.Fuzz(func(t *testing.T, body []byte, version int) {
		for _, hasty := range []bool{false, true} {
			var s schemas
			rec, err := s.scan(body, version, hasty)
			if err != nil {
				continue
			}
			pos := logfile.StampSize(version) + 4
			for range rec.schema.ids {
				var set libpcp.ValueSet
				if ok := logfile.DecodeSet(&set, body, pos); !ok && !hasty {
					t.Fatal("a checked record cannot be decoded")
				}
				_, pos = logfile.SetID(body, pos)
			}
		}
	})
}
