package logger

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Metric selects instances of a metric for a request; without Instances all,
// whichever exist at the time of each record. A singular metric has the one
// instance libpcp.NullInst.
type Metric struct {
	ID        libpcp.PMID
	Instances []int32
}

// All is a metric with all its instances.
func All(desc libpcp.Desc) Metric {
	if desc.InDom == libpcp.NullInDom {
		return Metric{ID: desc.PMID, Instances: []int32{libpcp.NullInst}}
	}
	return Metric{ID: desc.PMID}
}

// Mode is the authority of a change: advisory changes have no effect on
// settings of mandatory ones.
type Mode int

// The modes (PM_LOG_MANDATORY, PM_LOG_ADVISORY).
const (
	Mandatory = Mode(pdu.LogMandatory)
	Advisory  = Mode(pdu.LogAdvisory)
)

// Setting is whether a metric is logged. Maybe, which must be mandatory,
// leaves it to advisory changes.
type Setting int

// The settings (PM_LOG_OFF, PM_LOG_MAYBE, PM_LOG_ON).
const (
	Off   = Setting(pdu.LogOff)
	Maybe = Setting(pdu.LogMaybe)
	On    = Setting(pdu.LogOn)
)

// Change is a change that [Client.Control] requests.
type Change struct {
	Mode     Mode
	Setting  Setting
	Interval time.Duration // of On, in whole milliseconds; 0 logs once
}

// MaxInterval is the longest interval of logging.
const MaxInterval = (1<<28 - 1) * time.Millisecond

// Logging is the state of a metric in the log, or the Err of the request.
type Logging struct {
	ID     libpcp.PMID
	States []State
	Err    error
}

// State is how an instance of a metric is logged.
type State struct {
	Inst      int32
	On        bool
	Mandatory bool          // else advisory
	Available bool          // had a value when it was logged last
	InLog     bool          // has been written at least once
	Interval  time.Duration // 0: once
}

// Granted reports whether a state is the requested one. If pmlogger refuses a
// change it reports no error, and returns the state unchanged.
func (c Change) Granted(s State) bool {
	if c.Setting == Maybe {
		return !s.Mandatory
	}
	return s.On == (c.Setting == On) && s.Mandatory == (c.Mode == Mandatory) &&
		(c.Setting == Off || s.Interval == c.Interval.Truncate(time.Millisecond))
}

// Enquire returns how metrics are logged, in their order (__pmControlLog(3),
// PM_LOG_ENQUIRE).
func (c *Client) Enquire(ctx context.Context, metrics ...Metric) ([]Logging, error) {
	return c.control(ctx, pdu.LogControl{Control: pdu.LogEnquire}, metrics)
}

// Control changes how metrics are logged, and returns their resulting states,
// in order (__pmControlLog(3)); see [Change.Granted].
//
// Without metrics the error is [libpcp.ErrTooSmall]. It is EINVAL for an
// advisory [Maybe], a negative interval or one above [MaxInterval], and an
// unknown mode or setting; it is libpcp.ErrValue for NullInst among other
// instances.
//
// A pmlogger exits when told to log a metric that its pmcd does not know. So
// Control first enquires about the metrics. If one has no states, Control
// returns its error (libpcp.ErrPMID if it is unknown) and requests no change. A
// metric that disappears between the two requests still ends the pmlogger.
func (c *Client) Control(ctx context.Context, change Change, metrics ...Metric) ([]Logging, error) {
	if err := change.check(); err != nil {
		return nil, err
	}
	if err := c.known(ctx, metrics); err != nil {
		return nil, err
	}
	return c.control(ctx, pdu.LogControl{
		Control: pdu.LogAction(change.Mode),
		State:   pdu.LogSetting(change.Setting),
		Delta:   int32(change.Interval / time.Millisecond),
	}, metrics)
}

// known returns the first error of metrics that a pmlogger knows nothing about. It
// takes any instances for granted, so that it is asked about all.
func (c *Client) known(ctx context.Context, metrics []Metric) error {
	if _, err := valueSets(metrics); err != nil {
		return err
	}
	whole := make([]Metric, len(metrics))
	for i, m := range metrics {
		whole[i].ID = m.ID
	}
	list, err := c.Enquire(ctx, whole...)
	for _, l := range list {
		if l.Err != nil {
			return fmt.Errorf("%v: %w", l.ID, l.Err)
		}
	}
	return err
}

func (c Change) check() error {
	ok := (c.Mode == Mandatory || c.Mode == Advisory) && Off <= c.Setting && c.Setting <= On &&
		(c.Mode == Mandatory || c.Setting != Maybe) && 0 <= c.Interval && c.Interval <= MaxInterval
	if !ok {
		return libpcp.Errno(syscall.EINVAL)
	}
	return nil
}

func (c *Client) control(ctx context.Context, m pdu.LogControl, metrics []Metric) ([]Logging, error) {
	var err error
	if m.Metrics, err = valueSets(metrics); err != nil {
		return nil, err
	}
	kind, b, err := c.request(ctx, m.Append(nil))
	if err != nil {
		return nil, err
	}
	if kind != pdu.TypeResult {
		if _, err := status(kind, b); err != nil {
			return nil, err
		}
		return nil, unexpected(kind)
	}
	var reply pdu.Result
	if err := reply.Decode(b); err != nil {
		return nil, err
	}
	return loggings(metrics, reply.Sets)
}

// valueSets are metrics as a LOG_CONTROL has them.
func valueSets(metrics []Metric) ([]libpcp.ValueSet, error) {
	if len(metrics) == 0 {
		return nil, libpcp.ErrTooSmall
	}
	sets := make([]libpcp.ValueSet, len(metrics))
	for i, m := range metrics {
		sets[i].PMID = m.ID
		for _, inst := range m.Instances {
			if inst == libpcp.NullInst && len(m.Instances) > 1 {
				return nil, fmt.Errorf("%v: a singular metric among instances: %w", m.ID, libpcp.ErrValue)
			}
			sets[i].Values = append(sets[i].Values, libpcp.Value{Inst: inst})
		}
	}
	return sets, nil
}

// loggings reads the reply to a request about metrics.
func loggings(metrics []Metric, sets []libpcp.ValueSet) ([]Logging, error) {
	if len(sets) != len(metrics) {
		return nil, fmt.Errorf("states of %d metrics for %d: %w", len(sets), len(metrics), libpcp.ErrIPC)
	}
	list := make([]Logging, len(sets))
	for i, set := range sets {
		if set.PMID != metrics[i].ID {
			return nil, fmt.Errorf("state of %v for %v: %w", set.PMID, metrics[i].ID, libpcp.ErrIPC)
		}
		list[i] = Logging{ID: set.PMID, Err: set.Err}
		for _, v := range set.Values {
			if set.Format != libpcp.InSitu {
				return nil, fmt.Errorf("state of %v is no word: %w", set.PMID, libpcp.ErrIPC)
			}
			list[i].States = append(list[i].States, stateOf(v.Inst, pdu.LogState(v.Word)))
		}
	}
	return list, nil
}

func stateOf(inst int32, s pdu.LogState) State {
	return State{
		Inst:      inst,
		On:        s&pdu.LogStateOn != 0,
		Mandatory: s&pdu.LogStateMandatory != 0,
		Available: s&pdu.LogStateAvailable != 0,
		InLog:     s&pdu.LogStateInLog != 0,
		Interval:  time.Duration(s.Delta()) * time.Millisecond,
	}
}
