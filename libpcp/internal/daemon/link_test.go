package daemon

import (
	"errors"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

var limits = Limits{Greeting: 3 * time.Second, Reply: 5 * time.Second}

// agent is the other end of a Link: what it sends first, and its replies to
// requests, in order; nil is none.
type agent struct {
	features pdu.Features
	unasked  []pdu.Message // after the greeting
	replies  []pdu.Message
	raw      []byte // in place of the next reply
}

// serve plays the agent until the connection ends.
func (a *agent) serve(conn net.Conn) {
	creds := pdu.VersionCreds(protocolVersion, a.features)
	conn.Write(creds.Append(nil))
	pdu.Read(conn, nil, pdu.MaxLen)
	for _, m := range a.unasked {
		conn.Write(m.Append(nil))
	}
	for {
		h, _, err := pdu.Read(conn, nil, pdu.MaxLen)
		if err != nil {
			return
		}
		if h.Type == pdu.TypeProfile || h.Type == pdu.TypeAttr {
			continue
		}
		if a.raw != nil {
			conn.Write(a.raw)
			conn.Close()
			return
		}
		if len(a.replies) == 0 {
			continue
		}
		if reply := a.replies[0]; reply != nil {
			conn.Write(reply.Append(nil))
		}
		a.replies = a.replies[1:]
	}
}

// link greets an agent.
func link(t *testing.T, a *agent, notReady bool) *Link {
	t.Helper()
	ours, theirs := net.Pipe()
	go a.serve(theirs)
	l, err := Greet(ours, limits, notReady)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.Close()
		theirs.Close()
	})
	return l
}

var (
	metric = libpcp.NewPMID(253, 0, 1)
	other  = libpcp.NewPMID(253, 0, 2)
)

func fetchOne(l *Link) error {
	_, _, err := l.Fetch(0, []libpcp.PMID{metric})
	return err
}

// TestFailures has agents fail in every way: what a request returns, and
// whether the agent is asked again.
func TestFailures(t *testing.T) {
	set := func(id libpcp.PMID) libpcp.ValueSet { return libpcp.ValueSet{PMID: id, Err: libpcp.ErrAppVersion} }
	for name, test := range map[string]struct {
		agent   agent
		want    error
		dropped bool
	}{
		"values":          {agent{replies: []pdu.Message{&pdu.Result{Sets: []libpcp.ValueSet{set(metric)}}}}, nil, false},
		"refusal":         {agent{replies: []pdu.Message{&pdu.Error{Code: libpcp.ErrPermission}}}, libpcp.ErrPermission, false},
		"success":         {agent{replies: []pdu.Message{&pdu.Error{}}}, libpcp.ErrIPC, true},
		"positive status": {agent{replies: []pdu.Message{&pdu.Error{Code: 1}}}, libpcp.ErrIPC, true},
		"another type":    {agent{replies: []pdu.Message{&pdu.Text{}}}, libpcp.ErrIPC, true},
		"no sets":         {agent{replies: []pdu.Message{&pdu.Result{}}}, libpcp.ErrIPC, true},
		"another metric":  {agent{replies: []pdu.Message{&pdu.Result{Sets: []libpcp.ValueSet{set(other)}}}}, libpcp.ErrIPC, true},
		"not ready":       {agent{replies: []pdu.Message{&pdu.Error{Code: libpcp.ErrPMDANotReady}}}, libpcp.ErrAgain, false},
		"nothing":         {agent{}, libpcp.ErrTimeout, true},
		"garbage":         {agent{raw: []byte("Content-Length: 17\r\n\r\n")}, libpcp.ErrIPC, true},
		"half a PDU":      {agent{raw: (&pdu.Result{}).Append(nil)[:14]}, libpcp.ErrIPC, true},
		"end":             {agent{raw: []byte{}}, libpcp.ErrIPC, true},
		"unasked":         {agent{unasked: []pdu.Message{&pdu.Error{Code: libpcp.ErrPMDAReady}}}, libpcp.ErrNoAgent, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := link(t, &test.agent, false)
				synctest.Wait()
				if err := fetchOne(l); !errors.Is(err, test.want) {
					t.Errorf("got %v, want %v", err, test.want)
				}
				if dropped := l.Err() != nil; dropped != test.dropped {
					t.Errorf("dropped: %v", l.Err())
				}
				if test.dropped {
					if err := fetchOne(l); err != libpcp.ErrNoAgent {
						t.Errorf("then got %v", err)
					}
				}
			})
		})
	}
}

