package report

import (
	"errors"

	"pcptools/libpcp/getopt"
)

// UnitsChoice is who chooses the units of values for people.
type UnitsChoice int

// The choices.
const (
	UnitsByDefault UnitsChoice = iota // AutoUnits on a terminal, else OwnUnits
	AutoUnits                         // so that numbers are short, with decimal points aligned
	OwnUnits                          // as the metric, or the user, has them
)

// unitsWords are the arguments of --units about all values.
var unitsWords = map[string]UnitsChoice{"auto": AutoUnits, "own": OwnUnits}

// SetUnits reads an argument of --units that is about all values. It reports
// whether it is one.
func (s *Style) SetUnits(text string) bool {
	u, ok := unitsWords[text]
	if ok {
		s.Units = u
	}
	return ok
}

// UnitsOption is --units of a tool that converts values for people only.
func (s *Style) UnitsOption() getopt.Option {
	return getopt.Option{Long: "units", Arg: "UNITS", Exact: true, Complete: getopt.OneOf("auto", "own"),
		Text: "auto converts values in tables to units that suit them, as on a terminal; own does not",
		Value: getopt.Func(func(text string) error {
			if !s.SetUnits(text) {
				return errors.New("--units requires auto or own")
			}
			return nil
		})}
}

// suits reports whether the units of values are chosen and their points aligned.
func (s *Style) suits(terminal bool) bool {
	return s.Units == AutoUnits || s.Units == UnitsByDefault && terminal
}
