package series

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/format"
)

// A Recording is an archive with the history of one source.
type Recording struct {
	Host string // that the series are about
	Base string // of the archive
	// Samples is how many samples there are in the window, by the names of
	// metrics, if they were counted.
	Samples map[string]int
}

// Selection says which values are recorded; the zero Selection is all.
type Selection struct {
	// Window, if not nil, returns the times from and to which values are
	// wanted, of a source whose first and last values have these times; without
	// an end finish is zero. The next value on either side is recorded too, so
	// that values in the window can be interpolated. It is called by several
	// goroutines.
	Window func(first, last time.Time) (start, finish time.Time, err error)
	// First says that the first value of each series in the window will do.
	First bool
	// Count says that the samples in the window are counted, even so.
	Count bool
}

// Record makes an archive in dir of each source that has series which match an
// expression without a time window, or which is their identifier. They are
// sorted by host. Whatever is selected, each says that it is about all of its
// source's time. Several are made at a time, with the memory of some fifty
// thousand values.
func (c *Client) Record(ctx context.Context, expression, dir string, s Selection) ([]Recording, error) {
	ids := []ID{ID(expression)}
	if !ids[0].Valid() {
		var err error
		if ids, err = c.Query(ctx, expression); err != nil {
			return nil, err
		}
	}
	sources, err := c.recorders(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, r := range sources {
		r.base = filepath.Join(dir, strconv.Itoa(i))
	}
	return recordAll(ctx, sources, s)
}

// errNoValues is that there is nothing to record.
var errNoValues = fmt.Errorf("no values: %w", libpcp.ErrNoData)

// recorder makes an archive of the series of one source.
type recorder struct {
	client  *Client
	source  ID
	host    string
	labels  map[string]string        // of all of its series
	own     map[ID]map[string]string // of single series and instances
	base    string
	budget  int // how many values are held at a time
	descs   map[ID]libpcp.Desc
	names   map[ID][]string
	insts   map[ID]Instance
	samples map[string]int // if they are counted
}

// recorders find the sources of series, sorted by host.
func (c *Client) recorders(ctx context.Context, ids []ID) ([]*recorder, error) {
	descs, err := c.Descs(ctx, ids)
	if err != nil {
		return nil, err
	}
	bySource := make(map[ID]*recorder)
	var sources []*recorder
	for _, d := range descs {
		r := bySource[d.Source]
		if r == nil {
			r = &recorder{client: c, source: d.Source, descs: make(map[ID]libpcp.Desc)}
			bySource[d.Source] = r
			sources = append(sources, r)
		}
		r.descs[d.Series] = d.Desc
	}
	for _, r := range sources {
		r.budget = budget / min(atOnce, len(sources))
	}
	return sources, c.nameHosts(ctx, sources)
}

// nameHosts finds the labels and the hosts of sources, and sorts these by them.
// A source without the label hostname has the names of its host and its file.
func (c *Client) nameHosts(ctx context.Context, sources []*recorder) error {
	ones := make([]ID, len(sources)) // a series of each
	for i, r := range sources {
		ones[i] = slices.Min(slices.Collect(maps.Keys(r.descs)))
	}
	labels, err := c.Labels(ctx, ones)
	if err != nil {
		return err
	}
	for i, r := range sources {
		r.host, r.labels = string(r.source), labels[ones[i]]
		if json.Unmarshal([]byte(r.labels["hostname"]), &r.host) == nil {
			continue
		}
		names, err := c.Sources(ctx, []ID{r.source})
		if err != nil {
			return err
		}
		for _, name := range names[r.source] {
			if !strings.HasPrefix(name, "/") {
				r.host = name
			}
		}
	}
	slices.SortFunc(sources, func(a, b *recorder) int {
		return cmp.Or(strings.Compare(a.host, b.host), strings.Compare(string(a.source), string(b.source)))
	})
	return nil
}

// learn asks for what an archive has to say about the series.
func (r *recorder) learn(ctx context.Context, ids []ID) (err error) {
	if r.names, err = r.client.Names(ctx, ids); err != nil {
		return err
	}
	instances, err := r.client.Instances(ctx, ids)
	r.insts = make(map[ID]Instance, len(instances))
	for _, i := range instances {
		r.insts[i.ID] = i
	}
	if err != nil {
		return err
	}
	return r.learnLabels(ctx, slices.Concat(ids, slices.Sorted(maps.Keys(r.insts))))
}

// learnLabels asks for labels, which metrics with instances have for these
// only. Those that all have are the source's.
func (r *recorder) learnLabels(ctx context.Context, ids []ID) (err error) {
	if r.own, err = r.client.Labels(ctx, ids); err != nil {
		return err
	}
	r.labels = nil
	for _, own := range r.own {
		if r.labels == nil {
			r.labels = maps.Clone(own)
		}
		maps.DeleteFunc(r.labels, func(name, value string) bool { return own[name] != value })
	}
	for _, own := range r.own {
		maps.DeleteFunc(own, func(name, value string) bool { return r.labels[name] == value })
	}
	return nil
}

// record makes the archive of the source.
func (r *recorder) record(ctx context.Context, s Selection) (err error) {
	ids := slices.Sorted(maps.Keys(r.descs))
	if err := r.learn(ctx, ids); err != nil {
		return err
	}
	h, err := r.history(ctx, ids, s)
	if err != nil {
		return err
	}
	w, err := archive.Create(r.base, archive.WriterOptions{Label: libpcp.ArchiveLabel{Start: h.first, Host: r.host}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := r.describe(w, h.first); err != nil {
		return err
	}
	end, seen := h.first, make(map[libpcp.PMID]int)
	for result, err := range h.results(ctx) {
		if err != nil {
			return err
		}
		if result = s.reduce(result, seen); len(result.Sets) == 0 {
			continue
		}
		if err := w.Append(result); err != nil {
			return err
		}
		end = result.Time
	}
	r.count(seen)
	if end.Before(h.last) {
		return w.Mark(h.last) // so that times before the end are the same
	}
	return nil
}

// reduce counts the samples in a result, if that is wanted, and leaves in it
// what is to be recorded.
func (s *Selection) reduce(r *libpcp.Result, seen map[libpcp.PMID]int) *libpcp.Result {
	if !s.Count {
		return r
	}
	r.Sets = slices.DeleteFunc(r.Sets, func(set libpcp.ValueSet) bool {
		seen[set.PMID]++
		return s.First && seen[set.PMID] > 1
	})
	return r
}

// count notes how many samples were seen.
func (r *recorder) count(seen map[libpcp.PMID]int) {
	r.samples = make(map[string]int)
	for id, d := range r.descs {
		for _, name := range r.names[id] {
			r.samples[name] = seen[d.PMID]
		}
	}
}

// describe writes metrics, instances and labels.
func (r *recorder) describe(w *archive.Writer, start time.Time) error {
	ids := slices.SortedFunc(maps.Keys(r.descs), func(a, b ID) int { return slices.Compare(r.names[a], r.names[b]) })
	for _, id := range ids {
		if err := w.AddDesc(r.descs[id], r.names[id]...); err != nil {
			return err
		}
	}
	for d, list := range r.domains() {
		if err := w.AddInstances(start, d, list); err != nil {
			return err
		}
		if err := addLabels(w, start, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d)}, r.instanceLabels(d)...); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := addLabels(w, start, libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(r.descs[id].PMID)}, r.labelSet(libpcp.NullInst, r.own[id])); err != nil {
			return err
		}
	}
	return addLabels(w, start, libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)}, r.labelSet(libpcp.NullInst, r.labels))
}

