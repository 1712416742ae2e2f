package report

import (
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"pcptools/libpcp"
)

// A Header describes all records.
type Header struct {
	Tool   string
	Source *Source // nil without a source
}

// recorded reports whether the source is an archive, or several.
func (h Header) recorded() bool {
	return h.Source != nil && strings.HasPrefix(h.Source.Kind, "archive")
}

// Source is where metrics come from.
type Source struct {
	Kind string // "host", "archive" or "local"; "hosts" or "archives"
	Name string // as the user named it, "" for a local one
	Host string // that the metrics are about
}

// An Encoder writes records in some format: Begin, then records, then End. It
// returns the errors of its writer; after an error it is useless.
type Encoder interface {
	Begin(Header) error
	Write(Record) error
	End() error
}

// Options choose an encoder.
type Options struct {
	Format   Format
	Style    Style
	Out      io.Writer
	Zone     *time.Location // of times; nil is the zone that each time has
	Columns  []Column       // of CSV and tables
	Samples  bool           // records are samples
	Recorded bool           // values are of their time, not of now
	Repeated bool           // the records of a report come again and again
	Once     bool           // of several sources, each has all of its records at the end
	Width    int            // of the terminal that Out is; 0 if it is none
	Height   int            // lines of a screen that shows one report in place of the other; 0 if it is none
	Bold     bool           // headings of tables, and colours
	Blocks   bool           // the locale has block characters
	Past     *Past          // nil unless changes are marked
	Texts    libpcp.ErrorTexts
	Host     string                // that each record has the name of; "" for none
	Drawn    func(Options) Encoder // of Plot, for samples of several sources
	Ranking  *Ranking              // of rows, or of the values of several sources; nil for none
	Finish   func(*Metric) bool    // what the tool does at the end to a metric of several sources: it is not reported if that returns false; may be nil
	People   bool                  // units are chosen, and decimals are aligned

	Hosts  []string // of several sources, where each has a row
	Absent Absences // the encoder's own if it is nil

	unseen *unseen
	differ func(time.Time) bool // whether sources have several zones then; nil for no
}

// Offset is the offset of a time, after a space, where sources have several zones; else "".
func (o *Options) Offset(t time.Time) string {
	if o.differ == nil || t.IsZero() || !o.differ(t) {
		return ""
	}
	return In(t, o.Zone).Format(" -07:00")
}

// In is a time in a zone, or in its own if that is nil.
func In(t time.Time, zone *time.Location) time.Time {
	if zone == nil || t.IsZero() {
		return t
	}
	return t.In(zone)
}

// Style is how a format is laid out.
type Style struct {
	Wide       bool     // texts whole; of CSV, a row for each sample
	ByInstance bool     // a row for each instance, with a column for each metric
	ByHost     bool     // a row for each source, with a column for each metric and instance
	Fine       bool     // samples are less than a second apart
	Times      string   // of csv: the argument of --time-format
	Labels     []string // of PCP, that values for Prometheus have; nil for all
	Precision  *int     // digits after the point, nil for as many as are significant
	Fields     []Column // the selected columns, nil for the tool's
	Units      UnitsChoice

	wanted []wanted // units that values are converted to
}

// Format is a form of output.
type Format int

// The formats.
const (
	Classic   Format = iota // the output of PCP's tools, which no Encoder writes
	JSON                    // one document
	JSONLines               // a document for each record
	CSV
	Table
	OpenMetrics // of values alone
	Prometheus  // the same in Prometheus' older text format
	Wide        // a table with a row for each sample
	Plot        // a picture of samples, which package plot draws
	onlyClassic // until [Format.TableFor]: the user has asked for the classic format
)

// A Ranking orders rows, or the values of each metric, of all sources together.
type Ranking struct {
	Top     int              // how many rows, or values of a metric, are reported, 0 for all
	Key     func(*Value) any // what a value is ordered by
	Compare func(a, b any) int
	By      func(*Metric) bool // the metric whose values rows are in the order of; nil for the first
	Shift   atomic.Int32       // how many columns further to the right that metric is
	Idle    bool               // there is no order until Shift is set

	Together bool // values of different metrics are ordered together
}

// UnitsChoice is who chooses the units of values for people.
type UnitsChoice int

// The choices.
const (
	UnitsByDefault UnitsChoice = iota // AutoUnits on a terminal, else OwnUnits
	AutoUnits                         // so that numbers are short, with decimal points aligned
	OwnUnits                          // as the metric, or the user, has them
)

// wanted is an argument of --units that names units.
type wanted struct {
	text  string
	units libpcp.Units
}

// Has reports whether one of some columns is selected.
func (s *Style) Has(some ...Column) bool {
	return slices.ContainsFunc(some, func(c Column) bool { return slices.Contains(s.Fields, c) })
}
