// Package specimen has a small archive in memory, and files that fail, for tests.
package specimen

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// Memory is the files of one directory. It has the methods of storage.Files.
type Memory map[string][]byte

func (m Memory) List(dir string) ([]string, error) {
	if dir != "." {
		return nil, syscall.ENOENT
	}
	return slices.Sorted(maps.Keys(m)), nil
}

func (m Memory) Readable(name string) bool { return m[name] != nil }

func (m Memory) Open(name string) (expand.File, error) {
	b, ok := m[name]
	if !ok {
		return nil, syscall.ENOENT
	}
	return File{bytes.NewReader(b)}, nil
}

func (m Memory) Identify(name string) storage.Identity {
	return storage.Identity{Size: int64(len(m[name]))}
}

// File is an open file in memory.
type File struct{ *bytes.Reader }

func (f File) Close() error         { return nil }
func (f File) Size() (int64, error) { return f.Reader.Size(), nil }
func (f File) Reaches(n int64) bool { return n <= f.Reader.Size() }

// Framed puts a payload between two copies of its length.
func Framed(dst, payload []byte) []byte {
	return append(dst, logfile.End(append(logfile.Begin(nil), payload...))...)
}

// New is a small archive with a bit of everything: a counter with two
// instances, a string, a mark, a delta, labels and text.
func New(version int) (meta, index, volume []byte) { return At(100, version) }

// At is a specimen that starts some seconds after 1970.
func At(start int64, version int) (meta, index, volume []byte) {
	l := logfile.Label{Magic: logfile.Magic | uint32(version), PID: 7, Start: logfile.Stamp{Sec: start}, Host: "h", Zone: "UTC"}
	for role, file := range map[int32]*[]byte{logfile.RoleMeta: &meta, logfile.RoleIndex: &index, 0: &volume} {
		l.Volume = role
		*file = l.Append(nil)
	}
	meta = Meta(meta, start, version)
	for i, at := range []logfile.Stamp{{Sec: start}, {Sec: start + 1}, {Sec: start + 2, Nsec: 5}, {Sec: start + 4}, {Sec: start + 5}} {
		index = logfile.IndexEntry{At: at, Off: int64(len(volume))}.Append(index, version)
		volume = Framed(volume, Record(at, i, version))
	}
	return meta, index, volume
}

const (
	Counter = libpcp.PMID(0x00400401)
	String  = libpcp.PMID(0x00400402)
	Domain  = libpcp.InDom(0x00400001)
)

func Meta(meta []byte, start int64, version int) []byte {
	domain, labels := uint32(logfile.TypeInDom2), uint32(logfile.TypeLabels2)
	if version == 3 {
		domain, labels = logfile.TypeInDom3, logfile.TypeLabels3
	}
	one := libpcp.Instance{ID: 1, Name: "one"}
	two := libpcp.Instance{ID: 2, Name: "two words"}
	at := logfile.Stamp{Sec: start}
	counter := libpcp.Desc{PMID: Counter, Type: libpcp.TypeU64, InDom: Domain, Sem: libpcp.SemCounter}
	text := libpcp.Desc{PMID: String, Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	set := libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "a", Value: `"b"`, Flags: 1}}}
	for _, payload := range [][]byte{
		logfile.AppendDesc(nil, &counter, []string{"a.b", "a.c.d"}),
		logfile.AppendDesc(nil, &text, []string{"a.b.c"}),
		logfile.AppendInDom(nil, domain, at, Domain, []logfile.InDomEntry{{Instance: one}, {Instance: two}}),
		logfile.AppendInDom(nil, logfile.TypeInDomDelta, logfile.Stamp{Sec: start + 3}, Domain, []logfile.InDomEntry{{Instance: two, Deleted: true}}),
		logfile.AppendLabels(nil, labels, &logfile.Labels{At: at, ID: libpcp.LabelID{Class: 1}, Sets: []libpcp.LabelSet{set}}),
		logfile.AppendText(nil, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(String)}, "help"),
	} {
		meta = Framed(meta, payload)
	}
	return meta
}

// Record is a record with two metrics, or, the third, a mark.
func Record(at logfile.Stamp, i, version int) []byte {
	b := logfile.AppendStamp(nil, at, version)
	if i == 2 {
		return wire.AppendUint32(b, 0)
	}
	b = wire.AppendUint32(b, 2)
	b = wire.AppendUint32(b, uint32(Counter))
	b = wire.AppendUint32(wire.AppendUint32(b, 2), 1)
	blocks := (len(b) + 16 + 20 + 12) / 4
	b = wire.AppendUint32(wire.AppendUint32(b, 1), uint32(blocks))
	b = wire.AppendUint32(wire.AppendUint32(b, 2), uint32(blocks+3))
	b = wire.AppendUint32(b, uint32(String))
	b = wire.AppendUint32(wire.AppendUint32(b, 1), 1)
	b = wire.AppendUint32(wire.AppendInt32(b, libpcp.NullInst), uint32(blocks+6))
	for k := range 2 {
		b = wire.AppendUint32(b, uint32(libpcp.TypeU64)<<24|12)
		b = wire.AppendUint64(b, uint64(100*i+10*k))
	}
	return append(wire.AppendUint32(b, uint32(libpcp.TypeString)<<24|7), "hi\x00~"...)
}

// Faulty is a storage that cannot read the files with a suffix while it is ill.
type Faulty struct {
	Memory
	Suffix string
	Ill    *bool
}

func (s Faulty) Open(name string) (expand.File, error) {
	f, err := s.Memory.Open(name)
	if err != nil || !strings.HasSuffix(name, s.Suffix) {
		return f, err
	}
	return faultyFile{f, s.Ill}, nil
}

type faultyFile struct {
	expand.File
	ill *bool
}

func (f faultyFile) ReadAt(p []byte, off int64) (int, error) {
	if *f.ill {
		return 0, &os.PathError{Op: "read", Path: "x.0", Err: syscall.EIO}
	}
	return f.File.ReadAt(p, off)
}
