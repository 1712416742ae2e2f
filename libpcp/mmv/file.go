package mmv

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
)

// File describes a file of metrics.
type File struct {
	// Name is the name of the file in $PCP_TMP_DIR/mmv, and part of the names
	// of its metrics, mmv.NAME.METRIC; it therefore consists of letters,
	// digits, underscores and dots. It may also be an absolute path, for files
	// that no agent reads.
	Name string
	// Cluster is the number of the file in identifiers of metrics, 1 to 4095, which no
	// other file of the host may have: the agent mixes up their metrics. With 0 the
	// agent chooses one, so that the identifiers of the same metrics may differ between
	// archives.
	Cluster uint32
	Flags   Flags
	InDoms  []*InDom
	Metrics []Metric
	// Labels is a JSON object with labels of all metrics, or "". It needs a
	// Cluster, as Notes does.
	Labels string
	// Notes are labels that are no part of a metric's identity (optional ones).
	Notes string
}

// Flags determine how agents read the file (mmv_stats_flags_t).
type Flags uint32

// The flags.
const (
	// NoPrefix leaves out the file in the names of its metrics: mmv.METRIC.
	NoPrefix = Flags(mmvfile.NoPrefix)
	// Process makes the metrics disappear when the program has ended.
	Process = Flags(mmvfile.Process)
	// Sentinel makes integers with all 64 bits set, and empty strings, stand
	// for missing values.
	Sentinel = Flags(mmvfile.Sentinel)
)

// Metric describes a metric.
type Metric struct {
	Name    string // letters, digits, underscores and dots
	Item    uint32 // which no other metric of the file has, 0 to 1023
	Type    Type
	Sem     libpcp.Semantics // any will do for Elapsed, whose units are fixed, too
	Units   libpcp.Units
	InDom   *InDom // one of the InDoms of the file; nil for one value
	OneLine string // help text, of at most 255 bytes, or ""
	Help    string // the same, longer
	Labels  string // a JSON object of at most 243 bytes, or ""
	Notes   string // the same, of labels that are no part of its identity
}

// Type is the type of a metric's values in a file (mmv_metric_type_t). Clients
// may see another type.
type Type int32

// The types.
const (
	Type32     = Type(libpcp.Type32)
	TypeU32    = Type(libpcp.TypeU32)
	Type64     = Type(libpcp.Type64)
	TypeU64    = Type(libpcp.TypeU64)
	TypeFloat  = Type(libpcp.TypeFloat)
	TypeDouble = Type(libpcp.TypeDouble)
	TypeString = Type(libpcp.TypeString)
	// Elapsed is the type of metrics that measure time, with a [Timer]. Readers
	// see counters in microseconds.
	Elapsed = Type(mmvfile.Elapsed)
)

// String is the type in PCP's short notation.
func (t Type) String() string {
	if t == Elapsed {
		return "ELAPSED"
	}
	return libpcp.Type(t).String()
}

// InDom describes an instance domain.
type InDom struct {
	Serial    uint32 // which no other domain of the file has, 1 to 2047
	Instances []Instance
	OneLine   string
	Help      string
	Labels    string
	Notes     string
}

// Instance describes a member of an instance domain.
type Instance struct {
	ID     int32
	Name   string // at most 255 bytes; the first word should be unique
	Labels string
	Notes  string
}

// Limits of what a file can have.
const (
	maxCluster = 1<<12 - 1
	maxItem    = 1<<10 - 1
	maxSerial  = 1<<11 - 1
	maxMetrics = 1023
	maxLabels  = 255
	maxText    = mmvfile.StringSize - 1
	maxFile    = mmvfile.MaxSize
	allFlags   = NoPrefix | Process | Sentinel
)

// Errors of descriptions.
var (
	errInvalid = libpcp.Errno(syscall.EINVAL)
	errTooBig  = libpcp.Errno(syscall.E2BIG)
)