// labelSet is the labels of something.
func (r *recorder) labelSet(inst int32, labels map[string]string) libpcp.LabelSet {
	set := libpcp.LabelSet{Inst: inst}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		set.Labels = append(set.Labels, libpcp.Label{Name: name, Value: labels[name]})
	}
	return set
}

// addLabels writes label sets, without those that are empty.
func addLabels(w *archive.Writer, start time.Time, of libpcp.LabelID, sets ...libpcp.LabelSet) error {
	sets = slices.DeleteFunc(sets, func(s libpcp.LabelSet) bool { return len(s.Labels) == 0 })
	if len(sets) == 0 {
		return nil
	}
	return w.AddLabels(start, of, sets)
}

// instanceLabels are the labels of the instances of a domain, in their order.
func (r *recorder) instanceLabels(d libpcp.InDom) (sets []libpcp.LabelSet) {
	labels := make(map[int32]map[string]string)
	for _, id := range slices.Sorted(maps.Keys(r.insts)) {
		if i := r.insts[id]; r.descs[i.Series].InDom == d && len(r.own[id]) > 0 {
			labels[i.Inst] = r.own[id]
		}
	}
	for _, inst := range slices.Sorted(maps.Keys(labels)) {
		sets = append(sets, r.labelSet(inst, labels[inst]))
	}
	return sets
}

// domains are the instances by domain, each once.
func (r *recorder) domains() map[libpcp.InDom][]libpcp.Instance {
	domains := make(map[libpcp.InDom]map[int32]string)
	for _, i := range r.insts {
		d, ok := r.descs[i.Series]
		if !ok || d.InDom == libpcp.NullInDom {
			continue
		}
		if domains[d.InDom] == nil {
			domains[d.InDom] = make(map[int32]string)
		}
		domains[d.InDom][i.Inst] = i.Name
	}
	lists := make(map[libpcp.InDom][]libpcp.Instance)
	for d, names := range domains {
		for _, inst := range slices.Sorted(maps.Keys(names)) {
			lists[d] = append(lists[d], libpcp.Instance{ID: inst, Name: names[inst]})
		}
	}
	return lists
}

// encode is a value as archives have it.
func encode(inst int32, text string, t libpcp.Type) (v libpcp.Value, f libpcp.Format, err error) {
	if t == libpcp.TypeString {
		if whole, err := strconv.Unquote(text); err == nil {
			text = whole
		}
	}
	a, err := format.ParseValue(text, t)
	if err == nil {
		v, f, err = libpcp.NewValue(inst, a)
	}
	if err != nil {
		err = fmt.Errorf("a value %q: %w", text, libpcp.ErrIPC)
	}
	return v, f, err
}
