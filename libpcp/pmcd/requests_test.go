package pmcd_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/release"
)

// recorder is a pmcd that keeps what it was sent.
type recorder struct {
	types []pdu.Type
	pdus  [][]byte
}

// script answers every request with what answer makes of it.
func (r *recorder) script(features pdu.Features, answer func(t pdu.Type, b []byte) []pmcdtest.Message) pmcdtest.Script {
	return func(c *pmcdtest.Conn) {
		c.Greet(features)
		for {
			t, b, ok := c.Next()
			if !ok {
				return
			}
			r.types = append(r.types, t)
			r.pdus = append(r.pdus, b)
			if t != pdu.TypeCreds && t != pdu.TypeProfile && t != pdu.TypeAttr {
				c.Send(answer(t, b)...)
			}
		}
	}
}

func text(kind libpcp.TextKind, id libpcp.PMID) *libpcp.TextQuery {
	return &libpcp.TextQuery{ID: libpcp.TextID{Kind: kind | libpcp.TextPMID, Ident: uint32(id)}}
}

// TestLongTextFallsBack has long texts that are missing, and for which the
// short ones stand in: those in the batch anyway are not asked for again.
func TestLongTextFallsBack(t *testing.T) {
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(_ pdu.Type, b []byte) []pmcdtest.Message {
		var q pdu.TextReq
		q.Decode(b)
		switch {
		case q.ID.Kind&libpcp.TextOneLine != 0 && q.ID.Ident != 4:
			return []pmcdtest.Message{&pdu.Text{Text: fmt.Sprint("short ", q.ID.Ident)}}
		case q.ID.Ident == 2:
			return []pmcdtest.Message{&pdu.Text{}}
		}
		return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrText}}
	}))})
	long1, long2, long3 := text(libpcp.TextHelp, 1), text(libpcp.TextHelp, 2), text(libpcp.TextHelp, 3)
	long4, short3 := text(libpcp.TextHelp, 4), text(libpcp.TextOneLine, 3)
	c.Ask(context.Background(), long1, long2, long3, long4, short3)
	for _, test := range []struct {
		q    *libpcp.TextQuery
		want string
		err  error
	}{
		{long1, "short 1", nil}, {long2, "short 2", nil}, {long3, "short 3", nil},
		{long4, "", libpcp.ErrText}, {short3, "short 3", nil},
	} {
		if test.q.Text != test.want || test.q.Err != test.err {
			t.Errorf("%v: got %q, %v; want %q, %v", test.q.ID, test.q.Text, test.q.Err, test.want, test.err)
		}
	}
	sent := slices.DeleteFunc(r.types, func(t pdu.Type) bool { return t != pdu.TypeTextReq })
	if len(sent) != 5+3 {
		t.Errorf("%d requests, want 5 and 3 more", len(sent))
	}
}

