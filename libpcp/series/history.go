package series

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pcptools/libpcp"
)

// budget is how many values are held at a time, if sources have not more at one
// time.
const budget = 50_000

// history is the selected part of the history of a source.
type history struct {
	r             *recorder
	first, last   time.Time // of all there is
	start, finish time.Time // finish is zero without an end
	selection     Selection
	page          int // how many samples of each series are asked for at once
	series        []*pages
}

// pages is a series, of which one page of samples is held at a time.
type pages struct {
	id          ID
	first, last time.Time
	held        []sample
	until       time.Time // of the last sample that was held
	more        bool      // there may be samples after that
}

// sample is what a series has at one time.
type sample struct {
	time time.Time
	set  libpcp.ValueSet
}

// history finds where series begin and end, and what of that is selected.
func (r *recorder) history(ctx context.Context, ids []ID, s Selection) (*history, error) {
	h := &history{r: r, selection: s, page: max(1, r.budget/max(1, len(ids), len(r.insts)))}
	for _, id := range ids {
		h.series = append(h.series, &pages{id: id})
	}
	if err := h.extent(ctx); err != nil {
		return nil, err
	}
	h.start = h.first
	if s.Window == nil {
		return h, nil
	}
	var err error
	h.start, h.finish, err = s.Window(h.first, h.last)
	return h, err
}

// extent asks for the first and the last sample of each series.
func (h *history) extent(ctx context.Context) error {
	err := h.ask(ctx, h.series, Window{Start: "0", Samples: 1}, func(p *pages, s sample) { p.first = s.time })
	if err != nil {
		return err
	}
	h.series = slices.DeleteFunc(h.series, func(p *pages) bool { return p.first.IsZero() })
	if len(h.series) == 0 {
		return errNoValues
	}
	err = h.ask(ctx, h.series, Window{Samples: 1}, func(p *pages, s sample) { p.last = s.time })
	h.first, h.last = h.series[0].first, h.series[0].last
	for _, p := range h.series {
		if p.first.Before(h.first) {
			h.first = p.first
		}
		if p.last.After(h.last) {
			h.last = p.last
		}
	}
	return err
}

// ask asks for samples of some series and gives each to take.
func (h *history) ask(ctx context.Context, of []*pages, w Window, take func(*pages, sample)) error {
	ids, known := make([]ID, len(of)), make(map[ID]*pages, len(of))
	for i, p := range of {
		ids[i], known[p.id] = p.id, p
	}
	var p *pages
	var held sample
	for point, err := range h.r.client.Values(ctx, ids, w) {
		if err != nil {
			return err
		}
		if p == nil || p.id != point.Series || !held.time.Equal(point.Time) {
			if p != nil {
				take(p, held)
			}
			if p = known[point.Series]; p == nil {
				return unknown()
			}
			held = sample{time: point.Time, set: libpcp.ValueSet{PMID: h.r.descs[p.id].PMID}}
		}
		if err := h.r.add(&held.set, point); err != nil {
			return err
		}
	}
	if p != nil {
		take(p, held)
	}
	return nil
}

func unknown() error {
	return fmt.Errorf("a value of an unknown series or instance: %w", libpcp.ErrIPC)
}

// add adds a value to those of its time.
func (r *recorder) add(set *libpcp.ValueSet, p Point) error {
	d, inst := r.descs[p.Series], libpcp.NullInst
	if d.InDom != libpcp.NullInDom {
		i, ok := r.insts[p.Instance]
		if !ok {
			return unknown()
		}
		inst = i.Inst
	}
	v, f, err := encode(inst, p.Value, d.Type)
	if err != nil {
		return err
	}
	set.Format, set.Values = f, append(set.Values, v)
	return nil
}
