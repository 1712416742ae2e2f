package main

import (
	"fmt"
	"io"

	"pcptools/libpcp"
	"pcptools/libpcp/pmns"
)

// A checker finds questionable parts of descriptors.
type checker struct {
	file    string // with the domains of the installed agents
	errOut  io.Writer
	read    bool
	domains map[uint32]bool // in the file, or nil
}

// findings lists questionable parts of a descriptor, in the order of PCP's
// tool.
func (c *checker) findings(d libpcp.Desc) []string {
	var f findings
	f.domains(d, c.known())
	if d.Type < libpcp.Type32 || d.Type > libpcp.TypeHighResEvent {
		f.error("metric type (%d) is not one of the valid PM_TYPE_* values", d.Type)
	}
	switch d.Sem {
	case libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete:
	default:
		f.error("metric semantics (%d) is not one of the valid PM_SEM_* values", d.Sem)
	}
	f.units(d.Units)
	return f
}

type findings []string

func (f *findings) error(format string, args ...any) {
	*f = append(*f, "Error: "+fmt.Sprintf(format, args...))
}

func (f *findings) warning(format string, args ...any) {
	*f = append(*f, "Warning: "+fmt.Sprintf(format, args...))
}

// domains checks the agents of identifiers against the known agents.
func (f *findings) domains(d libpcp.Desc, known map[uint32]bool) {
	metric, indom := d.PMID.Domain(), d.InDom.Domain()
	dynamic := metric == libpcp.DynamicDomain
	if known != nil && !known[metric] && !dynamic {
		f.warning("domain (%d) in metric pmid (%s) is not recognized", metric, d.PMID)
	}
	if d.InDom == libpcp.NullInDom {
		return
	}
	if known != nil && !known[indom] {
		f.warning("domain (%d) in metric indom (%s) is not recognized", indom, d.InDom)
	}
	if metric != indom && !dynamic {
		f.warning("domain (%d) in metric pmid (%s) different to domain (%d) in metric indom (%s)",
			metric, d.PMID, indom, d.InDom)
	}
}

// units checks dimensions and scales.
func (f *findings) units(units libpcp.Units) {
	u := units.Dimensions()
	const usual = 2 // the largest power that a dimension usually has
	axes := [...]struct {
		name       string
		dim, scale int8
		most       int8 // scale, 0 for any
	}{
		{"Space", u.DimSpace, int8(u.ScaleSpace), libpcp.SpaceEByte},
		{"Time", u.DimTime, int8(u.ScaleTime), libpcp.TimeHour},
		{"Count", u.DimCount, u.ScaleCount, 0},
	}
	for _, a := range &axes {
		if a.dim < -usual || a.dim > usual {
			f.warning("unusual dimension (%d) for %s in pmUnits", a.dim, a.name)
		}
	}
	for _, a := range &axes {
		if a.dim == 0 && a.scale != 0 {
			f.error("non-zero scale (%d) with zero dimension for %s in pmUnits", a.scale, a.name)
		}
		if a.most != 0 && a.scale > a.most {
			f.error("scale (%d) for %s in pmUnits is not one of the valid PM_SPACE_* values", a.scale, a.name)
		}
	}
	f.extra(u)
}

func (f *findings) extra(u libpcp.Dimensions) {
	name, most := "", uint8(0)
	switch u.Extra {
	case 0:
		return
	case libpcp.Temperature:
		name, most = "TEMPERATURE", libpcp.TemperatureKelvin
	case libpcp.Voltage:
		name, most = "VOLTAGE", libpcp.VoltageMicrovolt
	case libpcp.Current:
		name, most = "CURRENT", libpcp.CurrentMicroampere
	case libpcp.Power:
		name, most = "POWER", libpcp.PowerMicrowatt
	default:
		f.error("extraUnit (%d) in pmUnits is not one of the valid PM_UNIT_* values", u.Extra)
		return
	}
	if u.ScaleExtra == 0 || u.ScaleExtra > most {
		f.error("extraScale (%d) in pmUnits is not one of the valid PM_%s_* values", u.ScaleExtra, name)
	}
}

// known returns the domains of the installed agents. If nobody knows, that is
// reported, once.
func (c *checker) known() map[uint32]bool {
	if c.read {
		return c.domains
	}
	c.read = true
	var err error
	if c.domains, err = pmns.Domains(c.file); err != nil {
		fmt.Fprintf(c.errOut, "__pmCheckDesc: fopen(\"%s\", ...) failed: domain checks skipped\n", c.file)
	}
	return c.domains
}