// TestProfileIsSentWhenChanged counts what is sent for fetches.
func TestProfileIsSentWhenChanged(t *testing.T) {
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pmcdtest.AllFeatures, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{setsOf(anyMetric)}
	}))})
	ctx, ids := context.Background(), []libpcp.PMID{anyMetric}
	var p, same, other libpcp.Profile
	indom := libpcp.NewInDom(29, 2)
	fetch := func(what string, p *libpcp.Profile, want ...pdu.Type) {
		t.Helper()
		r.types = nil
		if _, err := sourcetest.Direct(c).Fetch(ctx, ids, p); err != nil {
			t.Fatal(err)
		}
		r.types = slices.DeleteFunc(r.types, func(t pdu.Type) bool { return t == pdu.TypeCreds })
		if want = append(want, pdu.TypeHighResFetch); !slices.Equal(r.types, want) {
			t.Errorf("%s: sent %v, want %v", what, r.types, want)
		}
	}
	fetch("first", &p, pdu.TypeProfile)
	fetch("unchanged", &p)
	fetch("an equal one", &same)
	p.Add(indom, 100)
	fetch("changed", &p, pdu.TypeProfile)
	fetch("unchanged again", &p)
	other.Add(indom, 200)
	fetch("another of as many changes", &other, pdu.TypeProfile)
	other.Add(indom, 300)
	r.types = nil
	sourcetest.Direct(c).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(indom)})
	if want := []pdu.Type{pdu.TypeProfile, pdu.TypeLabelReq}; !slices.Equal(r.types, want) {
		t.Errorf("labels after a change: sent %v, want %v", r.types, want)
	}
	if err := sourcetest.Direct(c).Reconnect(ctx); err != nil {
		t.Fatal(err)
	}
	fetch("on a new connection", &other, pdu.TypeProfile)
	queries := []libpcp.Query{
		&libpcp.FetchQuery{IDs: ids, Profile: &p}, &libpcp.FetchQuery{IDs: ids, Profile: &p},
		&libpcp.FetchQuery{IDs: ids, Profile: &other}, &libpcp.FetchQuery{IDs: ids, Profile: &p},
	}
	r.types = nil
	c.Ask(ctx, queries...)
	const profile, values = pdu.TypeProfile, pdu.TypeHighResFetch
	want := []pdu.Type{profile, values, values, profile, values, profile, values}
	if !slices.Equal(r.types, want) {
		t.Errorf("in a batch: sent %v, want %v", r.types, want)
	}
}

// TestNotices has changes reported before values: known ones are passed on,
// with those values only.
func TestNotices(t *testing.T) {
	notices := [][]pmcdtest.Message{
		{&pdu.Error{Code: 4}},
		{&pdu.Error{Code: 0x4003}, &pdu.Error{Code: 8}},
		{},
	}
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pmcdtest.AllFeatures, func(pdu.Type, []byte) []pmcdtest.Message {
		answer := append(notices[0], setsOf(anyMetric))
		notices = notices[1:]
		return answer
	}))})
	queries := make([]libpcp.Query, 3)
	for i := range queries {
		queries[i] = &libpcp.FetchQuery{IDs: []libpcp.PMID{anyMetric}}
	}
	c.Ask(context.Background(), queries...)
	want := []libpcp.StateChange{
		libpcp.AgentDropped,
		libpcp.AgentAdded | libpcp.AgentRestarted | libpcp.LabelsChanged,
		0,
	}
	for i, q := range queries {
		q := q.(*libpcp.FetchQuery)
		if q.Err != nil || q.Result.Changes != want[i] {
			t.Errorf("fetch %d: got %+v, %v; want changes %d", i, q.Result, q.Err, want[i])
		}
	}
}

// TestNoticesOfOwnFetches has a change reported to a fetch that the client makes
// for itself: it belongs to the next result.
func TestNoticesOfOwnFetches(t *testing.T) {
	var r recorder
	notice := []pmcdtest.Message{&pdu.Error{Code: libpcp.Error(libpcp.AgentRestarted)}}
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pmcdtest.AllFeatures, func(typ pdu.Type, b []byte) []pmcdtest.Message {
		if typ == pdu.TypePMNSNames {
			return []pmcdtest.Message{&pdu.PMNSIDs{Status: 1, IDs: []libpcp.PMID{anyMetric}}}
		}
		answer := append(notice, setsOf(anyMetric))
		notice = nil
		return answer
	}))})
	ctx := context.Background()
	sourcetest.Direct(c).HostName(ctx)
	for i, want := range []libpcp.StateChange{libpcp.AgentRestarted, 0} {
		got, err := sourcetest.Direct(c).Fetch(ctx, []libpcp.PMID{anyMetric}, nil)
		if err != nil || got.Changes != want {
			t.Errorf("fetch %d: got %+v, %v; want changes %d", i, got, err, want)
		}
	}
}

