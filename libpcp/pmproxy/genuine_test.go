package pmproxy_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
)

// TestGenuine has the tests that need a pmproxy of PCP.
func TestGenuine(t *testing.T) {
	address := startProxy(t)
	for name, test := range map[string]func(*testing.T, string){
		"Source": testSource, "Same": testSame, "Expired": testExpired, "Store": testStore, "Derive": testDerive, "TLS": testTLS, "Tools": testTools, "Contexts": testContexts,
	} {
		t.Run(name, func(t *testing.T) { test(t, address) })
	}
}

// testSource holds a client of a pmproxy of PCP to what every source owes.
func testSource(t *testing.T, address string) {
	sourcetest.Run(t, func(t testing.TB) libpcp.Source {
		src, err := pmproxy.Dial(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}, "sample.bad.unknown", "sampledso.bad.unknown")
}

// testSame compares what pmproxy says with what the pmcd behind it says.
func testSame(t *testing.T, address string) {
	ctx := context.Background()
	proxied, err := pmproxy.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer proxied.Close()
	direct, err := pmcd.Dial(ctx, "localhost")
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	compare := &comparison{T: t, direct: direct, proxied: proxied}
	if got, want := sourcetest.Direct(proxied).HostName(ctx), sourcetest.Direct(direct).HostName(ctx); got != want {
		t.Errorf("host name %q, want %q", got, want)
	}
	names, err := sourcetest.Direct(direct).Traverse(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	through, err := sourcetest.Direct(proxied).Traverse(ctx, "")
	through = slices.DeleteFunc(through, func(name string) bool { // pmproxy's own derived metrics
		return name == "event.flags" || name == "event.missed"
	})
	if diff := cmp.Diff(names, through); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for range 3 { // what is asked of one after the other may move between
		compare.wrong = nil
		ids := compare.descs(names)
		compare.values(ids)
		compare.texts(ids)
		compare.instances(ids)
		compare.labels(ids)
		if compare.wrong == nil {
			return
		}
	}
	t.Error(strings.Join(compare.wrong, "\n"))
}

// comparison asks two sources the same.
type comparison struct {
	*testing.T
	direct, proxied libpcp.Source

	wrong []string // in place of errors of T
}

func (c *comparison) Errorf(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

func (c *comparison) Error(args ...any) { c.wrong = append(c.wrong, fmt.Sprint(args...)) }

// descs compares identifiers and descriptors, and returns the identifiers.
func (c *comparison) descs(names []string) (ids []libpcp.PMID) {
	ctx := c.Context()
	want, got := sourcetest.Direct(c.direct).Lookup(ctx, names), sourcetest.Direct(c.proxied).Lookup(ctx, names)
	for i, name := range names {
		desc := sourcetest.Direct(c.direct).Descs(ctx, []libpcp.PMID{want[i].ID})[0]
		if desc.Err != nil {
			continue // no metric for pmproxy
		}
		if libpcp.Code(got[i].Err) != libpcp.Code(want[i].Err) || got[i].ID != want[i].ID {
			c.Errorf("%s: got %v, want %v", name, got[i], want[i])
			continue
		}
		through := sourcetest.Direct(c.proxied).Descs(ctx, []libpcp.PMID{got[i].ID})[0]
		if strings.HasPrefix(name, "sample.bad") {
			through.Desc.Sem = desc.Desc.Sem // ??? for pmproxy
		}
		if through.Err != nil || through.Desc != desc.Desc {
			c.Errorf("%s: got %+v, want %+v", name, through, desc.Desc)
		}
		ids = append(ids, want[i].ID)
	}
	if len(ids) < 400 {
		c.Errorf("%d metrics only", len(ids))
	}
	return ids
}

// partial are the metrics of the sample agents with values of instances that
// are not in the instance domain.
var partial = []uint32{51, 121}

// heap has pmcd.datasize and sampledso.datasize: the memory that pmcd has taken
// when it answers, which depends on what it was asked just before.
var heap = []libpcp.PMID{libpcp.NewPMID(2, 0, 1), libpcp.NewPMID(30, 0, 91)}

// values compares the values that are the same before and after.
func (c *comparison) values(ids []libpcp.PMID) {
	before, through, after := c.fetch(c.direct, ids), c.fetch(c.proxied, ids), c.fetch(c.direct, ids)
	if d := through.Time.Sub(before.Time); d < 0 || after.Time.Before(through.Time) {
		c.Errorf("times %v, %v, %v", before.Time, through.Time, after.Time)
	}
	same := 0
	for i := range ids {
		want, got := before.Sets[i], through.Sets[i]
		desc := sourcetest.Direct(c.direct).Descs(c.Context(), ids[i:i+1])[0].Desc
		switch {
		case desc.Type.Event(), want.Err != nil, len(want.Values) == 0:
			if got.Err == nil && len(got.Values) > 0 {
				c.Errorf("%v: got %+v, want %+v", ids[i], got, want)
			}
		case got.Err == libpcp.ErrValue && desc.Type == libpcp.TypeAggregate:
		case len(got.Values) != len(want.Values) && slices.Contains(partial, ids[i].Item()):
		case slices.Contains(heap, ids[i]):
		case c.text(desc, want) == c.text(desc, after.Sets[i]):
			same++
			if c.text(desc, got) != c.text(desc, want) {
				c.Errorf("%v: got %s, want %s", ids[i], c.text(desc, got), c.text(desc, want))
			}
		case len(want.Values) == len(after.Sets[i].Values) && len(got.Values) != len(want.Values):
			c.Errorf("%v: got %d values, want %d", ids[i], len(got.Values), len(want.Values))
		}
	}
	if same < 300 {
		c.Errorf("only %d metrics stayed the same", same)
	}
}

func (c *comparison) fetch(src libpcp.Source, ids []libpcp.PMID) *libpcp.Result {
	result, err := sourcetest.Direct(src).Fetch(c.Context(), ids, nil)
	if err != nil {
		c.Fatal(err)
	}
	return result
}

// text writes values as tools print them.
func (c *comparison) text(desc libpcp.Desc, set libpcp.ValueSet) string {
	var b strings.Builder
	for i, v := range set.Values {
		atom, err := set.Atom(i, desc.Type)
		if err != nil {
			c.Errorf("%v[%d]: %v", set.PMID, v.Inst, err)
		}
		fmt.Fprintf(&b, "%d:%s ", v.Inst, atom)
	}
	return b.String()
}

func (c *comparison) texts(ids []libpcp.PMID) {
	for i := 0; i < len(ids); i += 7 {
		for _, kind := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
			id := libpcp.TextID{Kind: kind | libpcp.TextPMID, Ident: uint32(ids[i])}
			want, _ := sourcetest.Direct(c.direct).Text(c.Context(), id)
			got, _ := sourcetest.Direct(c.proxied).Text(c.Context(), id)
			if got != want {
				c.Errorf("%v: got %q, want %q", ids[i], got, want)
			}
		}
	}
}

func (c *comparison) instances(ids []libpcp.PMID) {
	seen := map[libpcp.InDom]bool{libpcp.NullInDom: true}
	for _, r := range sourcetest.Direct(c.direct).Descs(c.Context(), ids) {
		d := r.Desc.InDom
		if seen[d] {
			continue
		}
		seen[d] = true
		want, err := sourcetest.Direct(c.direct).Instances(c.Context(), d)
		if err != nil {
			c.Error(d, err)
		}
		got, err := sourcetest.Direct(c.proxied).Instances(c.Context(), d)
		slices.SortFunc(want, func(a, b libpcp.Instance) int { return int(a.ID) - int(b.ID) })
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			c.Errorf("%v: %v\n%s", d, err, diff)
		}
	}
	if len(seen) < 10 {
		c.Errorf("%d instance domains only", len(seen))
	}
}

// labels compares those of metrics with those of all levels above them.
func (c *comparison) labels(ids []libpcp.PMID) {
	for i := 0; i < len(ids); i += 11 {
		desc := sourcetest.Direct(c.direct).Descs(c.Context(), ids[i:i+1])[0].Desc
		want, got := c.merged(c.direct, desc), c.merged(c.proxied, desc)
		if got != want || want == "" {
			c.Errorf("%v:\n got %s\nwant %s", ids[i], got, want)
		}
	}
}

func (c *comparison) merged(src libpcp.Source, desc libpcp.Desc) string {
	id := desc.PMID
	var all []libpcp.LabelSet
	for _, ask := range []libpcp.LabelID{
		{Class: libpcp.LabelContext, Ident: 0xffffffff},
		{Class: libpcp.LabelDomain, Ident: id.Domain()},
		{Class: libpcp.LabelInDom, Ident: uint32(desc.InDom)},
		{Class: libpcp.LabelCluster, Ident: uint32(id)},
		{Class: libpcp.LabelItem, Ident: uint32(id)},
	} {
		if ask.Ident == uint32(libpcp.NullInDom) && ask.Class == libpcp.LabelInDom {
			continue
		}
		sets, err := sourcetest.Direct(src).Labels(c.Context(), ask)
		if err != nil {
			c.Error(err)
		}
		all = append(all, sets...)
	}
	set, err := libpcp.MergeLabels(func(l libpcp.Label) bool { return l.Flags&libpcp.LabelOptional == 0 }, all...)
	if err != nil {
		c.Error(err)
	}
	return set.JSON
}

// testExpired: a context that pmproxy has forgotten is opened anew.
func testExpired(t *testing.T, address string) {
	ctx := context.Background()
	c, err := pmproxy.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	pmproxy.ForgetContext(c)
	ids := sourcetest.Direct(c).Lookup(ctx, []string{"sample.long.hundred"})
	pmproxy.ForgetContext(c)
	r, err := sourcetest.Direct(c).Fetch(ctx, []libpcp.PMID{ids[0].ID}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.Sets[0].Float64(0, libpcp.Type32); n != 100 || err != nil {
		t.Errorf("got %v, %v", n, err)
	}
}

// testStore stores through pmproxy what pmcd then has.
func testStore(t *testing.T, address string) {
	ctx := context.Background()
	c, err := pmproxy.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	direct, err := pmcd.Dial(ctx, "localhost")
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close()
	for name, atom := range map[string]libpcp.Atom{
		"sample.ulonglong.write_me": libpcp.Uint64Atom(1<<64 - 1),
		"sample.double.write_me":    libpcp.DoubleAtom(0.1 + 0.2),
		"sample.string.write_me":    libpcp.StringAtom("a&b=c%20d, \"e\" +ü"),
	} {
		id := sourcetest.Direct(c).Lookup(ctx, []string{name})[0].ID
		set, err := libpcp.NewValueSet(id, libpcp.NullInst, atom)
		if err != nil {
			t.Fatal(err)
		}
		if err := sourcetest.Direct(c).Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{set}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r, err := sourcetest.Direct(direct).Fetch(ctx, []libpcp.PMID{id}, new(libpcp.Profile))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Sets[0].Atom(0, atom.Type); got.String() != atom.String() || err != nil {
			t.Errorf("%s: stored %v, have %v, %v", name, atom, got, err)
		}
	}
	set, _ := libpcp.NewValueSet(sourcetest.Direct(c).Lookup(ctx, []string{"sample.long.one"})[0].ID, libpcp.NullInst, libpcp.Int32Atom(1))
	err = sourcetest.Direct(c).Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{set}})
	if libpcp.Code(err) != libpcp.ErrPermission {
		t.Errorf("sample.long.one: %v", err)
	}
}

