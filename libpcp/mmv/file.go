package mmv

import (
	"fmt"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
)

// File describes a file of metrics.
type File struct {
	// Name is that of the file in $PCP_TMP_DIR/mmv, and part of the names of
	// its metrics: mmv.NAME.METRIC. It may also be a path that begins with a
	// slash, for files that no agent looks at.
	Name string
	// Cluster is the number of the file in identifiers of metrics, 1 to 4095.
	// With 0 the agent chooses one, and archives may get to know the same
	// metrics under another identifier.
	Cluster uint32
	Flags   Flags
	InDoms  []InDom
	Metrics []Metric
	// Labels is a JSON object with labels of all metrics, or "". It needs a
	// Cluster.
	Labels string
}

// Flags say how agents are to read the file (mmv_stats_flags_t).
type Flags uint32

// The flags.
const (
	// NoPrefix leaves out the file in the names of its metrics: mmv.METRIC.
	NoPrefix = Flags(mmvfile.NoPrefix)
	// Process has the metrics go when the program has ended.
	Process = Flags(mmvfile.Process)
	// Sentinel makes integers with all 64 bits set, and empty strings, no
	// values.
	Sentinel = Flags(mmvfile.Sentinel)
)

// Metric describes a metric.
type Metric struct {
	Name string // letters, digits, underscores and dots
	Item uint32 // which no other metric of the file has, 0 to 1023
	// Type is that of a number or a string, or Elapsed. Semantics and units of
	// an Elapsed metric are settled.
	Type    libpcp.Type
	Sem     libpcp.Semantics
	Units   libpcp.Units
	InDom   uint32 // serial number of a domain of the file; 0 for one value
	OneLine string // help text, of at most 255 bytes, or ""
	Help    string // the same, longer
	Labels  string // a JSON object of at most 243 bytes, or ""
}

// Elapsed is the type of metrics that measure time, with a [Timer]. Readers
// see counters in microseconds.
const Elapsed libpcp.Type = mmvfile.Elapsed

// InDom describes an instance domain.
type InDom struct {
	Serial    uint32 // which no other domain of the file has, 1 to 2047
	Instances []Instance
	OneLine   string
	Help      string
	Labels    string
}

// Instance describes a member of an instance domain.
type Instance struct {
	ID     int32
	Name   string // at most 255 bytes; the first word should be unique
	Labels string
}

// Limits of what a file can have.
const (
	maxCluster = 1<<12 - 1
	maxItem    = 1<<10 - 1
	maxSerial  = 1<<11 - 1
	maxMetrics = 1023
	maxLabels  = 255
	maxText    = mmvfile.StringSize - 1
)

// Errors of descriptions.
var (
	errInvalid = libpcp.Errno(syscall.EINVAL)
	errTooBig  = libpcp.Errno(syscall.E2BIG)
	errUnknown = libpcp.Errno(syscall.ESRCH)
)

// check reports what is wrong with a description.
func (f *File) check() error {
	switch {
	case f.Name == "" || f.Name[0] == '.':
		return fmt.Errorf("file name %q: %w", f.Name, errInvalid)
	case f.Cluster > maxCluster:
		return fmt.Errorf("cluster %d: %w", f.Cluster, errInvalid)
	case f.Labels != "" && f.Cluster == 0:
		return fmt.Errorf("labels without a cluster: %w", errInvalid)
	case len(f.Metrics) == 0:
		return fmt.Errorf("no metrics: %w", errInvalid)
	case len(f.Metrics) > maxMetrics:
		return fmt.Errorf("%d metrics: %w", len(f.Metrics), errTooBig)
	}
	for i := range f.InDoms {
		if err := f.checkInDom(i); err != nil {
			return fmt.Errorf("instance domain %d: %w", f.InDoms[i].Serial, err)
		}
	}
	for i := range f.Metrics {
		if err := f.checkMetric(i); err != nil {
			return fmt.Errorf("metric %q: %w", f.Metrics[i].Name, err)
		}
	}
	return nil
}

func (f *File) checkInDom(i int) error {
	d := &f.InDoms[i]
	if d.Serial == 0 || d.Serial > maxSerial {
		return errUnknown
	}
	if f.indom(d.Serial) != d {
		return errInvalid
	}
	known := make(map[int32]bool)
	for _, inst := range d.Instances {
		switch {
		case inst.Name == "", inst.ID < 0, known[inst.ID]:
			return fmt.Errorf("instance %d %q: %w", inst.ID, inst.Name, errInvalid)
		case len(inst.Name) > maxText:
			return fmt.Errorf("instance %q: %w", inst.Name, errTooBig)
		}
		known[inst.ID] = true
	}
	return checkTexts(d.OneLine, d.Help)
}

func (f *File) checkMetric(i int) error {
	m := &f.Metrics[i]
	switch {
	case !validName(m.Name), m.Item > maxItem, !validType(m.Type):
		return errInvalid
	case len(m.Name) > maxText:
		return errTooBig
	case m.InDom != 0 && f.indom(m.InDom) == nil:
		return fmt.Errorf("instance domain %d: %w", m.InDom, errUnknown)
	}
	for j := range f.Metrics[:i] {
		if f.Metrics[j].Item == m.Item || f.Metrics[j].Name == m.Name {
			return fmt.Errorf("twice: %w", errInvalid)
		}
	}
	return checkTexts(m.OneLine, m.Help)
}

func checkTexts(texts ...string) error {
	for _, text := range texts {
		if len(text) > maxText {
			return fmt.Errorf("help text of %d bytes: %w", len(text), errTooBig)
		}
	}
	return nil
}

func validName(name string) bool {
	for _, c := range []byte(name) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.') {
			return false
		}
	}
	return name != "" && ('a' <= name[0]|0x20 && name[0]|0x20 <= 'z')
}

func validType(t libpcp.Type) bool {
	return libpcp.Type32 <= t && t <= libpcp.TypeString || t == Elapsed
}

// indom returns the first domain with a number, or nil.
func (f *File) indom(serial uint32) *InDom {
	for i := range f.InDoms {
		if f.InDoms[i].Serial == serial {
			return &f.InDoms[i]
		}
	}
	return nil
}