// TestChildren has the children of a name, as the agent has them, or without statuses.
func TestChildren(t *testing.T) {
	for _, statuses := range [][]int32{nil, {pdu.StatusLeaf, pdu.StatusInner}} {
		reply := pdu.PMNSNames{Names: []string{"leaf", "branch"}, Status: statuses}
		l := link(t, &agent{replies: []pdu.Message{&reply}}, false)
		got, err := l.Children(0, "name")
		switch want := []libpcp.Child{{Name: "leaf", Leaf: true}, {Name: "branch"}}; {
		case statuses == nil:
			if !errors.Is(err, libpcp.ErrIPC) || l.Err() == nil {
				t.Errorf("without statuses: %v, %v, dropped: %v", got, err, l.Err())
			}
		case err != nil || !slices.Equal(got, want):
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
}

// TestTwoReplies has an agent reply twice: the second is not taken for the
// reply to another request.
func TestTwoReplies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reply := (&pdu.Error{Code: libpcp.ErrPMID}).Append(nil)
		l := link(t, &agent{raw: append(reply, reply...)}, false)
		if err := fetchOne(l); err != libpcp.ErrPMID {
			t.Error(err)
		}
		synctest.Wait()
		if err := fetchOne(l); err != libpcp.ErrNoAgent || !errors.Is(l.Err(), libpcp.ErrIPC) {
			t.Errorf("got %v, dropped for %v", err, l.Err())
		}
	})
}

// TestNotReady has an agent that becomes ready, and one that does not.
func TestNotReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ready := &pdu.Error{Code: libpcp.ErrPMDAReady}
		l := link(t, &agent{unasked: []pdu.Message{ready}, replies: []pdu.Message{&pdu.Error{Code: libpcp.ErrPMID}}}, true)
		if err := fetchOne(l); err != libpcp.ErrPMID {
			t.Errorf("ready: %v", err)
		}
		start := time.Now()
		l = link(t, &agent{}, true)
		if err := fetchOne(l); err != libpcp.ErrAgain || time.Since(start) != limits.Reply {
			t.Errorf("not ready: %v after %v", err, time.Since(start))
		}
	})
}

// TestGreeting has agents that do not greet.
func TestGreeting(t *testing.T) {
	for want, send := range map[string][]byte{
		"unexpected end-of-file at initial exchange":                          {},
		"unexpected PDU type (0x7000) at initial exchange":                    (&pdu.Error{}).Append(nil),
		"error at initial exchange: Timeout waiting for a response from PMCD": nil,
	} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			go func() {
				if send != nil {
					theirs.Write(send)
					theirs.Close()
				}
			}()
			if _, err := Greet(ours, limits, false); err == nil || err.Error() != want {
				t.Errorf("got %v, want %v", err, want)
			}
			theirs.Close()
		})
	}
}

// TestUnnamedInstance asks for an instance by no name, which the agent would take
// for a request for all of them.
func TestUnnamedInstance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		domain := libpcp.NewInDom(253, 1)
		two := []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: "two"}}
		l := link(t, &agent{replies: []pdu.Message{&pdu.Instance{InDom: domain, Instances: two}}}, false)
		for _, name := range []string{"", "\x00one"} {
			if id, err := l.InstanceID(1, domain, name); id != libpcp.NullInst || err != libpcp.ErrInst {
				t.Errorf("%q: %d, %v", name, id, err)
			}
		}
		if name, err := l.InstanceName(1, domain, libpcp.NullInst); name != "" || err != libpcp.ErrInst {
			t.Errorf("no number: %q, %v", name, err)
		}
		if all, err := l.Instances(1, domain); len(all) != 2 || err != nil {
			t.Errorf("all: %v, %v", all, err)
		}
	})
}

// TestTraverse has names below a name, or none, which is an error.
func TestTraverse(t *testing.T) {
	for _, names := range [][]string{{"a.b", "a.c"}, nil} {
		l := link(t, &agent{replies: []pdu.Message{&pdu.PMNSNames{Names: names}}}, false)
		got, err := l.Traverse(0, "a")
		if !slices.Equal(got, names) || (err == nil) != (len(names) > 0) || err != nil && err != libpcp.ErrName {
			t.Errorf("got %q, %v, want %q", got, err, names)
		}
	}
}
