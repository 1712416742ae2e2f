package library

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// TestCodes makes calls that fail, and some like them that do not, on a pmcd and on
// an archive.
func TestCodes(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	inEachRelease(t, "codes.c", func(t *testing.T, c program) {
		t.Run("archive", func(t *testing.T) {
			path := filepath.Join(archives, "ok-foo")
			want := c.run(t, "", "archive", path)
			same(t, want, codes(openArchive(t, c.release(), path), false))
		})
		t.Run("host", func(t *testing.T) {
			w := world.StartWith(t, world.Options{Tree: c.in})
			want := c.run(t, "", "host", "unix:"+w.Socket)
			client, err := pmcd.Dial(t.Context(), "unix:"+w.Socket)
			if err != nil {
				t.Fatal(err)
			}
			ours := libpcp.NewContext(client)
			defer ours.Close()
			same(t, want, codes(ours, true))
		})
	}, archives)
}

// caller makes the calls of testdata/codes.c.
type caller struct {
	*libpcp.Context
	strings.Builder
}

func (c *caller) say(what string, value int32, err error) {
	if err != nil {
		value = int32(libpcp.Code(err))
	}
	fmt.Fprintf(c, "%s: %d\n", what, value)
}

// lookup finds metrics, and counts them as pmLookupName(3) does.
func (c *caller) lookup(names ...string) (ids []libpcp.PMID, found int32, err error) {
	ids, err = c.Lookup(context.Background(), names...)
	for _, id := range ids {
		if id != libpcp.NullPMID {
			found++
		}
	}
	if found > 0 {
		err = nil
	}
	return ids, found, err
}

func codes(on *libpcp.Context, live bool) string {
	c := &caller{Context: on}
	ctx := context.Background()
	one := "sample.long.write_me"
	if !live {
		one = "sample.drift"
	}
	ids, _, _ := c.lookup("sample.bin", one)
	bin := ids[0]
	desc, _ := c.Desc(ctx, bin)
	m := metrics{bin: bin, one: ids[1], bins: desc.InDom, unknown: libpcp.NewPMID(29, 77, 1), nobody: libpcp.NewPMID(499, 1, 1),
		nodom: libpcp.NewInDom(29, 4000), nobodys: libpcp.NewInDom(499, 1)}
	c.names(ctx, m)
	c.instances(ctx, m)
	c.textsAndLabels(ctx, m)
	c.profiles(m)
	c.modes(ctx, live)
	_, err := c.Fetch(ctx, nil)
	c.say("fetch nothing", 0, err)
	c.stores(ctx, m, live)
	return c.String()
}

type metrics struct {
	bin, one, unknown, nobody libpcp.PMID
	bins, nodom, nobodys      libpcp.InDom
}

func (c *caller) names(ctx context.Context, m metrics) {
	_, n, err := c.lookup("sample.bin", "nosuch.x", "sample")
	c.say("names", n, err)
	_, n, err = c.lookup("nosuch.x")
	c.say("no name", n, err)
	_, n, err = c.lookup("sample")
	c.say("inner node", n, err)
	for _, q := range []struct {
		what string
		id   libpcp.PMID
	}{{"name", m.bin}, {"name of unknown", m.unknown}, {"name of nobody's", m.nobody}, {"name of null", libpcp.NullPMID}} {
		_, err := c.Name(ctx, q.id)
		c.say(q.what, 0, err)
	}
	names, err := c.Names(ctx, m.unknown)
	c.say("names of unknown", int32(len(names)), err)
	for _, q := range []struct{ what, name string }{{"leaf", "sample.bin"}, {"unknown", "nosuch"}, {"inner", "sample.nosuch"}} {
		kids, err := c.Children(ctx, q.name)
		c.say("children of "+q.what, int32(len(kids)), err)
	}
	for _, q := range []struct{ what, name string }{{"leaf", "sample.bin"}, {"unknown", "nosuch"}} {
		list, err := c.Traverse(ctx, q.name)
		c.say("traverse "+q.what, int32(len(list)), err)
	}
	for _, q := range []struct {
		what string
		id   libpcp.PMID
	}{{"desc", m.bin}, {"desc of unknown", m.unknown}, {"desc of nobody's", m.nobody}, {"desc of null", libpcp.NullPMID}} {
		_, err := c.Desc(ctx, q.id)
		c.say(q.what, 0, err)
	}
}

