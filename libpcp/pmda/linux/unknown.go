package linux

import (
	"bytes"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// known are the fields with metrics of a file of sections and fields.
type known struct {
	sections []string
	tables   [][]pmda.Metric
	source   func(key string) pmda.Source
}

// reportUnknown warns of the fields of newer kernels that no metric has, as PCP's
// agent does.
func (m *machine) reportUnknown(r *pmda.Request, text []byte, k *known) {
	for len(text) > 0 {
		var names []byte
		names, text = cutLine(text)
		_, text = cutLine(text) // numbers
		key, rest := word(names)
		if section, ok := bytes.CutSuffix(key, []byte(":")); ok && slices.Contains(k.sections, string(section)) {
			m.reportFields(r, string(section), rest, k)
		}
	}
}

func (m *machine) reportFields(r *pmda.Request, section string, names []byte, k *known) {
	field, names := word(names)
	for at := 0; len(field) > 0; at++ {
		if !m.knows(k, section+" "+string(field)) {
			r.Log.Warningf("proc_net_netstat: %s: unknown field[#%d] \"%s\"", section, at, field)
		}
		field, names = word(names)
	}
}

// knows reports whether the release has a metric for a key.
func (m *machine) knows(k *known, key string) bool {
	source := k.source(key)
	for _, table := range k.tables {
		for i := range table {
			if table[i].Source == source && m.release.Has(table[i].Since) {
				return true
			}
		}
	}
	return false
}

// say puts a message where PCP's agent has one, in its words.
func (m *machine) say(r *pmda.Request, message string) { r.Log.Line(message) }

// warn says once that metrics are missing.
func (m *machine) warn(r *pmda.Request, said *bool, what string, err error) {
	if !*said {
		*said = true
		m.say(r, "Warning: "+what+" metrics are not available : "+libpcp.ErrorText(err))
	}
}
