package rest

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// Desc reads a descriptor. Metrics whose type, semantics or units make no sense
// exist, also at a pmcd.
func Desc(id, indom, kind, sem, units string) (d libpcp.Desc, err error) {
	if d.PMID, err = ParsePMID(id); err != nil {
		return d, err
	}
	if d.InDom, err = parseInDom(indom); err != nil {
		return d, err
	}
	d.Type, d.Sem = typeOf(kind), semanticsOf(sem)
	if u, _, err := libpcp.ParseUnits(units); err == nil {
		d.Units = u // else "none", or a label that pmproxy shows in their place
	}
	return d, nil
}

// typeOf is the type with a name of pmTypeStr(3), in lower case.
func typeOf(name string) libpcp.Type {
	for t := libpcp.Type32; t <= libpcp.TypeHighResEvent; t++ {
		if strings.EqualFold(t.String(), name) {
			return t
		}
	}
	if name == "unsupported" {
		return libpcp.TypeNoSupport
	}
	return libpcp.TypeUnknown
}

// semanticsOf are those with a name of pmSemStr(3), 0 for none.
func semanticsOf(name string) libpcp.Semantics {
	for _, s := range [...]libpcp.Semantics{libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete} {
		if s.String() == name {
			return s
		}
	}
	return 0
}

// ParsePMID reads an identifier as pmIDStr(3) writes it.
func ParsePMID(text string) (libpcp.PMID, error) {
	n, err := parts(text, 511, 4095, 1023)
	if err != nil {
		return 0, err
	}
	return libpcp.NewPMID(n[0], n[1], n[2]), nil
}

// parseInDom reads an instance domain as pmInDomStr(3) writes it, or what stands
// for none.
func parseInDom(text string) (libpcp.InDom, error) {
	if text == "" || text == "none" || text == "PM_INDOM_NULL" {
		return libpcp.NullInDom, nil
	}
	n, err := parts(text, 511, 1<<22-1)
	if err != nil {
		return 0, err
	}
	return libpcp.NewInDom(n[0], n[1]), nil
}

// parts reads numbers with dots between them, one for each limit.
func parts(text string, limits ...uint64) ([]uint32, error) {
	fields := strings.Split(text, ".")
	if len(fields) != len(limits) {
		return nil, Malformed("identifier", text)
	}
	numbers := make([]uint32, len(fields))
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 32)
		if err != nil || n > limits[i] {
			return nil, Malformed("identifier", text)
		}
		numbers[i] = uint32(n)
	}
	return numbers, nil
}
