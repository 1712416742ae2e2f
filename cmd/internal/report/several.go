package report

import (
	"bytes"
	"math"
	"slices"
	"sync"
	"time"
)

// Several writes the records of several sources as one report, in which each
// has the name of its source. Lines of JSON and CSV are written as they come, or in
// blocks of one source where the output is none that is flushed.
// In a document and in tables records follow the order of their steps (see
// [Part.Reach]), and in a step the order of the sources. With a [Ranking] each
// value has a record, in that order, in all formats.
type Several struct {
	Options
	joined  joined
	ordered bool
	blocks  bool // records appear neither in order nor at once

	mu    sync.Mutex
	parts []*Part
	steps map[int64]*ranks // with a Ranking: the steps that are not complete
	last  int64            // the step of the last written record
	err   error            // the first
}

// A Part is the encoder for the records of one source. Each Part serves one
// goroutine.
type Part struct {
	all    *Several
	index  int
	own    Options
	enc    partEncoder // nil before the first record, and after the last
	text   []byte      // of records that are not written yet, if in blocks
	number int         // of records, with a Ranking

	// These are guarded by all.mu.
	at      int64 // the step that records are of now
	awaited bool  // others have stopped waiting for it
	queued  []piece
}

// A piece is what becomes of a record.
type piece struct {
	step    int64
	text    []byte
	rows    [][]string
	facts   []fact // of the rows
	window  string // of a summary
	family  *family
	sample  *Sample
	problem *Problem
}

// kept is the piece, to be written later.
func (made piece) kept() piece {
	made.text = bytes.Clone(made.text)
	return made
}

// never is after all steps.
const never = math.MaxInt64

// NewSeveral returns the encoder for the named sources; its columns are the
// columns of a single source, preceded by Host unless they contain it.
func NewSeveral(o Options, names []string) *Several {
	if !slices.Contains(o.Columns, Host) {
		o.Columns = append([]Column{Host}, o.Columns...)
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	s := &Several{Options: o, ordered: formats[o.Format].joins, steps: make(map[int64]*ranks)}
	s.joined = newJoined(o, s.awaited)
	_, atOnce := o.Out.(flusher)
	s.blocks = !atOnce && !s.ordered && o.Ranking == nil
	for i, name := range names {
		o.Host = name
		s.parts = append(s.parts, &Part{all: s, index: i, own: o})
	}
	return s
}

// Joins reports whether records of several sources at one time are written together.
func (s *Several) Joins() bool { return s.ordered || s.Ranking != nil }

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
	s.err = s.joined.Begin(h)
	return s.err
}

// End ends the report, when all parts have ended.
func (s *Several) End() error {
	if s.err != nil {
		return s.err
	}
	return s.joined.End()
}

// Write writes a record about all sources, when all parts have ended.
func (s *Several) Write(r Record) error {
	o := s.Options
	o.Host = ""
	made := newPartEncoder(o).piece(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	made.step = s.last
	s.write(made)
	return s.err
}

// SetZone sets the time zone in which the part writes times.
func (p *Part) SetZone(zone *time.Location) {
	if zone != nil {
		p.own.Zone, p.enc = zone, nil
	}
}

// Begin implements [Encoder].
func (p *Part) Begin(Header) error { return nil }

// Write implements [Encoder]. It reads the long parts of the record before it
// locks others out.
func (p *Part) Write(r Record) error {
	s := p.all
	if s.Ranking != nil {
		return p.rank(r)
	}
	made := p.piece(r)
	if s.blocks {
		if p.text = append(p.text, made.text...); len(p.text) < flushSize {
			return nil
		}
		return p.writeText()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.flush(s.Samples)
	if !s.ordered {
		s.write(made)
		return s.err
	}
	made = made.kept()
	if made.step = p.at; made.step == never {
		made.step = s.last
	}
	p.queued = append(p.queued, made)
	s.release()
	return s.err
}

// writeText writes the records that are not written yet.
func (p *Part) writeText() error {
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write(piece{text: p.text})
	p.text = p.text[:0]
	return s.err
}

// piece makes a piece of a record, valid until the next.
func (p *Part) piece(r Record) piece {
	if p.enc == nil {
		p.enc = newPartEncoder(p.own)
	}
	return p.enc.piece(r)
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
	}
}

// End implements [Encoder]: the part has no more records.
func (p *Part) End() error {
	if len(p.text) > 0 {
		p.writeText()
	}
	p.enc, p.text = nil, nil
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
	if p.at = step; p.all.ordered || p.all.Ranking != nil {
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
	for {
		step := int64(never)
		for _, p := range s.parts {
			step = min(step, p.earliest())
		}
		if s.Ranking != nil {
			s.writeRanks(step)
			return
		}
		s.settle(step)
		if step == never {
			return
		}
		for _, p := range s.parts {
			for len(p.queued) > 0 && p.queued[0].step <= step {
				s.write(p.queued[0])
				s.last = step
				p.queued = p.queued[1:]
			}
			if p.at <= step {
				return
			}
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
		s.err = s.joined.settle(step)
	}
}

func (s *Several) write(made piece) {
	if s.err == nil {
		s.err = s.joined.join(made)
	}
}
