package linux

import (
	"fmt"
	"regexp"
	"testing"

	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

func TestMain(m *testing.M) {
	programs.Main(m)
}

// TestCounters fetches everything a hundred times: no counter goes back. The
// kernel's own may do so once.
func TestCounters(t *testing.T) {
	t.Setenv("PCP_VAR_DIR", cacheDir(t))
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: asGenuine}))
	defer c.Close()
	again(t, func() map[string]string { return goingBack(t, c) })
}

// goingBack fetches all counters a hundred times, and returns how those went back
// that did.
func goingBack(t *testing.T, c *libpcp.Context) map[string]string {
	t.Helper()
	ids, names := counters(t, c)
	last, back := make(map[string]float64), make(map[string]string)
	for range 100 {
		result, err := c.Fetch(background, ids)
		if err != nil {
			t.Fatal(err)
		}
		for i, set := range result.Sets {
			for _, v := range set.Values {
				key := fmt.Sprintf("%s[%d]", names[i].name, v.Inst)
				atom, err := libpcp.Extract(set.Format, v, names[i].kind, libpcp.TypeDouble)
				if err != nil {
					t.Fatal(key, err)
				}
				n := atom.Float64()
				if n < last[key] {
					back[key] = fmt.Sprintf("goes from %v to %v", last[key], n)
				}
				last[key] = n
			}
		}
	}
	if len(last) < 500 {
		t.Errorf("%d counters only", len(last))
	}
	return back
}

type counterName struct {
	name string
	kind libpcp.Type
}

// falling finds what PCP calls counters though the kernel's numbers go down: times
// that it corrects now and then, pages dirtied anew, and numbers of what there is.
var falling = regexp.MustCompile(`cpu\.(wait|idle)|\.(workingset_nodes|nr_dirtied|nr_free_cma|nr_pages_scanned)$`)

// counters are the metrics that are counters in the kernel, too.
func counters(t *testing.T, c *libpcp.Context) (ids []libpcp.PMID, names []counterName) {
	all, err := c.Traverse(background, "")
	if err != nil {
		t.Fatal(err)
	}
	found, err := c.Lookup(background, all...)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range c.Descs(background, found) {
		if d.Desc.Sem == libpcp.SemCounter && !falling.MatchString(all[i]) {
			ids, names = append(ids, found[i]), append(names, counterName{all[i], d.Desc.Type})
		}
	}
	return ids, names
}
