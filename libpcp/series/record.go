package series

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/format"
)

// A Recording is an archive with the history of one source. Interpolation, rates
// and windows then work as with archives; sampling by the engine (its parameter
// interval) would take the nearest earlier value.
type Recording struct {
	Host string // that the series are about
	Base string // of the archive
	// Samples is the number of samples in the window, by metric, if they were
	// counted.
	Samples map[string]int
	// First and Last are the times of values between which the window is placed; only of
	// a [Feed].
	First, Last time.Time

	ended  chan struct{} // is closed when all else is known
	values bool
	err    error
}

// Wait waits until the archive that [Client.Record] makes is complete, or ctx ends. It
// reports whether there are values: without any there is no archive. The error is why
// it could not be made, that of another source, too.
func (r *Recording) Wait(ctx context.Context) (values bool, err error) {
	select {
	case <-r.ended:
		return r.values, r.err
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// Selection selects the values to record; the zero Selection means all.
type Selection struct {
	// Window, if not nil, returns the wanted start and finish for a source,
	// given the times of its first and last values; a zero finish means no end.
	// Several goroutines call it.
	Window func(first, last time.Time) (start, finish time.Time, err error)
	// WindowOnly omits the values just outside the window, which interpolation in
	// the window uses.
	WindowOnly bool
	// Samples, if not zero, limits the samples of each series, from the first
	// in the window on.
	Samples int
	// FirstOnly records only the first value of each series in the window.
	FirstOnly bool
	// WithoutLabels omits the labels of metrics and instances.
	WithoutLabels bool
	// CountSamples counts the samples in the window nevertheless.
	CountSamples bool
	// Unread, if not nil, is called with the first value of each metric of a host
	// that is not one of the metric's type: such values are left out. Several
	// goroutines call it.
	Unread func(host, metric, text string)
}

// Record makes an archive in dir of each source that has series that match an
// expression without a time window, or have it as their identifier. The
// recordings are sorted by host. Each archive covers the whole time of its source.
// Record returns when the sources are known, and makes the archives meanwhile, the
// first ones first: [Recording.Wait] waits for one. The end of ctx, and the first
// error, end all that are not complete.
// Record writes several archives at a time, in the memory of some fifty thousand
// values, and stops after some gigabytes of endless answers.
func (c *Client) Record(ctx context.Context, expression, dir string, s Selection) ([]*Recording, error) {
	sources, err := c.find(ctx, expression)
	if err != nil {
		return nil, err
	}
	recordings := make([]*Recording, len(sources))
	for i, r := range sources {
		r.base = filepath.Join(dir, strconv.Itoa(i))
		r.recording = &Recording{Host: r.host, Base: r.base, ended: make(chan struct{})}
		recordings[i] = r.recording
	}
	bounded := *c
	bounded.recorded = c.bounds.newRecorded()
	go bounded.recordAll(ctx, sources, s)
	return recordings, nil
}

// find finds the sources of the series that match an expression, or have it as
// their identifier.
func (c *Client) find(ctx context.Context, expression string) ([]*recorder, error) {
	ids := []ID{ID(expression)}
	if !ids[0].valid() {
		var err error
		if ids, err = c.Query(ctx, expression); err != nil {
			return nil, err
		}
	}
	return c.recorders(ctx, ids)
}

// recorder makes an archive of the series of one source.
type recorder struct {
	source ID
	host   string
	labels map[string]string // of all of its series
	base   string
	series []*pages
	insts  map[instanceID]*instance

	first, last   time.Time // of the history, which may begin earlier if that does not change the window
	start, finish time.Time // of the window; finish is zero without an end

	recording *Recording // nil once it has ended, and of a Feed

	w       *archive.Writer // nil before the first result
	at      time.Time       // of the last one
	taken   libpcp.Result
	seen    map[libpcp.PMID]int // samples, if they are counted
	samples map[string]int

	progress // of a Feed
}

// instanceID identifies an instance: instances of two domains can have the same
// identifier.
type instanceID struct {
	domain libpcp.InDom
	id     ID
}

// instance is an instance of some series of a source.
type instance struct {
	number int32
	name   string
	own    map[string]string // labels that not all of the source has
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
			r = &recorder{source: d.Source, insts: make(map[instanceID]*instance), seen: make(map[libpcp.PMID]int)}
			bySource[d.Source] = r
			sources = append(sources, r)
		}
		r.series = append(r.series, &pages{r: r, id: d.Series, desc: d.Desc})
	}
	for _, r := range sources {
		r.order()
	}
	return sources, c.nameHosts(ctx, sources)
}

