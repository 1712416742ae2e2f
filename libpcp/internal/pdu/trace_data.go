package pdu

import (
	"errors"
	"math"

	"pcptools/libpcp/internal/wire"
)

// TraceData is an event that a program reports to the trace agent, which
// answers with a [TraceAck] if asked to.
//
//	0c  version, length of the tag with its NUL, kind, flags (8 bits each)
//	10  value                  (two words, IEEE 754)
//	18  tag with its NUL, filled up to a word
type TraceData struct {
	Kind  TraceKind
	Ack   bool    // asks for an answer
	Value float64 // seconds of a transaction, -1 for a point
	Tag   string  // at most MaxTraceTag bytes
}

// TraceKind is the kind of an event.
type TraceKind uint8

// The kinds.
const (
	TraceTransact TraceKind = 1
	TracePoint    TraceKind = 2
	TraceObserve  TraceKind = 3
	TraceCounter  TraceKind = 4
)

// MaxTraceTag is the longest tag that the form can hold, in bytes.
const MaxTraceTag = 254

const (
	traceVersion = 1
	traceAckFlag = 0x80
)

var errTrace = errors.New("malformed trace event")

// Decode reads a whole PDU.
func (m *TraceData) Decode(b []byte) error {
	r := body(b, TypeTraceData)
	version, length, kind, flags := r.Uint8(), int(r.Uint8()), TraceKind(r.Uint8()), r.Uint8()
	m.Kind, m.Ack = kind, flags&traceAckFlag != 0
	m.Value = math.Float64frombits(r.Uint64())
	m.Tag = untilNUL(r.Bytes(wire.Padded(length)))
	if version != traceVersion || kind < TraceTransact || kind > TraceCounter || len(m.Tag) != length-1 {
		r.Fail(errTrace)
	}
	return finish(&r, TypeTraceData)
}

// Append appends the PDU to dst.
func (m *TraceData) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeTraceData)
	flags := byte(0)
	if m.Ack {
		flags = traceAckFlag
	}
	tag := m.Tag[:min(len(m.Tag), MaxTraceTag)]
	dst = append(dst, traceVersion, byte(len(tag)+1), byte(m.Kind), flags)
	dst = wire.AppendUint64(dst, math.Float64bits(m.Value))
	dst = append(append(dst, tag...), 0)
	return end(wire.AppendPadding(dst, len(tag)+1), start)
}