func (c *caller) instances(ctx context.Context, m metrics) {
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
	}{{"unknown", m.nodom}, {"nobody's", m.nobodys}, {"null", libpcp.NullInDom}} {
		list, err := c.Instances(ctx, q.indom)
		c.say("instances of "+q.what, int32(len(list)), err)
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
		name  string
	}{{"", m.bins, "bin-300"}, {" unknown", m.bins, "nosuch"}, {" of unknown", m.nodom, "bin-300"}, {" of null", libpcp.NullInDom, "bin-300"}} {
		inst, err := c.InstanceID(ctx, q.indom, q.name)
		c.say("instance"+q.what, inst, err)
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
		inst  int32
	}{{"", m.bins, 300}, {" unknown", m.bins, 301}, {" of unknown", m.nodom, 300}, {" of null", libpcp.NullInDom, 300}} {
		_, err := c.InstanceName(ctx, q.indom, q.inst)
		c.say("instance name"+q.what, 0, err)
	}
	c.archived(ctx, m)
}

// archived makes the requests that only archives answer. Those about no domain have
// the code for that of any context in C.
func (c *caller) archived(ctx context.Context, m metrics) {
	a, failed := c.Recording()
	ask := func(what string, indom libpcp.InDom, request func() (int32, error)) {
		value, err := int32(0), failed
		switch {
		case indom == libpcp.NullInDom:
			err = libpcp.ErrInDom
		case failed == nil:
			value, err = request()
		}
		c.say("archive instance"+what, value, err)
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
	}{{"s", m.bins}, {"s of unknown", m.nodom}, {"s of null", libpcp.NullInDom}} {
		ask(q.what, q.indom, func() (int32, error) {
			list, err := a.AllInstances(ctx, q.indom)
			return int32(len(list)), err
		})
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
		name  string
	}{{"", m.bins, "bin-300"}, {" unknown", m.bins, "nosuch"}, {" of null", libpcp.NullInDom, "bin-300"}} {
		ask(q.what, q.indom, func() (int32, error) { return a.AnyInstanceID(ctx, q.indom, q.name) })
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
		inst  int32
	}{{" name", m.bins, 300}, {" name unknown", m.bins, 301}, {" name of null", libpcp.NullInDom, 300}} {
		ask(q.what, q.indom, func() (int32, error) {
			_, err := a.AnyInstanceName(ctx, q.indom, q.inst)
			return 0, err
		})
	}
}

func (c *caller) textsAndLabels(ctx context.Context, m metrics) {
	for _, q := range []struct {
		what string
		id   libpcp.PMID
		kind libpcp.TextKind
	}{{"unknown", m.unknown, libpcp.TextOneLine}, {"nobody's", m.nobody, libpcp.TextOneLine}, {"null", libpcp.NullPMID, libpcp.TextHelp}} {
		_, err := c.Text(ctx, q.id, q.kind)
		c.say("text of "+q.what, 0, err)
	}
	for _, q := range []struct {
		what  string
		indom libpcp.InDom
		kind  libpcp.TextKind
	}{{"unknown", m.nodom, libpcp.TextOneLine}, {"nobody's", m.nobodys, libpcp.TextHelp}, {"null", libpcp.NullInDom, libpcp.TextHelp}} {
		_, err := c.InDomText(ctx, q.indom, q.kind)
		c.say("text of "+q.what+" indom", 0, err)
	}
	for _, q := range []struct {
		what  string
		class libpcp.LabelClass
		id    uint32
	}{
		{"context", libpcp.LabelContext, 0}, {"domain", libpcp.LabelDomain, 29}, {"unknown domain", libpcp.LabelDomain, 499},
		{"indom", libpcp.LabelInDom, uint32(m.bins)}, {"unknown indom", libpcp.LabelInDom, uint32(m.nodom)}, {"null indom", libpcp.LabelInDom, uint32(libpcp.NullInDom)},
		{"cluster", libpcp.LabelCluster, uint32(m.bin)}, {"item", libpcp.LabelItem, uint32(m.bin)}, {"unknown item", libpcp.LabelItem, uint32(m.unknown)},
		{"nobody's item", libpcp.LabelItem, uint32(m.nobody)}, {"instances", libpcp.LabelInstances, uint32(m.bins)},
		{"unknown instances", libpcp.LabelInstances, uint32(m.nodom)}, {"null instances", libpcp.LabelInstances, uint32(libpcp.NullInDom)},
	} {
		_, err := c.Labels(ctx, libpcp.LabelID{Class: q.class, Ident: q.id})
		c.say("labels of "+q.what, 0, err)
	}
}

