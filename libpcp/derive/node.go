package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// op is what a node of an expression computes.
type op uint8

const (
	opNone     op = iota
	opMetric      // a metric's values; text is its name
	opConstant    // a number as written, or mkconst
	opAnon        // anon(PM_TYPE_*): a metric without values
	opNovalue     // novalue(…): an alternative without values
	opBinary      // sign says which
	opNegate
	opNot
	opTernary // guard is left, alternatives are right and third
	opInstance
	opMatch
	opRescale
	opAvg
	opCount
	opDefined
	opDelta
	opInstant
	opMax
	opMin
	opRate
	opScalar
	opSum
)

// functions returns what the function of a name computes, or opNone. It also
// knows those that make constants and metrics without values.
func functions(name string) op {
	switch name {
	case "avg":
		return opAvg
	case "count":
		return opCount
	case "defined":
		return opDefined
	case "delta":
		return opDelta
	case "instant":
		return opInstant
	case "matchinst":
		return opMatch
	case "max":
		return opMax
	case "min":
		return opMin
	case "rate":
		return opRate
	case "rescale":
		return opRescale
	case "scalar":
		return opScalar
	case "sum":
		return opSum
	case "mkconst":
		return opConstant
	case "anon":
		return opAnon
	case "novalue":
		return opNovalue
	}
	return opNone
}

// node is one operation of an expression. It is not changed after parsing.
type node struct {
	op                 op
	sign               token.Kind // of opBinary
	text               string     // of a metric or constant; the instance of opInstance; the units of opRescale; the pattern of opMatch
	left, right, third *node
	desc               libpcp.Desc // of a constant; its Units of opRescale
	tags               *tags       // of mkconst and novalue, or nil
	match              *matcher    // of opMatch
}
