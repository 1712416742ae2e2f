package pmcdplay

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// A client asks and returns what it got, as text.
type client func(ctx context.Context, c *libpcp.Context) string

// run runs a client on a pmcd.
func run(t *testing.T, dial pmcdtest.NetDial, ask client) string {
	t.Helper()
	src, err := (&pmcd.Dialer{NetDial: dial}).Dial(t.Context(), "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(src)
	defer c.Close()
	return ask(t.Context(), c)
}

// at dials a port of this machine.
func at(port int) pmcdtest.NetDial {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	}
}

// record records what a client asks of a fake pmcd.
func record(t *testing.T, ask client) (exchanges []Exchange, got string) {
	t.Helper()
	address := pmcdtest.Listen(t, pmcdtest.Serve(sourcetest.NewMemory(0), pmcdtest.AllFeatures))
	r, err := NewRecorder(address)
	if err != nil {
		t.Fatal(err)
	}
	got = run(t, at(r.Port()), ask)
	if exchanges, err = r.Close(); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Write(&file, exchanges); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(exchanges, again); d != "" {
		t.Error("written and read:", d)
	}
	return again, got
}

// play has a client ask a player.
func play(t *testing.T, exchanges []Exchange, ask client) (string, *Player) {
	t.Helper()
	p := NewPlayer(exchanges)
	got := run(t, p.Dial, ask)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Dial(t.Context(), "tcp", ""); err == nil {
		t.Error("a player that has ended takes connections")
	}
	return got, p
}

var names = []string{"memory.load", "memory.one", "memory.nosuch"}

func together(ctx context.Context, c *libpcp.Context) string {
	out := fmt.Sprintln(c.Lookup(ctx, names...))
	ids := []libpcp.PMID{libpcp.NewPMID(200, 0, 0), libpcp.NewPMID(200, 0, 1)}
	out += fmt.Sprintln(c.Descs(ctx, ids))
	r, err := c.Fetch(ctx, ids)
	if err != nil {
		return err.Error()
	}
	for _, s := range r.Sets {
		out += fmt.Sprintln(s.PMID, s.Err, s.Values)
	}
	return out
}

// backwards asks what together does, in another order.
func backwards(ctx context.Context, c *libpcp.Context) string {
	slices.Reverse(names)
	defer slices.Reverse(names)
	return together(ctx, c)
}

func TestReplay(t *testing.T) {
	exchanges, want := record(t, together)
	listening := NewPlayer(exchanges)
	port, err := listening.Listen()
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, at(port), together); got != want {
		t.Errorf("over the network %s, want %s", got, want)
	}
	if err := listening.Close(); err != nil {
		t.Fatal(err)
	}
	got, p := play(t, exchanges, together)
	if got != want || p.Composed != 0 || len(p.Missing) > 0 || p.Raw == 0 {
		t.Errorf("%s %q\n%s\nwant\n%s", p, p.Missing, got, want)
	}
	if _, p = play(t, exchanges, backwards); !slices.Contains(p.Missing, "PMNS_NAMES [memory.nosuch memory.one memory.load]") {
		t.Errorf("%s %q", p, p.Missing)
	}
	other := func(ctx context.Context, c *libpcp.Context) string {
		return fmt.Sprint(c.Lookup(ctx, "memory.failing"))
	}
	if _, p = play(t, exchanges, other); !slices.Contains(p.Missing, "PMNS_NAMES [memory.failing]") {
		t.Errorf("%s %q", p, p.Missing)
	}
}

