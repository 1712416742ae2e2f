package report

import "pcptools/libpcp/getopt"

// Style is how a format is laid out.
type Style struct {
	Wide      bool // texts whole; of CSV, a row for each sample
	CRLF      bool // lines of CSV end as RFC 4180 has it
	Precision *int // digits behind the point, nil for as many as say something
}

// Options are --wide and --crlf.
func (s *Style) Options() []getopt.Option {
	return []getopt.Option{
		{Long: "wide", Exact: true, Value: getopt.Bool(&s.Wide), Text: "do not cut text in tables; with csv, a row for each sample"},
		{Long: "crlf", Exact: true, Value: getopt.Bool(&s.CRLF), Text: "end lines of csv in CR LF"},
	}
}
