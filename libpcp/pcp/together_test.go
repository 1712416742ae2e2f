package pcp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/mmv"
	"pcptools/libpcp/pmda/proc"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/pmda/simple"
)

// siteDefinitions are derived metrics of a site, some of which cannot be bound.
const siteDefinitions = `site.double = simple.numfetch * 2
site.sold = rate(shop.sold)
site.colors = sum(simple.color)
site.bin = matchinst(/bin-[1-3]/, sample.bin)
site.bin(oneline) = the first bins
site.chosen = defined(sample.bin) ? sample.bin : shop.sold
site.absent = no.such * 2
`

// TestCampaignDuplicates has a context of each kind duplicated, and each
// duplicate used by a goroutine of its own, for all that a context is for.
func TestCampaignDuplicates(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "config", "derived")
	if err := os.MkdirAll(site, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(site, "site.conf"), []byte(siteDefinitions), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_VAR_DIR", dir)
	t.Setenv("PCP_DERIVED_CONFIG", site)
	base, remove := recorded()
	defer remove()
	for name, test := range map[string]struct {
		kind   pcp.Kind
		source string
		names  []string // some that are there
	}{
		"host":    {pcp.Host, agentsOverNetwork(t), []string{"site.double", "site.colors", "site.bin", "sample.bin"}},
		"archive": {pcp.Archive, base, []string{"site.sold", "shop.sold"}},
		"local":   {pcp.Local, "", []string{"site.double", "site.chosen", "kernel.all.load", "proc.nprocs", "simple.color"}},
	} {
		t.Run(name, func(t *testing.T) {
			opener := pcp.Opener{Agents: testAgents()}
			useDuplicates(t, test.names, func() (*libpcp.Context, error) {
				return opener.Open(context.Background(), test.kind, test.source)
			})
		})
	}
}

func testAgents() []local.Agent {
	return []local.Agent{
		{Domain: 60, Name: "linux", New: linux.New}, {Domain: 3, Name: "proc", New: proc.New}, {Domain: 70, Name: "mmv", New: mmv.New},
		{Domain: 29, Name: "sample", New: sample.New}, {Domain: 253, Name: "simple", New: simple.New},
	}
}

// agentsOverNetwork is a pmcd whose clients share agents.
func agentsOverNetwork(t *testing.T) string {
	agents := local.New(local.Config{}, testAgents()...)
	return pmcdtest.Listen(t, func(c *pmcdtest.Conn) {
		client, err := agents.Duplicate(context.Background())
		if err != nil {
			t.Error(err)
			return
		}
		defer client.Close()
		pmcdtest.Serve(client, pmcdtest.AllFeatures)(c)
	})
}

// useDuplicates uses duplicates of a context, and of duplicates, at the same
// time, and others that are opened. All have the same names.
func useDuplicates(t *testing.T, names []string, open func() (*libpcp.Context, error)) {
	scale, seeds := campaign.Scale(t), campaign.Rand(t)
	first, err := open()
	if err != nil {
		t.Fatal(err)
	}
	want, err := first.Traverse(t.Context(), "site")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		dup, err := first.Duplicate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(seeds.Uint64(), 0))
		all.Go(func() {
			u := user{T: t, Context: dup, open: open, rnd: rnd, names: names, want: want}
			u.use(6 * scale)
		})
	}
	first.Close()
	all.Wait()
}

// user is one who uses a context.
type user struct {
	*testing.T
	*libpcp.Context
	open  func() (*libpcp.Context, error)
	rnd   *rand.Rand
	names []string
	want  []string // names of the site's derived metrics
}

// use makes requests, and now and then has another context take the place of the
// one that there is.
func (u *user) use(rounds int) {
	ctx := u.T.Context()
	for range rounds {
		switch u.rnd.IntN(6) {
		case 0:
			other, err := u.Duplicate(ctx)
			if u.rnd.IntN(4) == 0 {
				other.Close()
				other, err = u.open()
			}
			if err != nil {
				u.Error(err)
				return
			}
			u.Close()
			u.Context = other
		case 1:
			if names, err := u.Traverse(ctx, "site"); err != nil || !slices.Equal(names, u.want) {
				u.Errorf("names %q, %v; want %q", names, err, u.want)
			}
		case 2:
			u.add(ctx)
		case 3:
			u.describe(ctx)
		default:
			u.group(ctx)
		}
	}
	u.Close()
}

// add defines a metric for the context alone.
func (u *user) add(ctx context.Context) {
	name := fmt.Sprintf("own.m%d", u.rnd.Uint64())
	if err := derive.Add(ctx, u.Source(), name, "1 + 1"); err != nil {
		u.Error(err)
	}
	if ids, err := u.Lookup(ctx, name); err != nil || len(ids) != 1 {
		u.Errorf("%s: %v, %v", name, ids, err)
	}
}

// describe asks for everything but values.
func (u *user) describe(ctx context.Context) {
	ids, err := u.Lookup(ctx, u.names...)
	if err != nil {
		u.Error(err)
		return
	}
	for i, reply := range u.Descs(ctx, ids) {
		if reply.Err != nil {
			u.Errorf("%s: %v", u.names[i], reply.Err)
		}
		if name, err := u.Name(ctx, ids[i]); err != nil || name != u.names[i] {
			u.Errorf("%s: named %q, %v", u.names[i], name, err)
		}
		if reply.Desc.InDom != libpcp.NullInDom {
			if _, err := u.Instances(ctx, reply.Desc.InDom); err != nil {
				u.Errorf("%s: %v", u.names[i], err)
			}
		}
		u.Text(ctx, ids[i], libpcp.TextOneLine)
		u.Labels(ctx, libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(ids[i])})
	}
	u.HostName(ctx)
	u.Timezone(ctx)
	if _, err := u.Lookup(ctx, "site.absent", "no.such"); !errors.Is(err, libpcp.ErrName) && !strings.Contains(fmt.Sprint(err), "absent") {
		u.Errorf("what cannot be bound: %v", err)
	}
}

// group fetches the metrics together, more than once.
func (u *user) group(ctx context.Context) {
	if archive, err := u.Recording(); err == nil {
		if err := archive.SetMode(ctx, libpcp.ModeForw, noon, 0); err != nil {
			u.Error(err)
		}
	}
	g, err := u.Group(ctx, u.names...)
	if err != nil {
		u.Error(err)
		return
	}
	samples := 0
	for s, err := range g.Samples(ctx, time.Millisecond) {
		if err != nil {
			u.Error(err)
			return
		}
		for _, name := range u.names {
			if _, err := s.Values(name); err != nil {
				u.Errorf("%s: %v", name, err)
			}
		}
		if samples++; samples == 3 {
			return
		}
	}
}
