package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// cpuinfo is /proc/cpuinfo: lines "key : value" for each processor, after a
// line with its number. Where something else comes first, all processors are
// the same, and are described once.
type cpuinfo struct {
	*machine
	*nodes
	cpuinfoFile file
	models      pmda.PerRequest[cpuModels]
}

// cpuModels are what the file says, by processor; allCPUs of a file that makes
// no difference.
type cpuModels map[int32]*cpuModel

const allCPUs = -1

// cpuModel are values by what they are; of several lines the first counts.
type cpuModel [cpuFields][]byte

const (
	cpuClock = iota
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
// those that fit, the first that has no value yet gets it.
var cpuKeys = [...]struct {
	key   string
	field int
}{
	{"model name", cpuModelName}, {"hardware", cpuModelName},
	{"model", cpuModelNumber}, {"cpu model", cpuModelNumber}, {"cpu variant", cpuModelNumber},
	{"vendor", cpuVendor}, {"cpu implementer", cpuVendor},
	{"stepping", cpuStepping}, {"revision", cpuStepping}, {"cpu revision", cpuStepping},
	{"cpu mhz", cpuClock}, {"cycle frequency", cpuCycles},
	{"cache size", cpuCache}, {"cache_align", cpuAlignment},
	{"bogomips", cpuBogomips}, {"flags", cpuFlags}, {"features", cpuFlags},
}

// parseModels parses a file.
func parseModels(text []byte) cpuModels {
	models := make(cpuModels)
	var at *cpuModel
	for len(text) > 0 && len(models) < maxCPUs {
		var line []byte
		line, text = cutLine(text)
		key, value, ok := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case !ok:
		case models[allCPUs] == nil && bytes.HasPrefix(key, []byte("processor")):
			if id, ok := number(value); ok && id < maxCPUs {
				at = new(cpuModel)
				models[int32(id)] = at
			}
		default:
			if at == nil {
				at = new(cpuModel)
				models[allCPUs] = at
			}
			at.set(key, value)
		}
	}
	return models
}

func (m *cpuModel) set(key, value []byte) {
	for _, k := range cpuKeys {
		if m[k.field] == nil && len(key) >= len(k.key) && foldEqual(key[:len(k.key)], k.key) {
			m[k.field] = value
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

// of is what is known of a processor.
func (m cpuModels) of(cpu int32) *cpuModel {
	if model := m[allCPUs]; model != nil {
		return model
	}
	if model := m[cpu]; model != nil {
		return model
	}
	return new(cpuModel)
}

// cpuInfo supplies what is known of a processor.
func (c *cpuinfo) cpuInfo(r *pmda.Request) (libpcp.Atom, error) {
	switch r.Metric.Key {
	case "machine":
		return c.hardware(r)
	case "cpu_num":
		return whole(r, uint64(c.numberOf(r.Inst))), nil
	case "cpu_node":
		c.findNodes()
		node, _ := numbered(c.nodeName(c.nodeOf[r.Inst]), "node")
		return whole(r, uint64(node)), nil
	}
	models, _ := c.models.Get(r, func() (cpuModels, error) {
		return parseModels(c.cpuinfoFile.of(r, &c.host, "/proc/cpuinfo")), nil
	})
	value, err := models.of(c.numberOf(r.Inst)).value(r)
	if err != nil && r.Metric.Key == "clock" && c.release.Has(release.ClockOfScaling) {
		n, err := c.number(cpuDir(c.numberOf(r.Inst)) + "/cpufreq/scaling_cur_freq")
		return libpcp.FloatAtom(float32(n) / 1000), absent(err)
	}
	return value, err
}

func (m *cpuModel) value(r *pmda.Request) (libpcp.Atom, error) {
	value := m.named(r.Metric.Key)
	switch {
	case r.Metric.Type == libpcp.TypeString && len(value) == 0:
		return libpcp.StringAtom("unknown"), nil
	case r.Metric.Type == libpcp.TypeString:
		return text(value), nil
	case r.Metric.Key == "clock" && len(value) == 0:
		value = m[cpuCycles]
		if first, _ := word(value); len(first) > 0 {
			return libpcp.FloatAtom(float32(real(first) / 1e6)), nil
		}
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

// named is the value of a metric. One that has only a model, or the name of
// one, has it for both.
func (m *cpuModel) named(name string) []byte {
	switch name {
	case "clock":
		return m[cpuClock]
	case "vendor":
		return m[cpuVendor]
	case "model":
		return orElse(m[cpuModelNumber], m[cpuModelName])
	case "model_name":
		return orElse(m[cpuModelName], m[cpuModelNumber])
	case "stepping":
		return m[cpuStepping]
	case "cache":
		return m[cpuCache]
	case "bogomips":
		return m[cpuBogomips]
	case "flags":
		return m[cpuFlags]
	}
	return m[cpuAlignment]
}

func orElse(value, other []byte) []byte {
	if value == nil {
		return other
	}
	return value
}
