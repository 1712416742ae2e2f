package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// cpuinfo is /proc/cpuinfo: lines "key : value" for each processor, after a
// line with its number. Where something else comes first, or numbers of several
// processors, all processors are the same, and are described once.
type cpuinfo struct {
	file   file
	once   once
	models cpuModels
}

// cpuModels are the descriptions of processors; allCPUs of a file that makes
// no difference.
type cpuModels map[int32]*cpuModel

const allCPUs = -1

// cpuModel has the text of each field. Of several lines the first counts, also when
// the file is read again; of clocks the last.
type cpuModel [cpuFields][]byte

type cpuField int

const (
	cpuNothing cpuField = iota // which no line has
	cpuClock
	cpuVendor
	cpuModelNumber
	cpuStepping
	cpuCache
	cpuBogomips
	cpuModelName
	cpuFlags
	cpuAlignment
	cpuCycles // in Hz, where there is no clock
	cpuFields
)

// cpuKeys are how lines begin, in the words of several kinds of processor. Of
// all that match, the first field without a value gets it.
var cpuKeys = [...]struct {
	key   string
	field cpuField
}{
	{"model name", cpuModelName}, {"hardware", cpuModelName},
	{"model", cpuModelNumber}, {"cpu model", cpuModelNumber}, {"cpu variant", cpuModelNumber},
	{"vendor", cpuVendor}, {"cpu implementer", cpuVendor},
	{"stepping", cpuStepping}, {"revision", cpuStepping}, {"cpu revision", cpuStepping},
	{"cpu mhz", cpuClock}, {"cycle frequency", cpuCycles},
	{"cache size", cpuCache}, {"cache_align", cpuAlignment},
	{"bogomips", cpuBogomips}, {"flags", cpuFlags}, {"features", cpuFlags},
}

// parse adds what a file has.
func (models cpuModels) parse(text []byte) {
	var at *cpuModel
	numbered := false // by the last line
	for len(text) > 0 && len(models) < maxCPUs {
		var line []byte
		line, text = cutLine(text)
		key, value, ok := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case !ok:
		case models[allCPUs] == nil && bytes.HasPrefix(key, []byte("processor")):
			if id, ok := number(value); ok && id < maxCPUs {
				if at = models[int32(id)]; at == nil {
					at = new(cpuModel)
					models[int32(id)] = at
				}
				if numbered {
					at = new(cpuModel)
					models[allCPUs] = at
				}
				numbered = true
			}
		default:
			numbered = false
			if at == nil {
				if at = models[allCPUs]; at == nil {
					at = new(cpuModel)
					models[allCPUs] = at
				}
			}
			at.set(key, value)
		}
	}
}

func (m *cpuModel) set(key, value []byte) {
	for _, k := range cpuKeys {
		if len(key) < len(k.key) || !foldEqual(key[:len(k.key)], k.key) {
			continue
		}
		if _, ok := number(value); m[k.field] == nil || k.field == cpuClock && ok {
			m[k.field] = append([]byte{}, value...)
			return
		}
	}
}

// foldEqual compares without regard to case.
func foldEqual(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// of returns the description of a processor.
func (m cpuModels) of(cpu int32) *cpuModel {
	if model := m[allCPUs]; model != nil {
		return model
	}
	if model := m[cpu]; model != nil {
		return model
	}
	return new(cpuModel)
}

// model returns the description of the processor r.Inst.
func (c *cpuinfo) model(r *pmda.Request) *cpuModel {
	a := of(r)
	c.once.do(r, func() {
		if c.models == nil {
			c.models = make(cpuModels)
		}
		c.models.parse(c.file.of(r, &a.host, "/proc/cpuinfo"))
	})
	return c.models.of(a.nodes.read(r).numberOf(r.Inst))
}

// cpuValue is the source of a field of each processor, or of another field where
// that is missing.
type cpuValue struct{ field, or cpuField }

// Value is a text, or the number that it starts with.
func (v cpuValue) Value(r *pmda.Request) (libpcp.Atom, error) {
	m := of(r).cpuinfo.model(r)
	value := m[v.field]
	if value == nil {
		value = m[v.or]
	}
	switch {
	case r.Metric.Type == libpcp.TypeString && len(value) == 0:
		return libpcp.StringAtom("unknown"), nil
	case r.Metric.Type == libpcp.TypeString:
		return text(value), nil
	}
	first, _ := word(value)
	n, ok := number(first)
	switch {
	case !ok:
		return libpcp.Atom{}, pmda.NoValue
	case r.Metric.Type == libpcp.TypeFloat:
		return libpcp.FloatAtom(float32(real(first))), nil
	}
	return whole(r, n), nil
}

// clock supplies the frequency of a processor in MHz.
func (a *agent) clock(r *pmda.Request) (libpcp.Atom, error) {
	m := a.cpuinfo.model(r)
	if first, _ := word(m[cpuCycles]); len(m[cpuClock]) == 0 && len(first) > 0 {
		return libpcp.FloatAtom(float32(real(first) / 1e6)), nil
	}
	value, err := cpuValue{field: cpuClock}.Value(r)
	if err != nil && a.release.Has(release.ClockOfScaling) {
		return a.scalingFrequency(r)
	}
	return value, err
}

func (a *agent) processorNumber(r *pmda.Request) uint64 {
	return uint64(a.nodes.read(r).numberOf(r.Inst))
}

func (a *agent) nodeOfProcessor(r *pmda.Request) uint64 {
	n := a.nodes.read(r)
	node, _ := numbered(n.name(n.nodeOf[r.Inst]), "node")
	return uint64(node)
}