// order sorts the series by identifier, and marks all but the first of a metric
// as twins.
func (r *recorder) order() {
	slices.SortFunc(r.series, func(a, b *pages) int { return cmp.Compare(a.id, b.id) })
	seen := make(map[libpcp.PMID]bool)
	for _, p := range r.series {
		p.twin = seen[p.desc.PMID]
		seen[p.desc.PMID] = true
	}
}

// nameHosts finds the labels and the hosts of sources, and sorts these by them.
// A source without the label hostname has the names of its host and its file.
func (c *Client) nameHosts(ctx context.Context, sources []*recorder) error {
	ones := make([]ID, len(sources)) // a series of each
	for i, r := range sources {
		ones[i] = r.series[0].id
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

// append records the selected part of the result that was taken.
func (r *recorder) append(s *Selection) error {
	if err := r.create(r.taken.Time); err != nil {
		return err
	}
	if s.within() && (r.taken.Time.Before(r.start) || !r.finish.IsZero() && r.taken.Time.After(r.finish)) {
		return nil // it is of the others
	}
	s.reduce(&r.taken, r.seen)
	if len(r.taken.Sets) == 0 {
		return nil
	}
	r.at = r.taken.Time
	return r.w.Append(&r.taken)
}

// create makes the archive, unless it exists.
func (r *recorder) create(start time.Time) (err error) {
	if r.w != nil {
		return nil
	}
	if !r.first.IsZero() {
		start = earlier(start, r.first)
	}
	r.w, err = archive.Create(r.base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: r.host}, BlockSize: 8 << 10})
	if err != nil {
		return err
	}
	return r.describe(start)
}

// finishArchive ends the archive where the history of the source does, so that
// times relative to that are the same.
func (r *recorder) finishArchive() error {
	if err := r.create(r.last); err != nil {
		return err
	}
	r.count()
	if r.at.Before(r.last) {
		return r.w.Mark(r.last)
	}
	return nil
}

// end announces that the archive is complete or, if it was not made, that there are no
// values, or why. Only the first call has an effect.
func (r *recorder) end(err error) {
	if made := r.recording; made != nil {
		made.Samples, made.values, made.err = r.samples, r.w != nil && err == nil, err
		close(made.ended)
	}
	*r = recorder{} // all that was learned
}

// count notes how many samples were seen.
func (r *recorder) count() {
	r.samples = make(map[string]int)
	for _, p := range r.series {
		for _, name := range p.names {
			r.samples[name] = r.seen[p.desc.PMID]
		}
	}
}

// reduce counts the samples in a result, if requested, and removes the values that
// are not to be recorded.
func (s *Selection) reduce(r *libpcp.Result, seen map[libpcp.PMID]int) {
	if !s.CountSamples {
		return
	}
	r.Sets = slices.DeleteFunc(r.Sets, func(set libpcp.ValueSet) bool {
		seen[set.PMID]++
		return s.FirstOnly && seen[set.PMID] > 1
	})
}