// TestResultsAreKept makes sure that values outlive what is received next.
func TestResultsAreKept(t *testing.T) {
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, pmcdtest.Serve(sourcetest.NewMemory(300), pmcdtest.AllFeatures))})
	ctx := context.Background()
	ids, err := libpcp.NewContext(c).Lookup(ctx, "memory.host.name")
	if err != nil {
		t.Fatal(err)
	}
	r, err := sourcetest.Direct(c).Fetch(ctx, ids, nil)
	if err != nil {
		t.Fatal(err)
	}
	names, err := sourcetest.Direct(c).Traverse(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Sets[0].Values[0].Block().Data); got != "a string\x00" {
		t.Errorf("value became %q after %d names", got, len(names))
	}
}

// TestLookupSplits looks up more names than fit into one request.
func TestLookupSplits(t *testing.T) {
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(_ pdu.Type, b []byte) []pmcdtest.Message {
		var q pdu.PMNSNames
		q.Decode(b)
		var m pdu.PMNSIDs
		for _, name := range q.Names {
			if strings.HasPrefix(name, "bad") {
				m.IDs = append(m.IDs, libpcp.NullPMID)
			} else {
				m.IDs = append(m.IDs, libpcp.PMID(len(name)))
			}
		}
		if len(q.Names) == 1 && m.IDs[0] == libpcp.NullPMID {
			return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrName}}
		}
		return []pmcdtest.Message{&m}
	}))})
	names := []string{strings.Repeat("a", 60000), "bad", "b", strings.Repeat("c", 40000), "bad" + strings.Repeat("d", 60000)}
	unknown := libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrName}
	want := []libpcp.LookupReply{{ID: 60000}, unknown, {ID: 1}, {ID: 40000}, unknown}
	if got := sourcetest.Direct(c).Lookup(context.Background(), names); !slices.Equal(got, want) {
		t.Errorf("got %v; want %v", got, want)
	}
	without := libpcp.LookupQuery{Names: names, NoReason: true}
	if c.Ask(t.Context(), &without); !slices.Equal(without.Replies, want) {
		t.Errorf("without reasons: got %v; want %v", without.Replies, want)
	}
	for _, b := range r.pdus {
		if len(b) > pdu.MaxRequest {
			t.Errorf("a request of %d bytes", len(b))
		}
	}
	got := sourcetest.Direct(c).Lookup(context.Background(), []string{"a", strings.Repeat("x", 70000)})
	if got[0] != (libpcp.LookupReply{ID: 1}) || libpcp.Code(got[1].Err) != libpcp.ErrIPC {
		t.Errorf("a name that does not fit: got %v", got)
	}
	if got := sourcetest.Direct(c).Lookup(context.Background(), []string{"a"}); got[0].Err != nil {
		t.Errorf("afterwards: %v", got)
	}
}

// TestDescsSplit asks for as many descriptors as fit into one request, and for one more.
func TestDescsSplit(t *testing.T) {
	const most = (pdu.MaxRequest - pdu.HeaderLen - 8) / 4
	for n, want := range map[int]int{most: 1, most + 1: 2} {
		var r recorder
		c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pdu.FeatureDescs, func(_ pdu.Type, b []byte) []pmcdtest.Message {
			var q pdu.DescIDs
			q.Decode(b)
			var m pdu.Descs
			for _, id := range q.IDs {
				m.Descs = append(m.Descs, libpcp.Desc{PMID: id})
			}
			return []pmcdtest.Message{&m}
		}))})
		ids := make([]libpcp.PMID, n)
		for i := range ids {
			ids[i] = libpcp.PMID(i)
		}
		for i, d := range sourcetest.Direct(c).Descs(t.Context(), ids) {
			if d.Err != nil || d.Desc.PMID != ids[i] {
				t.Fatalf("%d of %d: got %v", i, n, d)
			}
		}
		if sent := len(r.types) - 1; sent != want { // but for the credentials
			t.Errorf("%d descriptors in %d requests, want %d", n, sent, want)
		}
	}
}

