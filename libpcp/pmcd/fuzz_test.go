package pmcd_test

import (
	"bytes"
	"context"
	"net"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// tape is a connection on which the server's part is fixed.
type tape struct {
	net.Conn
	server *bytes.Reader
	client bytes.Buffer
}

func (t *tape) Read(p []byte) (int, error)  { return t.server.Read(p) }
func (t *tape) Write(p []byte) (int, error) { return t.client.Write(p) }
func (t *tape) SetDeadline(time.Time) error { return nil }
func (t *tape) Close() error                { return nil }

// play dials a server that says only what is on a tape.
func play(t testing.TB, replies []byte) *pmcd.Client {
	g := pdu.Greeting{Version: pdu.Version, Features: pmcdtest.AllFeatures}
	server := bytes.NewReader(append(g.Append(nil), replies...))
	return dial(t, pmcd.Dialer{NetDial: func(context.Context, string, string) (net.Conn, error) {
		return &tape{server: server}, nil
	}})
}

// queriesOfAllKinds are a batch about metrics that a Memory has.
func queriesOfAllKinds(m *sourcetest.Memory) []libpcp.Query {
	ctx := context.Background()
	names, _ := sourcetest.Direct(m).Traverse(ctx, "memory")
	ids, _ := libpcp.NewContext(m).Lookup(ctx, names...)
	indom := m.Metrics[0].Desc.InDom
	return []libpcp.Query{
		&libpcp.LookupQuery{Names: names},
		&libpcp.TraverseQuery{Name: "memory"},
		&libpcp.DescsQuery{IDs: append(ids, 1)},
		&libpcp.DescsQuery{IDs: ids[:1]},
		&libpcp.InstancesQuery{InDom: indom},
		text(libpcp.TextHelp, ids[0]),
		text(libpcp.TextHelp, ids[1]),
		text(libpcp.TextOneLine, ids[1]),
		&libpcp.LabelsQuery{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(indom)}},
		&libpcp.LabelsQuery{ID: libpcp.LabelID{Class: libpcp.LabelCluster, Ident: uint32(ids[0])}},
		&libpcp.NamesQuery{ID: ids[0]},
		&libpcp.ChildrenQuery{Name: "memory"},
		&libpcp.InstanceNameQuery{InDom: indom, Inst: 5},
		&libpcp.InstanceIDQuery{InDom: indom, Name: "5 minute"},
		&libpcp.FetchQuery{IDs: ids},
	}
}

// recording is what a server says to queries when all is well.
func recording(t testing.TB, m *sourcetest.Memory, queries []libpcp.Query) []byte {
	client, server := net.Pipe()
	said := &tee{Conn: client}
	done := make(chan struct{})
	go func() {
		defer close(done)
		pmcdtest.Serve(m, pmcdtest.AllFeatures)(pmcdtest.NewConn(server))
		server.Close()
	}()
	c := dial(t, pmcd.Dialer{NetDial: func(context.Context, string, string) (net.Conn, error) { return said, nil }})
	c.Ask(context.Background(), queries...)
	c.Close()
	<-done
	return said.read.Bytes()[20:] // without the greeting
}

// tee keeps what is read.
type tee struct {
	net.Conn
	read bytes.Buffer
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.Conn.Read(p)
	t.read.Write(p[:n])
	return n, err
}

// FuzzReplies has a server say anything at all. The client must come to an
// end, and what it takes for an answer must be one.
func FuzzReplies(f *testing.F) {
	memory := sourcetest.NewMemory(0)
	good := recording(f, memory, queriesOfAllKinds(memory))
	f.Add(good)
	for i := 0; i < len(good); i += 97 {
		f.Add(good[:i])
		bad := bytes.Clone(good)
		bad[i] ^= 0xff
		f.Add(bad)
	}
	refusal := pdu.Error{Code: libpcp.ErrPMID}
	f.Add(bytes.Repeat(refusal.Append(nil), 40))
	f.Fuzz(func(t *testing.T, replies []byte) {
		queries := queriesOfAllKinds(memory)
		play(t, replies).Ask(context.Background(), queries...)
		for _, q := range queries {
			checkAnswer(t, q)
		}
		c := play(t, replies)
		ctx := context.Background()
		sourcetest.Direct(c).Names(ctx, anyMetric)
		sourcetest.Direct(c).Children(ctx, "a")
		sourcetest.Direct(c).InstanceName(ctx, 1, 1)
		sourcetest.Direct(c).InstanceID(ctx, 1, "a")
		sourcetest.Direct(c).Store(ctx, &libpcp.Result{})
		sourcetest.Direct(c).HostName(ctx)
		sourcetest.Direct(c).Timezone(ctx)
	})
}

// checkAnswer makes sure that a query has an answer of the right shape, or an
// error.
func checkAnswer(t *testing.T, q libpcp.Query) {
	switch q := q.(type) {
	case *libpcp.LookupQuery:
		if len(q.Replies) != len(q.Names) {
			t.Errorf("%d replies for %d names", len(q.Replies), len(q.Names))
		}
		for i, r := range q.Replies {
			if (r.Err == nil) == (r.ID == libpcp.NullPMID) {
				t.Errorf("%s: %v", q.Names[i], r)
			}
		}
	case *libpcp.DescsQuery:
		if len(q.Replies) != len(q.IDs) {
			t.Fatalf("%d replies for %d metrics", len(q.Replies), len(q.IDs))
		}
		for i, r := range q.Replies {
			if r.Err == nil && r.Desc.PMID != q.IDs[i] {
				t.Errorf("descriptor of %v for %v", r.Desc.PMID, q.IDs[i])
			}
		}
	case *libpcp.FetchQuery:
		if q.Err == nil && (q.Result == nil || len(q.Result.Sets) != len(q.IDs)) {
			t.Errorf("got %+v for %d metrics", q.Result, len(q.IDs))
		}
	}
}

// TestRecording makes sure that the fuzzing starts from an exchange that
// works.
func TestRecording(t *testing.T) {
	memory := sourcetest.NewMemory(0)
	replies := recording(t, memory, queriesOfAllKinds(memory))
	queries := queriesOfAllKinds(memory)
	c := play(t, replies)
	c.Ask(context.Background(), queries...)
	for _, q := range queries {
		checkAnswer(t, q)
	}
	last := queries[len(queries)-1].(*libpcp.FetchQuery)
	if last.Err != nil {
		t.Errorf("the last of the batch: %v", last.Err)
	}
}