func (c *caller) profiles(m metrics) {
	p := c.Profile()
	c.say("add", 0, p.Add(m.bins, 300))
	c.say("add all", 0, p.Add(libpcp.NullInDom))
	c.say("add some of all", 0, p.Add(libpcp.NullInDom, 300))
	c.say("del some of all", 0, p.Del(libpcp.NullInDom, 300))
	c.say("del of unknown", 0, p.Del(m.nodom, 300))
	c.say("del all", 0, p.Del(libpcp.NullInDom))
	c.say("add all again", 0, p.Add(libpcp.NullInDom))
}

func (c *caller) modes(ctx context.Context, live bool) {
	last := libpcp.ModeForw
	if live {
		last = libpcp.ModeLive
	}
	for _, q := range []struct {
		mode       libpcp.Mode
		sec, delta int64
	}{{libpcp.ModeLive, 0, 0}, {libpcp.ModeInterp, 902428475, 1000}, {libpcp.ModeForw, 902428475, 0}, {libpcp.ModeBack, 902428475, 0},
		{17, 902428475, 0}, {-1, 902428475, 0}, {last, 0, 0}} {
		err := c.SetMode(ctx, q.mode, time.Unix(q.sec, 0), time.Duration(q.delta)*time.Millisecond)
		c.say(fmt.Sprintf("mode %d %d %d", q.mode, q.sec, q.delta), 0, err)
	}
	a, err := c.Recording()
	if err != nil {
		for _, what := range []string{"label", "end", "record"} {
			c.say(what, 0, err)
		}
		return
	}
	_, err = a.Label()
	c.say("label", 0, err)
	_, err = a.End(ctx)
	c.say("end", 0, err)
	_, err = a.FetchRecord(ctx)
	c.say("record", 0, err)
}

func (c *caller) stores(ctx context.Context, m metrics, live bool) {
	readOnly, text := "sample.long.one", "sample.string.write_me"
	if !live {
		readOnly, text = "sample.seconds", "sample.colour"
	}
	others, _, _ := c.lookup(readOnly, text)
	for _, q := range []struct {
		what   string
		id     libpcp.PMID
		values int
		inst   int32
		word   uint32
	}{
		{"value", m.one, 1, libpcp.NullInst, 7},
		{"no values", m.one, 0, libpcp.NullInst, 7},
		{"negative values", m.one, 0, libpcp.NullInst, 7},
		{"unknown", m.unknown, 1, libpcp.NullInst, 7},
		{"nobody's", m.nobody, 1, libpcp.NullInst, 7},
		{"an instance of a singular metric", m.one, 1, 3, 7},
		{"instance", m.bin, 1, 300, 300},
		{"unknown instance", m.bin, 1, 301, 7},
		{"no instance", m.bin, 1, libpcp.NullInst, 7},
		{"read-only", others[0], 1, libpcp.NullInst, 7},
		{"a word of a string", others[1], 1, libpcp.NullInst, 7},
	} {
		set := libpcp.ValueSet{PMID: q.id, Values: make([]libpcp.Value, q.values)}
		for i := range set.Values {
			set.Values[i] = libpcp.Value{Inst: q.inst, Word: q.word}
		}
		c.say("store "+q.what, 0, c.Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{set}}))
	}
}