// An unknownError names a value or an instance domain that does not exist. Its
// code is ESRCH, whose own text is about processes.
type unknownError string

func (e unknownError) Error() string { return string(e) }

// Unwrap returns the code.
func (e unknownError) Unwrap() error { return libpcp.Errno(syscall.ESRCH) }

// Validate reports the first error of a description, as [Create] does: the
// metric, instance domain or label, and the reason. It rejects what agents do
// not show, or show differently. The code is ESRCH for an instance domain that
// the file does not have, E2BIG for what does not fit into the file, and
// EINVAL for all else.
func (f *File) Validate() error {
	if _, err := f.layout(); err != nil {
		return fmt.Errorf("mmv: %w", err)
	}
	return nil
}

// layout checks the description and finds a place for everything.
func (f *File) layout() (*layout, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	l, err := newLayout(f)
	if err == nil && l.size() > maxFile {
		err = fmt.Errorf("%d bytes: %w", l.size(), errTooBig)
	}
	return l, err
}

func (f *File) check() error {
	switch {
	case !f.validFileName():
		return fmt.Errorf("file name %q: %w", f.Name, errInvalid)
	case f.Cluster > maxCluster:
		return fmt.Errorf("cluster %d: %w", f.Cluster, errInvalid)
	case f.Flags&^allFlags != 0:
		return fmt.Errorf("flags %#x: %w", uint32(f.Flags), errInvalid)
	case f.Labels+f.Notes != "" && f.Cluster == 0:
		return fmt.Errorf("labels without a cluster: %w", errInvalid)
	case len(f.Metrics) == 0:
		return fmt.Errorf("no metrics: %w", errInvalid)
	case len(f.Metrics) > maxMetrics:
		return fmt.Errorf("%d metrics: %w", len(f.Metrics), errTooBig)
	case slices.Contains(f.InDoms, nil):
		return fmt.Errorf("an instance domain that is nil: %w", errInvalid)
	}
	for i := range f.InDoms {
		if err := f.checkInDom(i); err != nil {
			return fmt.Errorf("instance domain %d (serial number %d): %w", i, f.InDoms[i].Serial, err)
		}
	}
	distinct := f.distinct()
	for i := range f.Metrics {
		err := f.checkMetric(i)
		if err == nil && !distinct {
			err = f.clash(i)
		}
		if err != nil {
			return fmt.Errorf("metric %d (%s): %w", i, f.Metrics[i].Name, err)
		}
	}
	return nil
}

// validFileName reports whether agents that look at the file find it, and
// names for its metrics.
func (f *File) validFileName() bool {
	switch {
	case f.Name == "" || f.Name[0] == '.' || strings.IndexByte(f.Name, 0) >= 0:
		return false
	case filepath.IsAbs(f.Name):
		return true
	case strings.ContainsRune(f.Name, '/'):
		return false
	}
	return f.Flags&NoPrefix != 0 || validName(f.Name)
}

func (f *File) checkInDom(i int) error {
	d := f.InDoms[i]
	if d.Serial == 0 || d.Serial > maxSerial {
		return unknownError(fmt.Sprintf("serial number %d is not from 1 to %d", d.Serial, maxSerial))
	}
	if slices.ContainsFunc(f.InDoms[:i], func(other *InDom) bool { return other.Serial == d.Serial }) {
		return fmt.Errorf("serial number is taken: %w", errInvalid)
	}
	ids, names := make(map[int32]bool), make(map[string]bool)
	for _, inst := range d.Instances {
		switch {
		case inst.Name == "", inst.ID < 0, ids[inst.ID], names[inst.Name], strings.IndexByte(inst.Name, 0) >= 0:
			return fmt.Errorf("instance %d %q: %w", inst.ID, inst.Name, errInvalid)
		case len(inst.Name) > maxText:
			return fmt.Errorf("instance %q: %w", inst.Name, errTooBig)
		}
		ids[inst.ID], names[inst.Name] = true, true
	}
	return checkTexts(d.OneLine, d.Help)
}

