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
}

// Record makes an archive in dir of each source that has series which match an
// expression without a time window, or which is their identifier, with all of
// their values. They are sorted by host.
func (c *Client) Record(ctx context.Context, expression, dir string) ([]Recording, error) {
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
	var recordings []Recording
	if err := c.nameHosts(ctx, sources); err != nil {
		return nil, err
	}
	for i, r := range sources {
		switch err := r.record(ctx, c, filepath.Join(dir, strconv.Itoa(i))); {
		case errors.Is(err, errNoValues):
		case err != nil:
			return nil, err
		default:
			recordings = append(recordings, Recording{r.host, r.base})
		}
	}
	return recordings, nil
}

// errNoValues is that there is nothing to record.
var errNoValues = fmt.Errorf("no values: %w", libpcp.ErrNoData)

// recorder makes an archive of the series of one source.
type recorder struct {
	source ID
	host   string
	labels map[string]string
	base   string
	descs  map[ID]libpcp.Desc
	names  map[ID][]string
	insts  map[ID]Instance
}

// recorders describe series, by source.
func (c *Client) recorders(ctx context.Context, ids []ID) ([]*recorder, error) {
	descs, err := c.Descs(ctx, ids)
	if err != nil || len(descs) == 0 {
		return nil, err
	}
	known := make([]ID, len(descs))
	for i, d := range descs {
		known[i] = d.Series
	}
	names, err := c.Names(ctx, known)
	if err != nil {
		return nil, err
	}
	labels, err := c.Labels(ctx, known)
	if err != nil {
		return nil, err
	}
	instances, err := c.Instances(ctx, known)
	if err != nil {
		return nil, err
	}
	sources := make(map[ID]*recorder)
	for _, d := range descs {
		r := sources[d.Source]
		if r == nil {
			r = &recorder{source: d.Source, labels: labels[d.Series], names: names,
				descs: make(map[ID]libpcp.Desc), insts: make(map[ID]Instance)}
			sources[d.Source] = r
		}
		r.descs[d.Series] = d.Desc
	}
	for _, i := range instances {
		if r := sources[i.Source]; r != nil {
			r.insts[i.ID] = i
		}
	}
	return slices.Collect(maps.Values(sources)), nil
}

// nameHosts finds the hosts of sources, and sorts these by them. A source
// without the label hostname has the names of its host and its file.
func (c *Client) nameHosts(ctx context.Context, sources []*recorder) error {
	for _, r := range sources {
		r.host = string(r.source)
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

// record makes the archive of a source.
func (r *recorder) record(ctx context.Context, c *Client, base string) (err error) {
	results, err := r.results(ctx, c)
	if err != nil {
		return err
	}
	r.base = base
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.ArchiveLabel{Start: results[0].Time, Host: r.host}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := r.describe(w, results[0].Time); err != nil {
		return err
	}
	for _, result := range results {
		if err := w.Append(result); err != nil {
			return err
		}
	}
	return nil
}

// describe writes metrics, instances and labels.
func (r *recorder) describe(w *archive.Writer, start time.Time) error {
	for id, d := range r.descs {
		if err := w.AddDesc(d, r.names[id]...); err != nil {
			return err
		}
	}
	for d, list := range r.domains() {
		if err := w.AddInstances(start, d, list); err != nil {
			return err
		}
	}
	var labels []libpcp.Label
	for _, name := range slices.Sorted(maps.Keys(r.labels)) {
		labels = append(labels, libpcp.Label{Name: name, Value: r.labels[name]})
	}
	return w.AddLabels(start, libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)},
		[]libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: labels}})
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

// maxPoints is how many values of one series are asked for: all.
const maxPoints = 1 << 30

// results are the values in the order of time.
func (r *recorder) results(ctx context.Context, c *Client) ([]*libpcp.Result, error) {
	at := make(map[time.Time]map[ID]*libpcp.ValueSet)
	ids := slices.Sorted(maps.Keys(r.descs))
	for p, err := range c.Values(ctx, ids, Window{Samples: maxPoints}) {
		if err != nil {
			return nil, err
		}
		if err := r.add(at, p); err != nil {
			return nil, err
		}
	}
	if len(at) == 0 {
		return nil, errNoValues
	}
	var results []*libpcp.Result
	for when, sets := range at {
		result := &libpcp.Result{Time: when}
		for _, id := range ids {
			if set := sets[id]; set != nil {
				result.Sets = append(result.Sets, *set)
			}
		}
		results = append(results, result)
	}
	slices.SortFunc(results, func(a, b *libpcp.Result) int { return a.Time.Compare(b.Time) })
	return results, nil
}

// add adds a value to those of its time.
func (r *recorder) add(at map[time.Time]map[ID]*libpcp.ValueSet, p Point) error {
	d, ok := r.descs[p.Series]
	inst := libpcp.NullInst
	if ok && d.InDom != libpcp.NullInDom {
		var i Instance
		i, ok = r.insts[p.Instance]
		inst = i.Inst
	}
	if !ok {
		return fmt.Errorf("a value of an unknown series or instance: %w", libpcp.ErrIPC)
	}
	v, f, err := encode(inst, p.Value, d.Type)
	if err != nil {
		return err
	}
	if at[p.Time] == nil {
		at[p.Time] = make(map[ID]*libpcp.ValueSet)
	}
	set := at[p.Time][p.Series]
	if set == nil {
		set = &libpcp.ValueSet{PMID: d.PMID, Format: f}
		at[p.Time][p.Series] = set
	}
	set.Values = append(set.Values, v)
	return nil
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
