package derive

import "pcptools/libpcp"

// An operation is what a node of an expression computes. There is a type for
// each kind, with what that alone needs.
type operation interface {
	// begin returns the operation of a term that is being bound, with nothing
	// remembered.
	begin() operation
	// check describes the term's result from its operands, which have been
	// described, and returns what is wrong with them, or "".
	check(t *term, r *rules) string
	// eval computes the term and its operands.
	eval(e *evaluation, t *term) series
	// traceType is the type of the node in libpcp (C).
	traceType() string
}

// node is one operation of an expression. It is not changed after parsing.
type node struct {
	op                 operation
	text               string // of a metric or number; the instance, pattern or units of an operation
	left, right, third *node
	desc               libpcp.Desc // of a number; its Units of a rescaling
	tags               *tags       // of mkconst and novalue, or nil
}

// is reports whether an operation is of a kind.
func is[T operation](op operation) bool {
	_, ok := op.(T)
	return ok
}

// functions are what the functions compute, with those that make constants and
// metrics without values.
var functions = [...]struct {
	name string
	op   operation
}{
	{"avg", &aggregateOp{function: "avg"}},
	{"count", &aggregateOp{function: "count"}},
	{"max", &aggregateOp{function: "max"}},
	{"min", &aggregateOp{function: "min"}},
	{"sum", &aggregateOp{function: "sum"}},
	{"defined", &definedOp{}},
	{"delta", &changeOp{}},
	{"rate", &changeOp{rate: true}},
	{"instant", instantOp{}},
	{"matchinst", &matchOp{}},
	{"rescale", rescaleOp{}},
	{"scalar", scalarOp{}},
	{"mkconst", &numberOp{}},
	{"anon", anonOp{}},
	{"novalue", novalueOp{}},
}

// function returns what the function of a name computes, or nil.
func function(name string) operation {
	for i := range functions {
		if functions[i].name == name {
			return functions[i].op
		}
	}
	return nil
}
