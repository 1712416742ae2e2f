package report

import (
	"math"
	"sync"
	"time"
)

// Several writes the records of several sources as one report, in which each
// has the name of its source. Lines of JSON and CSV are written as they come.
// In a document and in tables records are in the order of their steps (see
// [Part.Reach]), and in a step in that of the sources.
type Several struct {
	Options
	joined  joined
	ordered bool

	mu    sync.Mutex
	parts []*Part
	last  int64 // the step of what was written last
	err   error // the first
}

// A Part is the encoder for the records of one source. It serves one
// goroutine, beside those of the other parts.
type Part struct {
	all *Several
	own Options
	enc partEncoder // nil before the first record, and after the last

	// These are guarded by all.mu.
	at     int64 // the step that records are of now
	queued []piece
}

// A piece is what becomes of a record.
type piece struct {
	step int64
	text []byte
	rows [][]string
}

// never is behind all steps.
const never = math.MaxInt64

// NewSeveral returns the encoder for sources of the names given; its columns
// are those of a single source.
func NewSeveral(o Options, names []string) *Several {
	o.Columns = append([]Column{Host}, o.Columns...)
	if o.Zone == nil {
		o.Zone = time.Local
	}
	s := &Several{Options: o, joined: newJoined(o), ordered: o.Format == JSON || o.Format == Table}
	for _, name := range names {
		o.Host = name
		s.parts = append(s.parts, &Part{all: s, own: o})
	}
	return s
}

// Parts are in the order of the names.
func (s *Several) Parts() []*Part { return s.parts }

// Begin begins the report.
func (s *Several) Begin(h Header) error {
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

// SetZone says in which time zone the part writes times.
func (p *Part) SetZone(zone *time.Location) {
	if zone != nil {
		p.own.Zone, p.enc = zone, nil
	}
}

// Begin implements [Encoder].
func (p *Part) Begin(Header) error { return nil }

// Write implements [Encoder]. What is long in the record is read before others
// are kept waiting.
func (p *Part) Write(r Record) error {
	if p.enc == nil {
		p.enc = newPartEncoder(p.own)
	}
	made := p.enc.piece(r)
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.flush(s.Samples)
	if !s.ordered {
		s.write(made)
		return s.err
	}
	if made.step = p.at; made.step == never {
		made.step = s.last
	}
	p.queued = append(p.queued, made)
	s.release()
	return s.err
}

// Reach says that the records from now on are of a step, such as the instant
// of a sample. Until the first time they are of step 0.
func (p *Part) Reach(step int64) error { return p.reach(step) }

// Leave says that nobody needs to wait for records of the part, until it
// reaches a step again.
func (p *Part) Leave() error { return p.reach(never) }

// Expect announces that nobody needs to wait longer than some time for the next
// record. The function that it returns announces that the record is there: it is of
// the same step as without the delay, and comes behind others if it is late.
func (p *Part) Expect(within time.Duration) (arrived func()) {
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	step, there := p.at, false
	timer := time.AfterFunc(within, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !there {
			p.pass(never)
		}
	})
	return func() {
		timer.Stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		p.at, there = step, true
	}
}

// End implements [Encoder]: there are no more records.
func (p *Part) End() error {
	p.enc = nil
	return p.reach(never)
}

func (p *Part) reach(step int64) error {
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	p.pass(step)
	return s.err
}

func (p *Part) pass(step int64) {
	p.at = step
	p.all.release()
	p.all.flush(true)
}

// flush has what is written appear at once, if it is time for that.
func (s *Several) flush(now bool) {
	if out, ok := s.Out.(interface{ Flush() }); ok && now {
		out.Flush()
	}
}

// release writes what is queued up to the first part that may have something
// to come before the rest.
func (s *Several) release() {
	for {
		step := int64(never)
		for _, p := range s.parts {
			step = min(step, p.earliest())
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

// settle ends what is before a step.
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