// TestWithoutFeatures asks an old pmcd for what it does not know.
func TestWithoutFeatures(t *testing.T) {
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(t pdu.Type, b []byte) []pmcdtest.Message {
		if t == pdu.TypeFetch {
			return []pmcdtest.Message{&pdu.Result{Time: time.Unix(1, 0), Sets: setsOf(anyMetric).Sets}}
		}
		var q pdu.DescReq
		q.Decode(b)
		return []pmcdtest.Message{&pdu.Desc{Desc: libpcp.Desc{PMID: q.PMID}}}
	}))})
	ctx := context.Background()
	_, err := sourcetest.Direct(c).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelContext})
	if err != libpcp.ErrNoLabels {
		t.Errorf("labels: got %v", err)
	}
	for _, d := range sourcetest.Direct(c).Descs(ctx, []libpcp.PMID{1, 2, 3}) {
		if d.Err != nil {
			t.Errorf("descriptors: got %v", d.Err)
		}
	}
	if _, err := sourcetest.Direct(c).Fetch(ctx, []libpcp.PMID{anyMetric}, nil); err != nil {
		t.Errorf("values: got %v", err)
	}
	want := []pdu.Type{pdu.TypeCreds, pdu.TypeDescReq, pdu.TypeDescReq, pdu.TypeDescReq, pdu.TypeProfile, pdu.TypeFetch}
	if !slices.Equal(r.types, want) {
		t.Errorf("sent %v, want %v", r.types, want)
	}
}

// TestNoExtraUnits asks for descriptors one by one and in bulk.
func TestNoExtraUnits(t *testing.T) {
	units := libpcp.Count | libpcp.Kelvin
	for rel, want := range map[release.Release]libpcp.Units{{}: units, release.Of(release.Version{}): libpcp.Count} {
		var r recorder
		script := r.script(pdu.FeatureDescs, func(_ pdu.Type, b []byte) []pmcdtest.Message {
			var many pdu.DescIDs
			if many.Decode(b) != nil {
				return []pmcdtest.Message{&pdu.Desc{Desc: libpcp.Desc{PMID: 1, Units: units}}}
			}
			var m pdu.Descs
			for _, id := range many.IDs {
				m.Descs = append(m.Descs, libpcp.Desc{PMID: id, Units: units})
			}
			return []pmcdtest.Message{&m}
		})
		c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script), Release: rel})
		for _, ids := range [][]libpcp.PMID{{1}, {1, 2}} {
			for _, d := range sourcetest.Direct(c).Descs(context.Background(), ids) {
				if d.Err != nil || d.Desc.Units != want {
					t.Errorf("%d metrics: got %v, %v", len(ids), d.Desc.Units, d.Err)
				}
			}
		}
	}
}

// TestStore checks the request byte by byte, as captured from PCP's
// client.
func TestStore(t *testing.T) {
	var r recorder
	answer := libpcp.Error(0)
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{&pdu.Error{Code: answer}}
	}))})
	result := &libpcp.Result{Sets: []libpcp.ValueSet{{
		PMID: 0x07400020, Format: libpcp.PointerDynamic,
		Values: []libpcp.Value{libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte("hi there\x00")})},
	}}}
	if err := sourcetest.Direct(c).Store(context.Background(), result); err != nil {
		t.Error(err)
	}
	want := "0000003c 00007001 00000000 00000000 00000000 00000001" +
		" 07400020 00000001 00000001 ffffffff 0000000b 0600000d 68692074 68657265 007e7e7e"
	if got := fmt.Sprintf("%08x", words(r.pdus[1])); got != "["+want+"]" {
		t.Errorf("got %s, want %s", got, want)
	}
	answer = libpcp.ErrPermission
	if err := sourcetest.Direct(c).Store(context.Background(), result); err != libpcp.ErrPermission {
		t.Errorf("got %v", err)
	}
}

