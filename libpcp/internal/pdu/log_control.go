package pdu

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// LogControl asks pmlogger to change, or to report, what it logs; the reply is
// a [Result] without a time, whose values are [LogState] words. A metric
// without values stands for all its instances; the words of values mean
// nothing.
//
//	0c  what to do
//	10  state to set
//	14  interval in milliseconds, 0 once
//	18  number of metrics
//	1c  per metric: pmid, number of values, per value: instance, word
type LogControl struct {
	Control LogAction
	State   LogSetting
	Delta   int32             // interval in milliseconds
	Metrics []libpcp.ValueSet // InSitu and without Err
}

// LogAction is what a LogControl is to do.
type LogAction int32

// The actions (PM_LOG_*).
const (
	LogMandatory LogAction = 11
	LogAdvisory  LogAction = 12
	LogEnquire   LogAction = 13
)

// LogSetting is the state that a LogControl sets.
type LogSetting int32

// The settings (PM_LOG_*).
const (
	LogOff   LogSetting = 0
	LogMaybe LogSetting = 1
	LogOn    LogSetting = 2
)

// LogState is how an instance is logged: flags, and above them the interval in
// milliseconds (PMLC_*).
type LogState uint32

// The flags.
const (
	LogStateOn        LogState = 1 << 0
	LogStateMandatory LogState = 1 << 1
	LogStateAvailable LogState = 1 << 2
	LogStateInLog     LogState = 1 << 3
)

// Delta is the interval in milliseconds, 0 for once.
func (s LogState) Delta() int32 { return int32(s >> 4) }

var errValueCount = errors.New("negative number of values")

// Decode reads a whole PDU.
func (m *LogControl) Decode(b []byte) error {
	r := body(b, TypeLogControl)
	m.Control, m.State, m.Delta = LogAction(r.Int32()), LogSetting(r.Int32()), r.Int32()
	m.Metrics = make([]libpcp.ValueSet, r.Count(8))
	for i := range m.Metrics {
		m.Metrics[i] = readLogMetric(&r)
	}
	return finish(&r, TypeLogControl)
}

func readLogMetric(r *wire.Reader) libpcp.ValueSet {
	s := libpcp.ValueSet{PMID: libpcp.PMID(r.Uint32())}
	n := r.Int32()
	if n < 0 {
		r.Fail(errValueCount)
	}
	if k := r.CheckCount(n, 8); k > 0 {
		s.Values = make([]libpcp.Value, k)
	}
	for i := range s.Values {
		s.Values[i] = libpcp.Value{Inst: r.Int32(), Word: r.Uint32()}
	}
	return s
}

// Append appends the PDU to dst.
func (m *LogControl) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLogControl)
	dst = wire.AppendInt32(dst, int32(m.Control))
	dst = wire.AppendInt32(dst, int32(m.State))
	dst = wire.AppendInt32(dst, m.Delta)
	dst = wire.AppendUint32(dst, uint32(len(m.Metrics)))
	for _, s := range m.Metrics {
		dst = wire.AppendUint32(dst, uint32(s.PMID))
		dst = wire.AppendUint32(dst, uint32(len(s.Values)))
		for _, v := range s.Values {
			dst = wire.AppendInt32(dst, v.Inst)
			dst = wire.AppendUint32(dst, v.Word)
		}
	}
	return end(dst, start)
}