// TestFetches: the n-th fetch of a metric has the n-th values, whatever else is
// fetched with it; and one fetch more has none.
func TestFetches(t *testing.T) {
	a, b := libpcp.NewPMID(1, 2, 3), libpcp.NewPMID(1, 2, 4)
	profile := (&pdu.Profile{Context: 7}).Append(nil)
	set := func(id libpcp.PMID, word uint32) libpcp.ValueSet {
		return libpcp.ValueSet{PMID: id, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: word}}}
	}
	fetch := func(ids ...libpcp.PMID) []byte {
		return append(slices.Clone(profile), (&pdu.HighResFetch{Context: 7, IDs: ids}).Append(nil)...)
	}
	result := func(sets ...libpcp.ValueSet) []byte { return (&pdu.HighResResult{Sets: sets}).Append(nil) }
	p := NewPlayer([]Exchange{
		{Request: fetch(a), Reply: result(set(a, 1))},
		{Request: fetch(a, b), Reply: result(set(a, 2), set(b, 3))},
	})
	defer p.Close()
	for i, step := range []struct{ request, want []byte }{
		{fetch(b, a), result(set(b, 3), set(a, 1))},
		{fetch(a), result(set(a, 2))},
		{fetch(a), (&pdu.Error{Code: libpcp.ErrIPC}).Append(nil)},
	} {
		if got := p.reply(step.request); !bytes.Equal(got, step.want) {
			t.Errorf("%d: got % x, want % x", i, got, step.want)
		}
	}
	if p.Composed != 2 || p.Raw != 0 || len(p.Missing) != 1 {
		t.Error(p)
	}
}

// TestNotice: a notice belongs to the reply after it.
func TestNotice(t *testing.T) {
	c := conversation{exchanges: make([]Exchange, 1), profiles: make(map[int32][]byte)}
	greeting := (&pdu.Greeting{Version: pdu.Version}).Append(nil)
	notice := (&pdu.Error{Code: 1}).Append(nil)
	failure := (&pdu.Error{Code: libpcp.ErrPMID}).Append(nil)
	c.replied(packet{pdu.TypeError, greeting})
	c.sent(packet{pdu.TypeFetch, (&pdu.Fetch{}).Append(nil)})
	c.replied(packet{pdu.TypeError, notice})
	c.replied(packet{pdu.TypeError, failure})
	if got := c.exchanges; len(got) != 2 || !bytes.Equal(got[0].Reply, greeting) || !bytes.Equal(got[1].Reply, append(notice, failure...)) {
		t.Errorf("%x", got)
	}
}

func TestKey(t *testing.T) {
	id := libpcp.NewPMID(1, 2, 3)
	one := libpcp.Profile{InDoms: []libpcp.InDomProfile{{InDom: 1, Insts: []int32{1, 2}}, {InDom: 2, Exclude: true}}}
	two := libpcp.Profile{InDoms: []libpcp.InDomProfile{{InDom: 2, Exclude: true}, {InDom: 1, Insts: []int32{2, 1}}}}
	request := func(context int32, p libpcp.Profile) []byte {
		b := (&pdu.Profile{Context: context, Profile: p}).Append(nil)
		f := (&pdu.Fetch{Context: context, IDs: []libpcp.PMID{id}}).Append(nil)
		pdu.SetFrom(f, context)
		return append(b, f...)
	}
	if requestKey(request(1, one)) != requestKey(request(2, two)) {
		t.Error("the same profile in another order is another key")
	}
	if two.InDoms[1].Insts[0] = 3; requestKey(request(1, one)) == requestKey(request(1, two)) {
		t.Error("another profile has the same key")
	}
}

func TestFresh(t *testing.T) {
	desc := Exchange{Request: (&pdu.DescReq{PMID: 1}).Append(nil)}
	text := Exchange{Request: (&pdu.TextReq{}).Append(nil)}
	fetch := Exchange{Request: (&pdu.Fetch{}).Append(nil)}
	if got := Fresh([]Exchange{{}, desc, text, text, fetch}, []Exchange{{}, desc}); len(got) != 1 || !got[0].Equal(text) {
		t.Errorf("%x", got)
	}
}

// FuzzRead reads files of exchanges, and answers requests with what they have.
func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	Write(&file, []Exchange{{Reply: (&pdu.Greeting{}).Append(nil)}, {Request: (&pdu.DescReq{PMID: 5}).Append(nil)}})
	f.Add(file.Bytes(), (&pdu.DescIDs{IDs: []libpcp.PMID{5, 6}}).Append(nil))
	f.Add([]byte{}, (&pdu.PMNSNames{Names: []string{"a"}}).Append(nil))
	f.Fuzz(func(t *testing.T, file, request []byte) {
		requestKey(request)
		exchanges, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := Write(&again, exchanges); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&again); err != nil || len(back) != len(exchanges) {
			t.Fatalf("%d of %d, %v", len(back), len(exchanges), err)
		}
		p := NewPlayer(exchanges)
		defer p.Close()
		p.reply(request)
	})
}
