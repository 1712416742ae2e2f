package hostile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/pmcd"
)

// TestCampaignReconnect walks at random over the requests of a context, with
// derived metrics, on a pmcd that changes, ends connections and is reconnected
// to. Whatever the context remembers, its answers must have been given: a
// descriptor since the last change that was reported, and values in the type
// that it says.
func TestCampaignReconnect(t *testing.T) {
	r := campaign.Rand(t)
	w := &walk{testing: t, rand: r}
	for range campaign.Tries(t, 40) {
		w.run(100)
	}
	t.Logf("%d steps, %d changes, %d connections, %d values verified", w.steps, w.changes, w.connections, w.values)
	if w.values < w.steps/4 || w.connections < w.steps/1000 {
		t.Error("not enough of them")
	}
}

// walk is a context and what is known of the pmcd behind it.
type walk struct {
	testing *testing.T
	rand    *rand.Rand
	src     *changing
	c       *libpcp.Context
	lost    bool // no connection

	steps, changes, connections, values int
}

func (w *walk) run(steps int) {
	w.src = newChanging(rand.New(rand.NewPCG(w.rand.Uint64(), 0)), []float64{0.02, 0.2, 0.6}[w.rand.IntN(3)], true)
	dialer := pmcd.Dialer{NetDial: pmcdtest.Pipe(w.testing, w.src.serve)}
	client, err := dialer.Dial(context.Background(), "changing")
	if err != nil {
		w.testing.Fatal(err)
	}
	defs := derive.New(io.Discard)
	for name, text := range map[string]string{"same": "ch.a", "twice": "ch.b + ch.b"} {
		if err := defs.Register(name, text); err != nil {
			w.testing.Fatal(err)
		}
	}
	w.c = libpcp.NewContext(derive.Wrap(client, defs))
	defer w.end()
	w.lost = false
	for range steps {
		w.steps++
		if err := w.step(); err != nil {
			w.testing.Errorf("step %d: %v", w.steps, err)
			return
		}
	}
}

func (w *walk) end() {
	w.c.Close()
	w.src.mu.Lock()
	defer w.src.mu.Unlock()
	w.changes, w.connections = w.changes+w.src.moves, w.connections+w.src.connections
}

// serve is the script of a pmcd that ends some connections.
func (c *changing) serve(conn *pmcdtest.Conn) {
	c.mu.Lock()
	c.connections++
	c.since = newSaid()
	end := -1
	if c.rand.IntN(2) == 0 {
		end = c.rand.IntN(100)
	}
	features := pmcdtest.AllFeatures
	if c.rand.IntN(2) == 0 {
		features = 0
	}
	c.mu.Unlock()
	conn.Greet(features)
	answer := pmcdtest.Answerer(c)
	for n := 0; n != end; n++ {
		t, b, ok := conn.Next()
		if !ok {
			return
		}
		if m := answer(t, b); m != nil {
			conn.Send(m)
		}
	}
}

// step does one thing.
func (w *walk) step() error {
	if w.lost || w.rand.IntN(20) == 0 {
		w.lost = false
		return w.c.Reconnect(context.Background())
	}
	var err error
	switch w.rand.IntN(6) {
	case 0:
		err = w.desc()
	case 1:
		err = w.instances()
	case 2:
		err = w.traverse()
	case 3:
		err = w.batch()
	default:
		err = w.fetch()
	}
	if errors.Is(err, libpcp.ErrIPC) {
		w.lost, err = true, nil
	}
	return err
}

var walkNames = append(slices.Clone(metricNames), "same", "twice")

// known are metrics that the pmcd has now or had.
func (w *walk) lookup() (names []string, ids []libpcp.PMID, err error) {
	ctx := context.Background()
	for _, i := range w.rand.Perm(len(walkNames))[:1+w.rand.IntN(4)] {
		name := walkNames[i]
		id, err := w.c.Lookup(ctx, name)
		if errors.Is(err, libpcp.ErrIPC) {
			return nil, nil, err
		} else if err == nil {
			names, ids = append(names, name), append(ids, id[0])
		}
	}
	return names, ids, nil
}

// fetch verifies values.
func (w *walk) fetch() error {
	names, ids, err := w.lookup()
	if err != nil || len(ids) == 0 {
		return err
	}
	r, err := w.c.Fetch(context.Background(), ids)
	if err != nil {
		return err
	}
	for i, set := range r.Sets {
		if err := w.verify(names[i], set); err != nil {
			return err
		}
	}
	return nil
}

