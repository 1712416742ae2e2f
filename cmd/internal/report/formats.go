package report

import (
	"errors"
	"io"
	"strings"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// formats has a row for each format, with all that depends on the format alone.
var formats = [...]struct {
	name    string
	encoder func(Options) Encoder // nil if another package writes the format

	general  bool       // every tool has the format, for several sources and selected columns too
	exact    bool       // records contain everything, as programs need it, failed runs too
	members  bool       // records have more members than the columns of CSV
	people   bool       // numbers have the form that suits people
	exposed  bool       // it always reports values, and has no place for errors
	repeated Repetition // how reports follow each other

	joins bool // records of several sources are in the order of times, and then of sources
}{
	Classic: {name: "classic", general: true},
	JSON: {name: "json", encoder: newDocument, general: true, exact: true, members: true, repeated: Anew,
		joins: true},
	JSONLines:   {name: "jsonl", encoder: newLines, general: true, exact: true, members: true, repeated: Continued},
	CSV:         {name: "csv", encoder: newCSV, general: true, exact: true, repeated: Continued},
	Table:       {name: "table", encoder: newTable, general: true, people: true, repeated: Dated, joins: true},
	OpenMetrics: {name: "openmetrics", encoder: newExposition, exposed: true, joins: true},
	Prometheus:  {name: "prometheus", encoder: newExposition, exposed: true, joins: true},
	Wide:        {name: "wide", encoder: newWideTable, people: true, joins: true},
	Plot:        {name: "plot", people: true, joins: true},
	onlyClassic: {},
}

// Repetition is how the reports of --watch follow each other.
type Repetition int

// The kinds of repetition.
const (
	Never     Repetition = iota // they do not
	Anew                        // each begins anew
	Continued                   // they continue as one report
	Dated                       // each has its time before it; a terminal shows one in place of the other
)

// String is the name of f, as for --format.
func (f Format) String() string { return formats[f].name }

// Several reports whether one report in f can be about several sources.
func (f Format) Several() bool {
	return f != Classic && (formats[f].general || formats[f].joins)
}

// General reports whether every tool has f, with any records.
func (f Format) General() bool { return f != Classic && formats[f].general }

// Exact reports whether records in f contain everything, as programs need it,
// including errors that end a run. A format that does not is for people, who
// read standard error.
func (f Format) Exact() bool { return formats[f].exact }

// Members reports whether records in f have more members than the columns of CSV.
func (f Format) Members() bool { return formats[f].members }

// Exposed reports whether f always reports values with their labels, and has no
// place for errors.
func (f Format) Exposed() bool { return formats[f].exposed }

// Repeated is how the reports of --watch follow each other.
func (f Format) Repeated() Repetition { return formats[f].repeated }

// TableFor settles f when all options are known: it is a table, in place of the
// classic format, if an option needs more than that has. The option is "" if none
// does; an error if the user has asked for the classic format.
func (f *Format) TableFor(option string) error {
	switch {
	case *f == onlyClassic && option != "":
		return errors.New(option + " does not go with --format=classic")
	case *f == onlyClassic:
		*f = Classic
	case *f == Classic && option != "":
		*f = Table
	}
	return nil
}

// Given is the name of an option that was given, else "".
func Given(option string, given bool) string {
	if given {
		return option
	}
	return ""
}

// Set reads the argument of --format: a format of every tool, or one of also.
func (f *Format) Set(name string, also ...Format) error {
	known := available(also)
	for _, k := range known {
		if k.String() == name {
			if *f = k; k == Classic {
				*f = onlyClassic
			}
			return nil
		}
	}
	return errors.New("--format requires " + alternatives(known))
}

// Option is --format, for the formats of every tool and also.
func (f *Format) Option(also ...Format) getopt.Option {
	known := available(also)
	return getopt.Option{Long: "format", Arg: "FORMAT", Exact: true,
		Value:    getopt.Func(func(name string) error { return f.Set(name, also...) }),
		Text:     "output as " + alternatives(known) + " [classic]",
		Complete: getopt.OneOf(namesOf(known)...)}
}

// available are the formats of every tool, and also.
func available(also []Format) (known []Format) {
	for f := range formats {
		if formats[f].general {
			known = append(known, Format(f))
		}
	}
	return append(known, also...)
}

func namesOf(known []Format) []string {
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.String()
	}
	return names
}

// alternatives are the names of formats as a sentence has them.
func alternatives(known []Format) string {
	names := namesOf(known)
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
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
func (o Options) ForScreen(env *tool.Env, past *Past, lines int, out io.Writer) Encoder {
	screen := OptionsFor(env, Table, o.Style, o.Columns, nil)
	screen.Ranking, screen.Hosts, screen.Absent = o.Ranking, o.Hosts, o.Absent
	screen.Out, screen.Past, screen.unseen = out, past, nil
	if !screen.Bold {
		screen.Width-- // for stars that mark changes
	}
	_, rows := env.Size()
	screen.Height = max(rows-lines-1, 1) // less the cursor's
	return New(screen)
}

// New returns the encoder for a format other than Classic.
func New(o Options) Encoder {
	if o.Zone == nil {
		o.Zone = time.Local
	}
	return o.encoder()
}

func (o Options) encoder() Encoder {
	if o.Style.ByHost && !formats[o.Format].members {
		return newByHost(o)
	}
	if o.Style.ByInstance && (o.Format == Table || o.Format == Wide) {
		return newByInstance(o)
	}
	return formats[o.Format].encoder(o)
}

// newUnseen returns nil if one of the columns chosen has errors.
func (s *Style) newUnseen(w io.Writer, tool string, texts libpcp.ErrorTexts) *unseen {
	if s.Fields == nil || s.Has(ErrorCode, ErrorSymbol, ErrorText) {
		return nil
	}
	return &unseen{w: w, tool: tool, texts: texts, noted: make(map[string]bool)}
}