// testDerive defines a metric that pmproxy computes.
func testDerive(t *testing.T, address string) {
	ctx := context.Background()
	c, err := pmproxy.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Derive(ctx, "a.b", "sample.long.hundred * 3"); err != nil {
		t.Fatal(err)
	}
	id := sourcetest.Direct(c).Lookup(ctx, []string{"a.b"})[0]
	r, err := sourcetest.Direct(c).Fetch(ctx, []libpcp.PMID{id.ID}, nil)
	if err != nil || id.Err != nil {
		t.Fatal(id, err)
	}
	if atom, err := r.Sets[0].Atom(0, sourcetest.Direct(c).Descs(ctx, []libpcp.PMID{id.ID})[0].Desc.Type); atom.String() != "300" || err != nil {
		t.Errorf("got %v, %v", atom, err)
	}
	if err := c.Derive(ctx, "a.c", "sample.long.hundred *"); err == nil {
		t.Error("no syntax error")
	}
}

// testTLS goes through a server that speaks TLS, as the ones before pmproxy do.
func testTLS(t *testing.T, address string) {
	ctx := context.Background()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: u.Scheme, Host: u.Host})
	}})
	front.Config.ErrorLog = log.New(io.Discard, "", 0)
	front.StartTLS()
	defer front.Close()
	address = front.URL + "?" + u.RawQuery
	if _, err := pmproxy.Dial(ctx, address); err == nil {
		t.Error("a certificate that nobody vouches for is accepted")
	}
	c, err := (&pmproxy.Dialer{HTTP: front.Client()}).Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if host := sourcetest.Direct(c).HostName(ctx); host != "world.example" {
		t.Errorf("host %q", host)
	}
}