// describe writes metrics, instances and labels.
func (r *recorder) describe(start time.Time) error {
	series := slices.SortedFunc(slices.Values(r.series), func(a, b *pages) int { return slices.Compare(a.names, b.names) })
	for _, p := range series {
		if err := r.w.AddDesc(p.desc, p.names...); err != nil {
			return err
		}
	}
	for d, list := range r.domains() {
		if err := r.describeDomain(start, d, list); err != nil {
			return err
		}
	}
	for _, p := range series {
		if err := r.addLabels(start, libpcp.LabelItem, uint32(p.desc.PMID), labelSet(libpcp.NullInst, p.own)); err != nil {
			return err
		}
	}
	return r.addLabels(start, libpcp.LabelContext, uint32(libpcp.NullPMID), labelSet(libpcp.NullInst, r.labels))
}

// domains are the instances by domain, each once, in their order.
func (r *recorder) domains() map[libpcp.InDom][]*instance {
	lists := make(map[libpcp.InDom][]*instance)
	for id, i := range r.insts {
		lists[id.domain] = append(lists[id.domain], i)
	}
	for d, list := range lists {
		slices.SortFunc(list, func(a, b *instance) int {
			return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
		})
		lists[d] = slices.CompactFunc(list, func(a, b *instance) bool { return a.number == b.number })
	}
	return lists
}

// describeDomain writes the instances of a domain and their labels.
func (r *recorder) describeDomain(start time.Time, d libpcp.InDom, list []*instance) error {
	var instances []libpcp.Instance
	var labels []libpcp.LabelSet
	for _, i := range list {
		instances = append(instances, libpcp.Instance{ID: i.number, Name: i.name})
		labels = append(labels, labelSet(i.number, i.own))
	}
	if err := r.w.AddInstances(start, d, instances); err != nil {
		return err
	}
	return r.addLabels(start, libpcp.LabelInstances, uint32(d), labels...)
}

// labelSet is the labels of something.
func labelSet(inst int32, labels map[string]string) libpcp.LabelSet {
	set := libpcp.LabelSet{Inst: inst}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		set.Labels = append(set.Labels, libpcp.Label{Name: name, Value: labels[name]})
	}
	return set
}

// addLabels writes the label sets that are not empty.
func (r *recorder) addLabels(start time.Time, class libpcp.LabelClass, of uint32, sets ...libpcp.LabelSet) error {
	sets = slices.DeleteFunc(sets, func(s libpcp.LabelSet) bool { return len(s.Labels) == 0 })
	if len(sets) == 0 {
		return nil
	}
	return r.w.AddLabels(start, libpcp.LabelID{Class: class, Ident: of}, sets)
}

// encode is a value as archives have it.
func encode(inst int32, text []byte, t libpcp.Type) (v libpcp.Value, f libpcp.Format, err error) {
	a, ok := whole(text, t)
	if !ok {
		a, err = parse(string(text), t)
	}
	if err == nil {
		v, f, err = libpcp.NewValue(inst, a)
	}
	if err != nil {
		err = fmt.Errorf("a value %q: %w", text, libpcp.ErrIPC)
	}
	return v, f, err
}

// parse parses what agents report: numbers too that pmstore refuses, close to zero or
// infinite, and none.
func parse(text string, t libpcp.Type) (libpcp.Atom, error) {
	switch t {
	case libpcp.TypeString:
		if whole, err := strconv.Unquote(text); err == nil {
			text = whole
		}
	case libpcp.TypeFloat:
		f, err := parseFloat(text, 32)
		return libpcp.FloatAtom(float32(f)), err
	case libpcp.TypeDouble:
		f, err := parseFloat(text, 64)
		return libpcp.DoubleAtom(f), err
	}
	return format.ParseValue(text, t)
}

func parseFloat(text string, bits int) (float64, error) {
	if text == "-nan" { // which C prints
		return math.NaN(), nil
	}
	return strconv.ParseFloat(text, bits)
}

// whole parses a whole number of a type that can hold any below a limit, which
// most values are.
func whole(text []byte, t libpcp.Type) (a libpcp.Atom, ok bool) {
	n, ok := digits(text, math.MaxInt32)
	switch t {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(n)), ok
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(n)), ok
	case libpcp.Type64:
		return libpcp.Int64Atom(n), ok
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(uint64(n)), ok
	}
	return a, false
}
