package report

import (
	"io"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
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

// OptionsFor are the options for writing a format to the standard output of a
// tool. From now on failures to write are checked.
func OptionsFor(env *tool.Env, f Format, style Style, columns []Column, zone *time.Location) Options {
	env.Stdout.Check()
	width, _ := env.Columns()
	if style.Fields != nil {
		columns = style.Fields
	}
	texts, out := env.ErrorTexts(), io.Writer(env.Stdout)
	if formats[f].people {
		out = env.People()
	}
	return Options{Format: f, Style: style, Out: out, Zone: zone, Columns: columns, Width: width, Bold: env.Bold(), Blocks: env.Unicode(), People: style.suits(width > 0),
		Texts: texts, unseen: style.newUnseen(env.Stderr, env.Name, texts)}
}

// ForScreen returns the encoder of tables that are drawn again and again, into
// out, before the terminal shows them below some other lines.
func ForScreen(env *tool.Env, style Style, columns []Column, past *Past, lines int, out io.Writer) Encoder {
	o := OptionsFor(env, Table, style, columns, nil)
	o.Out, o.Past, o.unseen = out, past, nil
	if !o.Bold {
		o.Width-- // for stars that mark changes
	}
	_, rows := env.Size()
	o.Height = max(rows-lines-1, 1) // less the cursor's
	return New(o)
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
	Ranking  *Ranking              // of the values of several sources; nil for none
	Finish   func(*Metric) bool    // what the tool does at the end to a metric of several sources: it is not reported if that returns false; may be nil
	People   bool                  // units are chosen, and decimals are aligned

	unseen *unseen
	differ func(time.Time) bool // whether sources have several zones then; nil for no
}

// New returns the encoder for a format other than Classic.
func New(o Options) Encoder {
	if o.Zone == nil {
		o.Zone = time.Local
	}
	return o.encoder()
}

func (o Options) encoder() Encoder {
	if o.Style.ByInstance && (o.Format == Table || o.Format == Wide) {
		return newByInstance(o)
	}
	return formats[o.Format].encoder(o)
}

// Offset is the offset of a time, after a space, where sources have several zones; else "".
func (o *Options) Offset(t time.Time) string {
	if o.differ == nil || t.IsZero() || !o.differ(t) {
		return ""
	}
	return in(t, o.Zone).Format(" -07:00")
}

// in is a time in a zone, or in its own if that is nil.
func in(t time.Time, zone *time.Location) time.Time {
	if zone == nil || t.IsZero() {
		return t
	}
	return t.In(zone)
}

// Style is how a format is laid out.
type Style struct {
	Wide       bool     // texts whole; of CSV, a row for each sample
	ByInstance bool     // a row for each instance, with a column for each metric
	Fine       bool     // samples are less than a second apart
	Precision  *int     // digits after the point, nil for as many as are significant
	Fields     []Column // the selected columns, nil for the tool's
	Units      UnitsChoice

	wanted []wanted // units that values are converted to
}

// AskedFields is --fields if it was given.
func (s *Style) AskedFields() string { return Given("--fields", s.Fields != nil) }

// Options are --fields, for the columns that a tool has and Host, and --wide.
func (s *Style) Options(known ...Column) []getopt.Option {
	return []getopt.Option{
		s.FieldsOption(slices.Concat(known, []Column{Host})...),
		{Long: "wide", Exact: true, Value: getopt.Bool(&s.Wide), Text: "do not cut text in tables; with csv, a row for each sample"},
	}
}
