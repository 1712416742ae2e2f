package report

import (
	"bytes"
	"cmp"
	"container/heap"
	"math"
	"slices"
	"sync"
	"time"

	"pcptools/libpcp"
)

// Several writes the records of several sources as one report, in which each
// has the name of its source. Lines of JSON and CSV are written as they come, or in
// blocks of one source where the output is none that is flushed.
// In a document and in tables records follow the order of their steps (see
// [Part.Reach]), and in a step the order of the sources. With a [Ranking] each
// value has a record, in that order, in all formats.
type Several struct {
	Options
	enc     Encoder // of records that are in order, and of the beginning of others
	ordered bool
	texts   bool // in order, but never with records of others: parts make text of them
	blocks  bool // records appear neither in order nor at once

	mu    sync.Mutex
	parts []*Part
	turns turns
	steps gathering
	last  int64 // the step of the last written record
	err   error // the first

	firstZone *time.Location // of the first source that has one
	zoneOf    int            // the number of that source
	zones     map[string]*time.Location
}

// A Part is the encoder for the records of one source. Each Part serves one
// goroutine.
type Part struct {
	all  *Several
	own  Options
	enc  Encoder // of text, where records have no order; nil before the first
	text bytes.Buffer

	// These are guarded by all.mu.
	at      int64 // the step that records are of now
	awaited bool  // others have stopped waiting for it
	queued  []stepped
	number  int // among all
	turn    int // the position in all.turns
}

// stepped is a record of a step, that stays.
type stepped struct {
	step   int64
	record Record
}

// never is after all steps.
const never = math.MaxInt64

// NewSeveral returns the encoder for the named sources; its columns are the
// columns of a single source, preceded by Host unless they contain it.
func NewSeveral(o Options, names []string) *Several {
	if !slices.Contains(o.Columns, Host) {
		o.Columns = append([]Column{Host}, o.Columns...)
	}
	s := &Several{zones: make(map[string]*time.Location), ordered: formats[o.Format].joins || o.Ranking != nil || o.drawn()}
	if o.differ = s.differ; o.Style.ByHost {
		o.Hosts, o.Absent = names, make(Absences)
	}
	s.Options, s.enc = o, o.ofSeveral()
	s.texts = o.Format == JSON && o.Ranking == nil
	s.steps = gathering{Encoder: s.enc, options: o, awaited: s.awaited, zone: s.zone, units: make(map[string]libpcp.Units)}
	_, atOnce := o.Out.(flusher)
	s.blocks = !atOnce && !s.ordered
	for i, name := range names {
		o.Host = name
		s.parts = append(s.parts, &Part{all: s, own: o, number: i, turn: i})
	}
	s.turns = slices.Clone(s.parts)
	return s
}

// ofSeveral is the encoder of the records of several sources.
func (o Options) ofSeveral() Encoder {
	switch {
	case o.Drawn != nil:
		return o.Drawn(o)
	case o.Format == Wide && !o.Style.ByInstance && !o.Style.ByHost:
		return newWideHosts(o)
	case formats[o.Format].exposed:
		return newFamilies(o)
	}
	return o.encoder()
}

// zone is what times without a source are in: the zone of the first source.
func (s *Several) zone() *time.Location { return cmp.Or(s.firstZone, time.Local) }

// differ reports whether the times of sources are in different zones.
func (s *Several) differ(at time.Time) bool {
	_, first := at.In(s.zone()).Zone()
	for _, zone := range s.zones {
		if _, offset := at.In(zone).Zone(); offset != first {
			return true
		}
	}
	return false
}

// Joins reports whether records of several sources at one time are written together.
func (s *Several) Joins() bool { return s.ordered }

// awaited names the sources that others have stopped waiting for.
func (s *Several) awaited() (names []string) {
	for _, p := range s.parts {
		if p.awaited {
			names = append(names, p.own.Host)
		}
	}
	return names
}

// Parts are in the order of the names.
func (s *Several) Parts() []*Part { return s.parts }

// Begin begins the report.
func (s *Several) Begin(h Header) error {
	for _, p := range s.parts {
		p.own.Recorded = h.recorded()
	}
	s.err = s.enc.Begin(h)
	return s.err
}

// End ends the report, when all parts have ended.
func (s *Several) End() error {
	s.settle(never)
	if s.err != nil {
		return s.err
	}
	return s.enc.End()
}

// Write writes a record about all sources, when all parts have ended.
func (s *Several) Write(r Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settle(never); s.err == nil {
		s.err = s.enc.Write(copied(r, "", s.zone()))
	}
	return s.err
}

// SetZone sets the time zone in which the part writes times.
func (p *Part) SetZone(zone *time.Location) {
	if zone != nil {
		s := p.all
		s.mu.Lock()
		defer s.mu.Unlock()
		p.own.Zone, p.enc = zone, nil
		if s.firstZone == nil || p.number < s.zoneOf {
			s.firstZone, s.zoneOf = zone, p.number
		}
		s.zones[zone.String()] = zone
	}
}

