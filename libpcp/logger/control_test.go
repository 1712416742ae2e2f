package logger

import (
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// pmlogger answers each request with what answer makes of it.
func pmlogger(t *testing.T, answer func(kind pdu.Type, b []byte) []byte) *Client {
	t.Helper()
	c := dialHostile(t, func(c net.Conn) {
		for {
			h, b, err := pdu.Read(c, nil, pdu.MaxLen)
			if err != nil {
				return
			}
			if h.Type == pdu.TypeCreds {
				continue
			}
			if _, err := c.Write(answer(h.Type, b)); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() { c.Close() })
	return c
}

// TestRequests has a pmlogger that answers as it should, or with an error.
func TestRequests(t *testing.T) {
	var asked []int32
	code := libpcp.Error(7)
	c := pmlogger(t, func(kind pdu.Type, b []byte) []byte {
		var m pdu.LogRequest
		if err := m.Decode(b); err != nil {
			t.Error(kind, err)
		}
		if asked = append(asked, m.Request); m.Request == pdu.LogGetStatus && code >= 0 {
			return (&pdu.LogStatus{Volume: 3, State: 1}).Append(nil)
		}
		return (&pdu.Error{Code: code}).Append(nil)
	})
	if s, err := c.Status(t.Context()); err != nil || s.Volume != 3 || !s.Started {
		t.Errorf("%+v, %v", s, err)
	}
	if n, err := c.NewVolume(t.Context()); err != nil || n != 7 {
		t.Errorf("volume %d, %v", n, err)
	}
	if err := c.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	code = libpcp.ErrPermission
	_, err1 := c.Status(t.Context())
	_, err2 := c.NewVolume(t.Context())
	for _, err := range []error{err1, err2, c.Sync(t.Context())} {
		if !errors.Is(err, libpcp.ErrPermission) {
			t.Errorf("refused: %v", err)
		}
	}
	once := []int32{pdu.LogGetStatus, pdu.LogNewVolume, pdu.LogSync}
	if want := append(slices.Clone(once), once...); !slices.Equal(asked, want) {
		t.Errorf("asked %d, want %d", asked, want)
	}
}

// TestControl changes what is logged: of metrics that the pmlogger knows, and of no
// others.
func TestControl(t *testing.T) {
	one, many, strange := libpcp.NewPMID(1, 2, 3), libpcp.NewPMID(1, 2, 4), libpcp.NewPMID(9, 9, 9)
	var asked []pdu.LogControl
	c := pmlogger(t, func(kind pdu.Type, b []byte) []byte {
		var m pdu.LogControl
		if err := m.Decode(b); err != nil {
			t.Error(kind, err)
		}
		asked = append(asked, m)
		var reply pdu.Result
		for _, set := range m.Metrics {
			state := libpcp.ValueSet{PMID: set.PMID}
			switch set.PMID {
			case strange:
				state.Err = libpcp.ErrPMID
			case one:
				state.Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(pdu.LogStateOn | pdu.LogStateMandatory | 1500<<4)}}
			default:
				state.Values = []libpcp.Value{{Inst: 5, Word: uint32(pdu.LogStateAvailable)}, {Inst: 6, Word: uint32(pdu.LogStateInLog)}}
			}
			reply.Sets = append(reply.Sets, state)
		}
		return reply.Append(nil)
	})
	want := []Logging{
		{ID: one, States: []State{{Inst: libpcp.NullInst, On: true, Mandatory: true, Interval: 1500 * time.Millisecond}}},
		{ID: many, States: []State{{Inst: 5, Available: true}, {Inst: 6, InLog: true}}},
		{ID: strange, Err: libpcp.ErrPMID},
	}
	list, err := c.Enquire(t.Context(), Metric{ID: one}, Metric{ID: many}, Metric{ID: strange})
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("got %+v, %v; want %+v", list, err, want)
	}
	asked = nil
	change := Change{Mode: Mandatory, Setting: On, Interval: 1500 * time.Millisecond}
	list, err = c.Control(t.Context(), change, Metric{ID: one, Instances: []int32{libpcp.NullInst}}, Metric{ID: many, Instances: []int32{5, 6}})
	if err != nil || !reflect.DeepEqual(list, want[:2]) || len(asked) != 2 {
		t.Fatalf("got %+v, %v; asked %+v", list, err, asked)
	}
	if a := asked[0]; a.Control != pdu.LogEnquire || len(a.Metrics) != 2 || len(a.Metrics[1].Values) != 0 {
		t.Errorf("first asked %+v", a)
	}
	if a := asked[1]; a.Control != pdu.LogMandatory || a.State != pdu.LogOn || a.Delta != 1500 || len(a.Metrics[1].Values) != 2 || a.Metrics[1].Values[1].Inst != 6 {
		t.Errorf("then asked %+v", a)
	}
	asked = nil
	if list, err := c.Control(t.Context(), change, Metric{ID: one}, Metric{ID: strange}); !errors.Is(err, libpcp.ErrPMID) || list != nil || len(asked) != 1 {
		t.Errorf("an unknown metric: %+v, %v; %d requests", list, err, len(asked))
	}
	asked = nil
	for _, test := range []struct {
		change  Change
		metrics []Metric
		want    error
	}{
		{change, nil, libpcp.ErrTooSmall},
		{change, []Metric{{ID: one, Instances: []int32{libpcp.NullInst, 1}}}, libpcp.ErrValue},
		{Change{Mode: Advisory, Setting: Maybe}, []Metric{{ID: one}}, syscall.EINVAL},
		{Change{Mode: 0, Setting: On}, []Metric{{ID: one}}, syscall.EINVAL},
		{Change{Mode: Mandatory, Setting: On + 1}, []Metric{{ID: one}}, syscall.EINVAL},
		{Change{Mode: Mandatory, Setting: Off - 1}, []Metric{{ID: one}}, syscall.EINVAL},
		{Change{Mode: Mandatory, Setting: On, Interval: -1}, []Metric{{ID: one}}, syscall.EINVAL},
		{Change{Mode: Mandatory, Setting: On, Interval: MaxInterval + 1}, []Metric{{ID: one}}, syscall.EINVAL},
	} {
		if _, err := c.Control(t.Context(), test.change, test.metrics...); !errors.Is(err, test.want) || len(asked) > 0 {
			t.Errorf("%+v of %v: %v, want %v; %d requests", test.change, test.metrics, err, test.want, len(asked))
		}
	}
	for _, good := range []Change{{Advisory, On, MaxInterval}, {Advisory, Off, 0}, {Mandatory, Maybe, 0}} {
		if err := good.check(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
}

// TestGranted compares states with changes.
func TestGranted(t *testing.T) {
	on, interval := Change{Mode: Mandatory, Setting: On, Interval: 1500*time.Millisecond + 1}, 1500*time.Millisecond
	for _, test := range []struct {
		change Change
		state  State
		want   bool
	}{
		{on, State{On: true, Mandatory: true, Interval: interval}, true}, {on, State{On: true, Interval: interval}, false},
		{on, State{Mandatory: true, Interval: interval}, false}, {on, State{On: true, Mandatory: true}, false},
		{Change{Mode: Advisory, Setting: Off}, State{Interval: interval}, true}, {Change{Mode: Advisory, Setting: Off}, State{Mandatory: true}, false},
		{Change{Mode: Mandatory, Setting: Maybe}, State{On: true}, true}, {Change{Mode: Mandatory, Setting: Maybe}, State{Mandatory: true}, false},
	} {
		if got := test.change.Granted(test.state); got != test.want {
			t.Errorf("%+v, %+v: %t", test.change, test.state, got)
		}
	}
}

// TestWrongStates has states that do not answer what was asked.
func TestWrongStates(t *testing.T) {
	id := libpcp.NewPMID(1, 2, 3)
	for name, sets := range map[string][]libpcp.ValueSet{
		"none": nil, "two": {{PMID: id}, {PMID: id}}, "of another": {{PMID: id + 1}},
		"no word": {{PMID: id, Format: libpcp.PointerDynamic, Values: []libpcp.Value{libpcp.BlockValue(1, libpcp.Block{Type: libpcp.TypeDouble, Data: make([]byte, 8)})}}},
	} {
		c := pmlogger(t, func(pdu.Type, []byte) []byte { return (&pdu.Result{Sets: sets}).Append(nil) })
		if list, err := c.Enquire(t.Context(), Metric{ID: id}); !errors.Is(err, libpcp.ErrIPC) {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
	for name, reply := range map[string][]byte{"a status": (&pdu.LogStatus{}).Append(nil), "success": (&pdu.Error{Code: 1}).Append(nil)} {
		c := pmlogger(t, func(pdu.Type, []byte) []byte { return reply })
		if list, err := c.Enquire(t.Context(), Metric{ID: id}); !errors.Is(err, libpcp.ErrIPC) {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
	if got := fmt.Sprint(All(libpcp.Desc{PMID: 5, InDom: libpcp.NullInDom}).Instances, All(libpcp.Desc{PMID: 5, InDom: 1}).Instances); got != "[-1] []" {
		t.Errorf("instances %s", got)
	}
}

// TestNoReplay has a recording without a configuration for replays discard it.
func TestNoReplay(t *testing.T) {
	if w := new(Recording).Replay(); w != io.Discard {
		t.Errorf("got %v", w)
	}
}
