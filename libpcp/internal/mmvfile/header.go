package mmvfile

import (
	"cmp"
	"path/filepath"

	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/internal/wire"
)

// Header is what a file begins with.
//
//	 0  "MMV\0"
//	 4  version, 1 to 3
//	 8  generation 1: when the file was made
//	16  generation 2: zero while it is being made, then generation 1
//	24  number of entries in the table of contents
//	28  flags
//	32  process identifier of the writer
//	36  cluster it wants, or zero
type Header struct {
	Version int32
	G1, G2  uint64
	TOCs    int32
	Flags   Flags
	PID     int32
	Cluster int32
}

// Where a header has the generations.
const (
	G1Offset = 8
	G2Offset = 16
)

// Flags are how the file is to be read (mmv_stats_flags_t).
type Flags uint32

// The flags.
const (
	NoPrefix Flags = 1 << iota // names of metrics do not begin with that of the file
	Process                    // the file counts only while its writer lives
	Sentinel                   // values with all bits set, and empty strings, are none
)

// The versions.
const (
	Version1 = 1
	Version2 = 2 // names are strings
	Version3 = 3 // has labels
)

var magic = [4]byte{'M', 'M', 'V', 0}

// formatError is why a file cannot be read at all.
type formatError string

func (e formatError) Error() string { return string(e) }

const (
	ErrMagic   formatError = "not a file of memory mapped values"
	ErrVersion formatError = "unknown version of a file of memory mapped values"
	errTOC     formatError = "impossible table of contents"
)

// Decode reads the header a file starts with.
func (h *Header) Decode(b []byte) error {
	r := newReader(b[:min(len(b), HeaderSize)])
	m := r.Bytes(4)
	*h = Header{Version: r.int32(), G1: r.uint64(), G2: r.uint64(), TOCs: r.int32(), Flags: Flags(r.uint32()),
		PID: r.int32(), Cluster: r.int32()}
	switch {
	case r.Err() != nil:
		return wire.ErrShort
	case [4]byte(m) != magic:
		return ErrMagic
	case h.Version < Version1 || h.Version > Version3:
		return ErrVersion
	}
	return nil
}

// Complete reports whether the writer had finished when it was read.
func (h *Header) Complete() bool { return h.G1 != 0 && h.G1 == h.G2 }

// Append appends the header.
func (h *Header) Append(dst []byte) []byte {
	dst = appendUint32(append(dst, magic[:]...), uint32(h.Version))
	dst = appendUint64(appendUint64(dst, h.G1), h.G2)
	dst = appendUint32(appendUint32(dst, uint32(h.TOCs)), uint32(h.Flags))
	return appendUint32(appendUint32(dst, uint32(h.PID)), uint32(h.Cluster))
}

// Kind is a kind of section (mmv_toc_type_t).
type Kind int32

// The kinds.
const (
	InDoms Kind = iota + 1
	Instances
	Metrics
	Values
	Strings
	Labels
)

// TOC is an entry of the table of contents.
//
//	0  kind of the section
//	4  number of records
//	8  offset of the first
type TOC struct {
	Kind   Kind
	Count  int32
	Offset uint64
}

// Decode reads an entry.
func (t *TOC) Decode(b []byte) error {
	r := newReader(b)
	*t = TOC{Kind: Kind(r.int32()), Count: r.int32(), Offset: r.uint64()}
	return r.Err()
}

// Append appends the entry.
func (t *TOC) Append(dst []byte) []byte {
	return appendUint64(appendUint32(appendUint32(dst, uint32(t.Kind)), uint32(t.Count)), t.Offset)
}

// Size returns the size of a record of a kind, zero for an unknown one. Labels
// came with version 3, but are read in any.
func (k Kind) Size(version int32) int {
	switch k {
	case InDoms:
		return InDomSize
	case Instances:
		if version == Version1 {
			return Instance1Size
		}
		return InstanceSize
	case Metrics:
		if version == Version1 {
			return Metric1Size
		}
		return MetricSize
	case Values:
		return ValueSize
	case Strings:
		return StringSize
	case Labels:
		return LabelSize
	}
	return 0
}

// Dir is the directory that an agent of a name reads: $PCP_TMP_DIR/NAME, below
// /var/lib/pcp/tmp where PCP is not installed.
func Dir(name string) string {
	return filepath.Join(cmp.Or(conf.Get("PCP_TMP_DIR"), "/var/lib/pcp/tmp"), name)
}
