package pipeline

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/pflag"

	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// A Pipeline is what options say of records, and what a tool says of its own. Once
// Run is called it does not change.
type Pipeline struct {
	Format report.Format
	Style  report.Style
	Pick   pick.Pick
	Watch  Watch
	Fleet  Fleet
	tool.Strict

	Source  *options.Source
	Columns func() []report.Column    // of CSV and tables
	Rates   func(metric string) bool  // whether a counter is reported as its rate; nil for none
	Finish  func(*report.Metric) bool // what the tool does to a metric at the end: it is not reported if that returns false; may be nil
	Prefix  func(*tool.Env) string    // of problems on standard error; nil keeps them to the report
	Lenient bool                      // the run succeeds even if an operand selects nothing

	Compares bool   // a report is compared with another
	OrElse   string // what comparing takes in place of --watch, in words

	Show func(*report.Metric) // changes how a metric is shown, after its units; may be nil

	// Sampled is set if the tool takes samples, at times of its own; else it reports once,
	// or again and again with --watch.
	Sampled bool
	Summary bool                                                // samples are summed up
	Every   func() time.Duration                                // between samples
	Draw    func(*tool.Env) func(report.Options) report.Encoder // makes the encoder of the format plot

	asked   string          // the first option that the classic format lacks
	keys    *keys           // nil unless a report is watched on a terminal
	ranking *report.Ranking // of its rows, which keys change
}

// A Round writes the raw records of one report.
type Round func(ctx context.Context, to report.Encoder) error

// An Ask is what a tool does with a source that is open: it prepares its questions, and
// returns what writes the answers.
type Ask func(ctx context.Context, s *Session) (Round, error)

// Recorded marks an option that takes records: with it a report is a table, not in the
// classic format.
func (p *Pipeline) Recorded(o getopt.Option) getopt.Option {
	o.Value = noted{o.Value, p, "--" + o.Long}
	return o
}

// Settle chooses the format, when all options are known: a table in place of the classic
// one if an option was given that takes records.
func (p *Pipeline) Settle(asked string) error {
	if err := p.Format.TableFor(asked); err != nil {
		return err
	}
	return p.Style.Check(p.Format)
}

// Asked is the first option given that takes records, "" without one.
func (p *Pipeline) Asked() string { return p.asked }

// Check finds options that do not go together, when the format is settled.
func (p *Pipeline) Check() error {
	if !p.Sampled {
		if err := p.Watch.Check(p.Format, p.Source, &p.Fleet); err != nil {
			return err
		}
		if p.Pick.Changes() && !p.Watch.On() && !p.Compares {
			return errors.New("--where=changed requires --watch" + p.OrElse)
		}
	}
	return p.Fleet.Check(p.Format, &p.Style)
}

// On reports whether there are records at all.
func (p *Pipeline) On() bool { return p.Format != report.Classic }

// noted notes that an option was given.
type noted struct {
	pflag.Value
	p    *Pipeline
	name string
}

func (n noted) Set(text string) error {
	n.p.asked = cmp.Or(n.p.asked, n.name)
	return n.Value.Set(text)
}

// A Session is a source of a run: the only one, or one of many.
type Session struct {
	Source *options.Source
	Env    *tool.Env
	C      *libpcp.Context
	Strict *tool.Strict
	Zone   *time.Location // of the report; a tool sets it when it knows
	Host   string         // that metrics are about; "" is asked for
	Base   Round          // is only looked at, as what the first report is compared with; nil for none
	Name   string         // of one of many

	p         *Pipeline
	ctx       context.Context   // of the run
	recording *source.Recording // of which the source is, with a query of series
	stages    *stages
	grid      grid // of the instants of samples or reports
	redrawn   bool
	ofMany
}

// Recorded is the number of samples of a metric, if the source is a history of which they
// have been counted.
func (s *Session) Recorded(metric string) (samples int, ok bool) { return s.recording.Count(metric) }

// Headed reports whether the heads of samples need instances.
func (s *Session) Headed() bool { return s.stages.headed && !s.p.Style.ByInstance }

// Alone reports whether the source is the only one.
func (s *Session) Alone() bool { return s.many == nil }

// timed reports whether records are of several times: they are samples, or reports follow
// each other.
func (p *Pipeline) timed() bool { return p.Sampled || p.Watch.On() }

// repeats reports whether one report follows the other.
func (p *Pipeline) repeats() bool { return p.Watch.On() && !p.Sampled }

// every is how much time is between samples or reports.
func (p *Pipeline) every() time.Duration {
	if p.Sampled {
		return p.Every()
	}
	return p.Watch.Every()
}

// follows reports whether a live source is asked until an interrupt, and asked again when
// it was lost.
func (p *Pipeline) follows() bool {
	return p.Watch.On() && (!p.Sampled || p.Source.Samples == nil && p.Source.Kind != options.Archive)
}

// Follows reports whether the session goes on when its source was lost.
func (s *Session) Follows() bool { return s.p.follows() }

// many is the sources of a report on many.
type many struct {
	ask      Ask
	sessions []*Session
	beat     *beat // nil for archives, and for reports without samples
	room     bool  // the process has file descriptors for all sources
}

// ofMany is what a session knows of itself as one of many.
type ofMany struct {
	many    *many // nil if the source is the only one
	part    *report.Part
	failure error            // of the source as a whole
	lack    error            // the first reason why not all that was asked for could be reported
	partial bool             // that is so
	whole   bool             // all that was asked for had values at some time
	late    bool             // the last sample was
	step    int64            // of the last record of an archive
	release func()           // lets the next source begin before this one has ended
	summary *summary.Summary // of the samples; nil without
}