func (f *File) checkMetric(i int) error {
	m := &f.Metrics[i]
	switch {
	case !validMetricName(m.Name):
		return fmt.Errorf("name: %w", errInvalid)
	case m.Item > maxItem:
		return fmt.Errorf("item %d: %w", m.Item, errInvalid)
	case !validType(m.Type):
		return fmt.Errorf("type %d: %w", int32(m.Type), errInvalid)
	case m.Type != Elapsed && !validSemantics(m.Sem):
		return fmt.Errorf("semantics %d: %w", int32(m.Sem), errInvalid)
	case m.Units.Dimensions().ScaleSpace > libpcp.SpaceYByte, m.Units.Dimensions().ScaleTime > libpcp.TimeHour:
		return fmt.Errorf("units %#x: %w", uint32(m.Units), errInvalid)
	case len(m.Name) > maxText:
		return errTooBig
	case m.InDom != nil && !slices.Contains(f.InDoms, m.InDom):
		return unknownError(fmt.Sprintf("instance domain (serial number %d) is not among those of the file", m.InDom.Serial))
	case f.reserved(m.Name):
		return fmt.Errorf("name is one of the agent's own: %w", errInvalid)
	}
	return checkTexts(m.OneLine, m.Help)
}

// distinct reports whether no metrics have the same item, or related names. Names are
// sorted right before those below them, because valid ones have nothing less than a dot.
func (f *File) distinct() bool {
	names, items := make([]string, len(f.Metrics)), make(map[uint32]bool, len(f.Metrics))
	for i := range f.Metrics {
		names[i], items[f.Metrics[i].Item] = f.Metrics[i].Name, true
	}
	slices.Sort(names)
	for i := range names[1:] {
		if related(names[i], names[i+1]) {
			return false
		}
	}
	return len(items) == len(names)
}

// clash returns in what a metric is not distinct from those before it.
func (f *File) clash(i int) error {
	m := &f.Metrics[i]
	for j := range f.Metrics[:i] {
		other := &f.Metrics[j]
		switch {
		case other.Item == m.Item:
			return fmt.Errorf("item is that of metric %d (%s): %w", j, other.Name, errInvalid)
		case related(m.Name, other.Name):
			return fmt.Errorf("name is, or is below or above, that of metric %d (%s): %w", j, other.Name, errInvalid)
		}
	}
	return nil
}

// related reports whether two names are the same, or one is below the other.
func related(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return (len(a) == len(b) || a[len(b)] == '.') && strings.HasPrefix(a, b)
}

// reserved reports whether agents have a metric of a name, or one above or
// below it, themselves.
func (f *File) reserved(name string) bool {
	if f.Flags&NoPrefix == 0 {
		name = f.Name + "." + name
	}
	own := []string{"control.reload", "control.debug", "control.files"}
	return slices.ContainsFunc(own, func(metric string) bool { return related(name, metric) })
}

func checkTexts(texts ...string) error {
	for _, text := range texts {
		if len(text) > maxText {
			return fmt.Errorf("help text of %d bytes: %w", len(text), errTooBig)
		}
		if strings.IndexByte(text, 0) >= 0 {
			return fmt.Errorf("help text with a zero byte: %w", errInvalid)
		}
	}
	return nil
}

// validName reports whether a name consists of components of letters, digits
// and underscores.
func validName(name string) bool {
	before := byte('.')
	for _, c := range []byte(name) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' && before != '.') {
			return false
		}
		before = c
	}
	return before != '.'
}

func validMetricName(name string) bool {
	return validName(name) && 'a' <= name[0]|0x20 && name[0]|0x20 <= 'z'
}

func validType(t Type) bool { return Type32 <= t && t <= TypeString || t == Elapsed }

func validSemantics(s libpcp.Semantics) bool {
	return s == libpcp.SemCounter || s == libpcp.SemInstant || s == libpcp.SemDiscrete
}