func words(b []byte) (words []uint32) {
	for c := range slices.Chunk(b, 4) {
		words = append(words, uint32(c[0])<<24|uint32(c[1])<<16|uint32(c[2])<<8|uint32(c[3]))
	}
	return words
}

// TestHostName has a pmcd that does not say what its host is called: the
// name falls back to that of the host specification, as in the original.
func TestHostName(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	var r recorder
	d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrNoAgent}}
	}))}
	for spec, want := range map[string]string{
		"foo": "foo", "pcp://foo:7": "foo", "127.0.0.1": "127.0.0.1", "Localhost": "Localhost",
		"localhost": own, "localhost.localdomain": own, "local:": own, "unix:/a/b": own,
	} {
		c, err := d.Dial(context.Background(), spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := sourcetest.Direct(c).HostName(context.Background()); got != want {
			t.Errorf("%s: got %s, want %s", spec, got, want)
		}
		if zone, err := sourcetest.Direct(c).Timezone(context.Background()); err != libpcp.ErrNoAgent {
			t.Errorf("%s: got time zone %q, %v", spec, zone, err)
		}
		c.Close()
	}
}

// TestContextLabels asks for the labels of the context by the zero identifier
// too. A pmcd answers both with the same.
func TestContextLabels(t *testing.T) {
	context := libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)}
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pmcdtest.AllFeatures, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{&pdu.Label{ID: context, Sets: []libpcp.LabelSet{{Inst: libpcp.NullInst}}}}
	}))})
	for _, id := range []libpcp.LabelID{context, {Class: libpcp.LabelContext}} {
		if sets, err := sourcetest.Direct(c).Labels(t.Context(), id); len(sets) != 1 || err != nil {
			t.Errorf("%v: %v, %v", id, sets, err)
		}
	}
}

// TestStoreQueryWithoutValues has nothing to store: an error, and the connection
// stays.
func TestStoreQueryWithoutValues(t *testing.T) {
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, pmcdtest.Serve(sourcetest.NewMemory(1), pmcdtest.AllFeatures))})
	var store libpcp.StoreQuery
	c.Ask(t.Context(), &store)
	if store.Err != libpcp.ErrTooSmall {
		t.Errorf("got %v", store.Err)
	}
	if reply := sourcetest.Direct(c).Lookup(t.Context(), []string{"memory.one"}); reply[0].Err != nil {
		t.Error(reply[0].Err)
	}
}

// TestInstanceOfNUL asks for an instance by a name that ends at once for a pmcd,
// which answers with all of them.
func TestInstanceOfNUL(t *testing.T) {
	two := []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: "two"}}
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{&pdu.Instance{Instances: two}}
	}))})
	for _, name := range []string{"", "\x00", "\x00two"} {
		if id, err := sourcetest.Direct(c).InstanceID(t.Context(), 0, name); id != 1 || err != nil {
			t.Errorf("%q: %d, %v", name, id, err)
		}
	}
}

// TestLookupRefused looks up several names, which a pmcd refuses together: each
// has its own answer.
func TestLookupRefused(t *testing.T) {
	var r recorder
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(0, func(_ pdu.Type, b []byte) []pmcdtest.Message {
		var m pdu.PMNSNames
		m.Decode(b)
		switch {
		case len(m.Names) > 1:
			return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrIPC}}
		case m.Names[0] == "branch":
			return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrNonLeaf}}
		case m.Names[0] == "":
			return []pmcdtest.Message{&pdu.Error{Code: libpcp.ErrIPC}}
		}
		return []pmcdtest.Message{&pdu.PMNSIDs{IDs: []libpcp.PMID{7}}}
	}))})
	got := sourcetest.Direct(c).Lookup(t.Context(), []string{"", "metric", "branch"})
	want := []libpcp.LookupReply{{ID: libpcp.NullPMID, Err: libpcp.ErrIPC}, {ID: 7}, {ID: libpcp.NullPMID, Err: libpcp.ErrNonLeaf}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
