package format

import (
	"strconv"

	"pcptools/libpcp"
)

var dataTypes = [...]string{"32-bit int", "32-bit unsigned int", "64-bit int", "64-bit unsigned int",
	"float", "double", "string", "aggregate", "static aggregate", "event record array",
	"highres event record array"}

// DataType returns the text of a type in printed descriptors (pmPrintDesc(3)).
func DataType(t libpcp.Type) string {
	switch {
	case t >= 0 && int(t) < len(dataTypes):
		return dataTypes[t]
	case t == libpcp.TypeNoSupport:
		return "Not Supported"
	}
	return unknown(int(t))
}

// Semantics returns the text of semantics in printed descriptors.
func Semantics(s libpcp.Semantics) string {
	switch s {
	case libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete:
		return s.String()
	}
	return unknown(int(s))
}

func unknown(n int) string { return "??? (" + strconv.Itoa(n) + ")" }

// Units returns the text of units in printed descriptors, "none" for dimensionless
// values.
func Units(u libpcp.Units, n libpcp.UnitsNotation) string {
	if s := n.Text(u); s != "" {
		return s
	}
	return "none"
}
