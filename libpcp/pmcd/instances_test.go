package pmcd_test

import (
	"errors"
	"slices"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestInstanceReplies has replies of none, one and two instances to each kind of
// request. A reply of the wrong number ends the connection.
func TestInstanceReplies(t *testing.T) {
	const (
		instances = iota
		nameOf
		nameOfAny // with the number that stands for all
		idOf
		idOfAny // with the name that stands for all
	)
	const none int32 = libpcp.NullInst
	indom := libpcp.NewInDom(29, 2)
	two := []libpcp.Instance{{ID: 7, Name: "seven"}, {ID: 8, Name: "eight"}}
	ask := func(c *pmcd.Client, kind int) (answer any, err error) {
		switch kind {
		case instances:
			q := &libpcp.InstancesQuery{InDom: indom}
			c.Ask(t.Context(), q)
			return len(q.Instances), q.Err
		case nameOf, nameOfAny:
			q := &libpcp.InstanceNameQuery{InDom: indom, Inst: 7}
			if kind == nameOfAny {
				q.Inst = libpcp.NullInst
			}
			c.Ask(t.Context(), q)
			return q.Name, q.Err
		}
		q := &libpcp.InstanceIDQuery{InDom: indom, Name: "seven\x00of nine"}
		if kind == idOfAny {
			q.Name = ""
		}
		c.Ask(t.Context(), q)
		return q.Inst, q.Err
	}
	for _, test := range []struct {
		kind  int
		reply pmcdtest.Message
		want  any
		err   error // ErrIPC ends the connection
	}{
		{instances, &pdu.Instance{InDom: indom}, 0, nil},
		{instances, &pdu.Instance{InDom: indom, Instances: two}, 2, nil},
		{instances, &pdu.Instance{InDom: indom + 1, Instances: two[:1]}, 1, nil}, // as some agents do
		{instances, &pdu.Error{Code: libpcp.ErrInDom}, 0, libpcp.ErrInDom},
		{nameOf, &pdu.Instance{InDom: indom}, "", libpcp.ErrIPC},
		{nameOf, &pdu.Instance{InDom: indom, Instances: two[:1]}, "seven", nil},
		{nameOf, &pdu.Instance{InDom: indom, Instances: two}, "", libpcp.ErrIPC},
		{nameOf, &pdu.Error{Code: libpcp.ErrInst}, "", libpcp.ErrInst},
		{nameOfAny, &pdu.Instance{InDom: indom}, "", libpcp.ErrInst},
		{nameOfAny, &pdu.Instance{InDom: indom, Instances: two}, "seven", nil},
		{idOf, &pdu.Instance{InDom: indom}, none, libpcp.ErrIPC},
		{idOf, &pdu.Instance{InDom: indom, Instances: two[:1]}, int32(7), nil},
		{idOf, &pdu.Instance{InDom: indom, Instances: two}, none, libpcp.ErrIPC},
		{idOf, &pdu.Error{Code: libpcp.ErrInst}, none, libpcp.ErrInst},
		{idOfAny, &pdu.Instance{InDom: indom}, none, libpcp.ErrInst},
		{idOfAny, &pdu.Instance{InDom: indom, Instances: two}, int32(7), nil},
	} {
		var r recorder
		c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(pdu.Type, []byte) []pmcdtest.Message {
			return []pmcdtest.Message{test.reply}
		}))})
		got, err := ask(c, test.kind)
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%d, reply %+v: got %v, %v; want %v, %v", test.kind, test.reply, got, err, test.want, test.err)
		}
		var sent pdu.InstanceReq
		if err := sent.Decode(r.pdus[len(r.pdus)-1]); err != nil {
			t.Fatal(err)
		}
		want := pdu.InstanceReq{InDom: indom, Inst: libpcp.NullInst}
		switch test.kind {
		case nameOf:
			want.Inst = 7
		case idOf:
			want.Name = "seven"
		}
		if sent != want {
			t.Errorf("%d: sent %+v, want %+v", test.kind, sent, want)
		}
		_, again := sourcetest.Direct(c).Instances(t.Context(), indom)
		if ended := again != nil && test.kind != instances && libpcp.Code(test.err) == libpcp.ErrIPC; ended != (test.err == libpcp.ErrIPC) {
			t.Errorf("%d, reply %+v: afterwards %v", test.kind, test.reply, again)
		}
	}
}

// TestEarlyInstances wants to hear of an answer when it arrives, and of a failure
// not at all.
func TestEarlyInstances(t *testing.T) {
	for _, reply := range []pmcdtest.Message{&pdu.Instance{}, &pdu.Desc{}} {
		var r recorder
		c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(pdu.Type, []byte) []pmcdtest.Message {
			return []pmcdtest.Message{reply}
		}))})
		var heard []error
		q := &libpcp.InstancesQuery{}
		q.Early = func() { heard = append(heard, q.Err) }
		c.Ask(t.Context(), q)
		if _, ok := reply.(*pdu.Instance); ok != slices.Equal(heard, []error{nil}) || ok != (q.Err == nil) {
			t.Errorf("%T: heard %v, %v", reply, heard, q.Err)
		}
	}
}