// verify decodes values by the descriptor that the context has of them.
func (w *walk) verify(name string, set libpcp.ValueSet) error {
	d, err := w.c.Desc(context.Background(), set.PMID)
	if err != nil {
		return only(err, libpcp.ErrIPC)
	}
	w.src.mu.Lock()
	defer w.src.mu.Unlock()
	if !set.PMID.Derived() && !slices.Contains(w.src.since.descs[set.PMID], d) {
		return fmt.Errorf("%s: remembers %+v, and since the last change there was %+v", name, d, w.src.since.descs[set.PMID])
	}
	of, factor := name, 1
	switch name {
	case "same":
		of = "ch.a"
	case "twice":
		of, factor = "ch.b", 2
	}
	for _, v := range set.Values {
		code, isText, err := decode(set.Format, v, d.Type)
		if err != nil {
			continue
		}
		if code%factor != 0 {
			return fmt.Errorf("%s: %d", name, code)
		}
		err = w.src.said.check(report{name: of, id: libpcp.NullPMID, code: code / factor, text: isText, inst: v.Inst})
		if err != nil {
			return fmt.Errorf("as %v: %w", d.Type, err)
		}
		w.values++
	}
	return nil
}

// decode is the number of a value of a type.
func decode(f libpcp.Format, v libpcp.Value, t libpcp.Type) (code int, isText bool, err error) {
	a, err := libpcp.Extract(f, v, t, t)
	if err != nil {
		return 0, false, err
	}
	if t == libpcp.TypeString {
		code, isText, err = parseCode(strings.TrimRight(a.Text(), "\x00"))
		return code, isText, err
	}
	return int(a.Float64()), false, nil
}

// only is nil for an error that is not what may not be swallowed.
func only(err, want error) error {
	if errors.Is(err, want) {
		return err
	}
	return nil
}

// desc verifies what is said about a metric.
func (w *walk) desc() error {
	_, ids, err := w.lookup()
	if err != nil || len(ids) == 0 {
		return err
	}
	for i, reply := range w.c.Descs(context.Background(), ids) {
		if reply.Err != nil || ids[i].Derived() {
			continue
		}
		w.src.mu.Lock()
		said := slices.Contains(w.src.since.descs[ids[i]], reply.Desc)
		w.src.mu.Unlock()
		if !said {
			return fmt.Errorf("%v: %+v was not said since the last change", ids[i], reply.Desc)
		}
	}
	return nil
}

// instances verifies the members of a domain.
func (w *walk) instances() error {
	ctx, d := context.Background(), libpcp.NewInDom(domain, uint32(w.rand.IntN(3)))
	list, err := w.c.Instances(ctx, d)
	if err != nil {
		return only(err, libpcp.ErrIPC)
	}
	if w.rand.IntN(2) == 0 {
		one := libpcp.Instance{ID: int32(w.rand.IntN(members))}
		if one.Name, err = w.c.InstanceName(ctx, d, one.ID); err == nil {
			list = append(list, one)
		}
	} else {
		one := libpcp.Instance{Name: fmt.Sprint("inst", w.rand.IntN(members))}
		if one.ID, err = w.c.InstanceID(ctx, d, one.Name); err == nil {
			list = append(list, one)
		}
	}
	w.src.mu.Lock()
	defer w.src.mu.Unlock()
	for _, inst := range list {
		if !slices.Contains(w.src.said.instances[d], inst) {
			return fmt.Errorf("%v: %+v was never said", d, inst)
		}
	}
	return only(err, libpcp.ErrIPC)
}

func (w *walk) traverse() error {
	names, err := w.c.Traverse(context.Background(), []string{"", "ch", "ch.c", "same", "nosuch"}[w.rand.IntN(5)])
	for _, name := range names {
		if !slices.Contains(walkNames, name) && !strings.HasPrefix(name, "event.") { // of every name space with derived metrics
			return fmt.Errorf("%q is no name", name)
		}
	}
	return only(err, libpcp.ErrIPC)
}

// batch asks several things at once. What was said is in order there, too: the
// values are verified by what the context remembers afterwards.
func (w *walk) batch() error {
	names, ids, err := w.lookup()
	if err != nil || len(ids) == 0 {
		return err
	}
	descs, more := &libpcp.DescsQuery{IDs: ids}, &libpcp.DescsQuery{IDs: ids}
	fetch, again := &libpcp.FetchQuery{IDs: ids}, &libpcp.FetchQuery{IDs: ids}
	queries := []libpcp.Query{descs, fetch, more, &libpcp.LookupQuery{Names: names}, again}
	w.rand.Shuffle(len(queries), func(i, j int) { queries[i], queries[j] = queries[j], queries[i] })
	w.c.Batch(context.Background(), queries...)
	for _, q := range []*libpcp.FetchQuery{fetch, again} {
		if q.Err != nil {
			return only(q.Err, libpcp.ErrIPC)
		}
		for i, set := range q.Result.Sets {
			if err := w.verify(names[i], set); err != nil {
				return err
			}
		}
	}
	return nil
}