// Begin implements [Encoder].
func (p *Part) Begin(Header) error { return nil }

// Write implements [Encoder]. It reads the long parts of the record, or makes text of
// them, before it locks others out.
func (p *Part) Write(r Record) error {
	s := p.all
	if !s.ordered || s.texts {
		if !p.own.finish(r) {
			return nil
		}
		p.makeText(r)
	}
	switch {
	case !s.ordered && s.blocks && p.text.Len() < flushSize:
		return nil
	case !s.ordered:
		return p.flushText()
	case s.texts:
		r = written(bytes.Clone(p.text.Bytes()))
		p.text.Reset()
	default:
		r = copied(r, p.own.Host, p.own.Zone)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.flush(s.Samples)
	step := p.at
	if step == never {
		step = s.last
	}
	p.queued = append(p.queued, stepped{step, r})
	s.turns.moved(p)
	s.release()
	return s.err
}

// makeText makes text of a record.
func (p *Part) makeText(r Record) {
	if p.enc == nil {
		o := p.own
		o.Out = &p.text
		p.enc = New(o)
	}
	p.enc.Write(r)
}

// flushText writes the text of records that have no order.
func (p *Part) flushText() error {
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.flush(s.Samples)
	if s.err == nil {
		_, s.err = s.Out.Write(p.text.Bytes())
	}
	p.text.Reset()
	return s.err
}

// Reach announces that further records belong to a step, such as the instant of
// a sample. Before the first call they belong to step 0.
func (p *Part) Reach(step int64) error { return p.step(step) }

// Leave announces that other parts need not wait for this part, until it
// reaches a step again.
func (p *Part) Leave() error { return p.step(never) }

// Pause is Leave for a part that has no further records for now: nobody expects any.
func (p *Part) Pause() error {
	if p.all.Once || p.all.blocks {
		return nil
	}
	return p.reach(never, false)
}

func (p *Part) step(step int64) error {
	if p.all.Once || p.all.blocks {
		return nil
	}
	return p.reach(step, step == never)
}

// Expect announces that other parts need not wait longer than a time for the
// next record. The returned function announces the record: it belongs to the
// same step as without the delay, and follows others if it is late.
func (p *Part) Expect(within time.Duration) (arrived func()) {
	s := p.all
	if s.Once {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	step, there := p.at, false
	timer := time.AfterFunc(within, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !there {
			p.awaited = true
			p.pass(never)
		}
	})
	return func() {
		timer.Stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		p.at, p.awaited, there = step, false, true
		s.turns.moved(p)
	}
}

// End implements [Encoder]: the part has no more records.
func (p *Part) End() error {
	if p.text.Len() > 0 {
		p.flushText()
	}
	p.enc = nil
	return p.reach(never, false)
}

func (p *Part) reach(step int64, awaited bool) error {
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	p.awaited = awaited
	p.pass(step)
	return s.err
}

func (p *Part) pass(step int64) {
	p.at = step
	p.all.turns.moved(p)
	if p.all.ordered {
		p.all.release()
	}
	p.all.flush(true)
}

// flush shows written records at once, if it is time.
func (s *Several) flush(now bool) {
	if out, ok := s.Out.(flusher); ok && now {
		out.Flush()
	}
}

// A flusher is an output of live records, which appear when it is flushed.
type flusher interface{ Flush() }

// release writes queued records, up to the first part that may still have an
// earlier record.
func (s *Several) release() {
	for len(s.turns) > 0 {
		p := s.turns[0]
		step := p.earliest()
		if s.settle(step); step == never {
			return
		}
		for len(p.queued) > 0 && p.queued[0].step <= step {
			s.write(step, p.queued[0].record)
			p.queued = p.queued[1:]
		}
		s.turns.moved(p)
		if p.at <= step {
			return
		}
	}
}

// earliest is the step of the next record of the part, at least.
func (p *Part) earliest() int64 {
	if len(p.queued) > 0 {
		return p.queued[0].step
	}
	return p.at
}

// settle completes all steps before a step.
func (s *Several) settle(step int64) {
	if s.err == nil {
		s.err = s.steps.settle(step)
	}
}

func (s *Several) write(step int64, r Record) {
	if s.last = step; s.err == nil {
		s.err = s.steps.take(step, r)
	}
}

// turns is a heap of parts in the order in which their next records are written: by
// steps, and in a step by the order of the sources.
type turns []*Part

// moved takes in that the earliest step of a part has changed.
func (t turns) moved(p *Part) { heap.Fix(&t, p.turn) }

// Len, Less, Swap, Push and Pop implement [heap.Interface]. Parts are neither added nor
// removed.
func (t turns) Len() int { return len(t) }

func (t turns) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(t[i].earliest(), t[j].earliest()), cmp.Compare(t[i].number, t[j].number)) < 0
}

func (t turns) Swap(i, j int) {
	t[i], t[j] = t[j], t[i]
	t[i].turn, t[j].turn = i, j
}

func (t turns) Push(any) {}

func (t turns) Pop() any { return nil }
