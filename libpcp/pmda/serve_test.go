package pmda_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/pmda"
)

// fakePmcd is the far end of an agent's connection.
type fakePmcd struct {
	*testing.T
	conn net.Conn
	done chan error
}

// serve serves an agent to a pmcd that the test plays.
func serve(t *testing.T, a *pmda.Agent) *fakePmcd {
	near, far := net.Pipe()
	p := &fakePmcd{T: t, conn: far, done: make(chan error, 1)}
	far.SetDeadline(time.Now().Add(time.Minute))
	go func() {
		err := pmda.Serve(context.Background(), near, pmda.NewService(a, testDomain, nil))
		near.Close()
		p.done <- err
	}()
	t.Cleanup(func() {
		far.Close()
		if err := <-p.done; err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("Serve: %v", err)
		}
	})
	var creds pdu.Creds
	p.receive(&creds)
	if version, _, ok := creds.Version(); !ok || version != 2 {
		t.Errorf("credentials %+v", creds)
	}
	p.send(0, &creds)
	return p
}

func (p *fakePmcd) send(from int32, m pdu.Message) {
	p.Helper()
	b := m.Append(nil)
	pdu.SetFrom(b, from)
	if _, err := p.conn.Write(b); err != nil {
		p.Fatal(err)
	}
}

func (p *fakePmcd) receive(m pdu.Message) {
	p.Helper()
	_, b, err := pdu.Read(p.conn, nil, pdu.MaxLen)
	if err == nil {
		err = m.Decode(b)
	}
	if err != nil {
		p.Fatalf("%v: %x", err, b)
	}
}

// status wants an ERROR.
func (p *fakePmcd) status(want libpcp.Error) {
	p.Helper()
	var m pdu.Error
	if p.receive(&m); m.Code != want {
		p.Errorf("got status %v, want %v", m.Code, want)
	}
}

// exchange sends and expects PDUs given in hexadecimal, without their header's
// length.
func (p *fakePmcd) exchange(request, want string) {
	p.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(request, " ", ""))
	if err != nil {
		p.Fatal(err)
	}
	if _, err := p.conn.Write(b); err != nil {
		p.Fatal(err)
	}
	if want == "" {
		return
	}
	_, b, err = pdu.Read(p.conn, nil, pdu.MaxLen)
	if got := hex.EncodeToString(b); err != nil || got != strings.ReplaceAll(want, " ", "") {
		p.Errorf("%s:\n got %s, %v\nwant %s", request, got, err, want)
	}
}

func TestServe(t *testing.T) {
	p := serve(t, testAgent())
	p.send(3, &pdu.Profile{})
	p.send(3, &pdu.Fetch{IDs: []libpcp.PMID{id(0, 0), id(0, 5), id(0, 999)}})
	var result pdu.Result
	p.receive(&result)
	if len(result.Sets) != 3 || result.Sets[0].Values[0].Word != 7 || result.Sets[1].Err != libpcp.ErrGeneric ||
		result.Sets[2].Err != libpcp.ErrPMID || result.Time.Unix() != 0 {
		t.Errorf("%+v", result)
	}
	p.send(3, &pdu.DescReq{PMID: id(0, 999)})
	p.status(libpcp.ErrPMID)
	p.send(3, &pdu.Result{Sets: []libpcp.ValueSet{{PMID: id(1, 0), Values: []libpcp.Value{{Inst: 1, Word: 1}}}}})
	p.status(0)
	p.send(3, &pdu.Result{Sets: []libpcp.ValueSet{{PMID: id(1, 0), Values: []libpcp.Value{{Inst: 7, Word: 1}}}}})
	p.status(libpcp.ErrInst)
	p.send(3, &pdu.PMNSNames{Names: []string{"test.big"}})
	p.status(libpcp.ErrName)
	p.send(3, &pdu.PMNSChild{Name: "test.big", Status: true})
	var names pdu.PMNSNames
	p.receive(&names)
	if len(names.Names) != 1 || names.Names[0] != "number" || names.Status[0] != pdu.StatusLeaf {
		t.Errorf("%+v", names)
	}
	p.exchange("0000000c 00007099 00000000", "") // no such type: no answer
	p.exchange("00000010 00007003 00000000 00000000", "00000010 00007000 00000000 ffffcfb2")
}

