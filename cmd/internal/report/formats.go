package report

import (
	"errors"
	"strings"

	"pcptools/libpcp/getopt"
)

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
	OpenMetrics: {name: "openmetrics", encoder: newOpenMetrics, exposed: true, joins: true},
	Prometheus:  {name: "prometheus", encoder: newOpenMetrics, exposed: true, joins: true},
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
