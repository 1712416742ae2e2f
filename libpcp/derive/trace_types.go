package derive

import "strings"

func (metricOp) traceType() string   { return "NAME" }
func (anonOp) traceType() string     { return "ANON" }
func (novalueOp) traceType() string  { return "NOVALUE" }
func (*definedOp) traceType() string { return "DEFINED" }
func (negateOp) traceType() string   { return "NEG" }
func (notOp) traceType() string      { return "NOT" }
func (instantOp) traceType() string  { return "INSTANT" }
func (scalarOp) traceType() string   { return "SCALAR" }
func (rescaleOp) traceType() string  { return "RESCALE" }
func (*ternaryOp) traceType() string { return "QUEST" }

func (*instanceOp) traceType() string { return "FILTERINST" }
func (*matchOp) traceType() string    { return "FILTERINST" }

func (o *numberOp) traceType() string    { return "INTEGER" }
func (o *binaryOp) traceType() string    { return o.sign.Info().Word }
func (o *aggregateOp) traceType() string { return strings.ToUpper(o.function) }

func (o *changeOp) traceType() string {
	if o.rate {
		return "RATE"
	}
	return "DELTA"
}