// TestServeClients sends attributes, and ends clients.
func TestServeClients(t *testing.T) {
	ended := make(chan *pmda.Client, 10)
	a := testAgent()
	a.WantAttributes = true
	a.EndClient = func(c *pmda.Client) { ended <- c }
	p := serve(t, a)
	p.send(4, &pdu.Attr{Key: pdu.AttrUserID, Payload: []byte("123\x00")})
	p.send(4, &pdu.Error{Code: libpcp.ErrNotConn})
	if c := <-ended; c.Number != 4 || c.Attr(pmda.AttrUserID) != "123" || c.Attr(pmda.AttrGroupID) != "" {
		t.Errorf("%+v", c)
	}
	p.send(4, &pdu.Profile{})
	p.conn.Close()
	if c := <-ended; c.Number != 4 || c.Attr(pmda.AttrUserID) != "" {
		t.Errorf("the next one: %+v", c)
	}
}

func TestServeNotReady(t *testing.T) {
	ready := make(chan struct{})
	a := testAgent()
	busy := true
	a.Before = func(context.Context, *pmda.Request) error {
		if busy {
			busy = false
			return &pmda.NotReady{Done: ready}
		}
		return nil
	}
	p := serve(t, a)
	p.send(0, &pdu.DescReq{PMID: id(0, 0)})
	p.status(libpcp.ErrPMDANotReady)
	for _, notice := range []pdu.Message{&pdu.Profile{}, &pdu.Attr{Key: pdu.AttrUserID, Payload: []byte("1\x00")},
		&pdu.Error{Code: libpcp.ErrNotConn}, &pdu.Profile{}} { // none of which is answered
		p.send(4, notice)
	}
	close(ready)
	p.status(libpcp.ErrPMDAReady)
	p.send(0, &pdu.DescReq{PMID: id(0, 0)})
	p.receive(&pdu.Desc{})
}

// TestServeNotReadyForever wants an agent that is busy to end with pmcd.
func TestServeNotReadyForever(t *testing.T) {
	a := testAgent()
	a.Before = func(context.Context, *pmda.Request) error { return &pmda.NotReady{} }
	p := serve(t, a)
	p.send(0, &pdu.DescReq{PMID: id(0, 0)})
	p.status(libpcp.ErrPMDANotReady)
}

func TestServeSlowStart(t *testing.T) {
	started := make(chan struct{})
	a := testAgent()
	a.SlowStart = true
	a.Open = func(context.Context, *pmda.Logger) error { <-started; return nil }
	p := serve(t, a)
	close(started)
	p.status(libpcp.ErrPMDAReady)
}

// FuzzServe sends anything to an agent. It must answer or end.
func FuzzServe(f *testing.F) {
	for _, m := range []pdu.Message{
		&pdu.Profile{Profile: libpcp.Profile{InDoms: []libpcp.InDomProfile{{InDom: libpcp.NewInDom(testDomain, 1), Insts: []int32{7}}}}},
		&pdu.Fetch{IDs: []libpcp.PMID{id(0, 0), id(0, 6), id(0, 7), id(0, 8)}},
		&pdu.Result{Sets: []libpcp.ValueSet{{PMID: id(1, 0), Values: []libpcp.Value{{Inst: 1, Word: 1}}}}},
		&pdu.DescReq{PMID: id(0, 0)},
		&pdu.InstanceReq{InDom: libpcp.NewInDom(testDomain, 0), Inst: -1, Name: "1"},
		&pdu.TextReq{ID: libpcp.TextID{Kind: 5, Ident: uint32(id(0, 0))}},
		&pdu.LabelReq{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(libpcp.NewInDom(testDomain, 0))}},
		&pdu.PMNSNames{Names: []string{"test.big.number"}},
		&pdu.PMNSIDs{IDs: []libpcp.PMID{id(0, 0)}},
		&pdu.PMNSChild{Name: "test", Status: true},
		&pdu.PMNSTraverse{Name: "test"},
		&pdu.Attr{Key: pdu.AttrUserID, Payload: []byte("0\x00")},
		&pdu.Error{Code: libpcp.ErrNotConn},
	} {
		f.Add(m.Append(nil))
	}
	creds := pdu.VersionCreds(2, 0)
	hello := creds.Append(nil)
	f.Fuzz(func(t *testing.T, requests []byte) {
		conn := struct {
			io.Reader
			io.Writer
		}{io.MultiReader(bytes.NewReader(hello), bytes.NewReader(requests)), io.Discard}
		pmda.Serve(context.Background(), conn, pmda.NewService(testAgent(), testDomain, nil))
	})
}
