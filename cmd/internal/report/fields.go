package report

import (
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp/getopt"
)

// FieldsOption is --fields, for the columns that a tool has.
func (s *Style) FieldsOption(known ...Column) getopt.Option {
	names := make([]string, len(known))
	for i, c := range known {
		names[i] = columnNames[c]
	}
	return getopt.Option{Long: "fields", Arg: "LIST", Exact: true,
		Value: getopt.Func(func(list string) error { return s.setFields(list, known, names) }),
		Text:  "report these columns, in this order",
		Complete: getopt.Completion{Kind: getopt.Words, List: true,
			Words: func() []string { return names }}}
}

func (s *Style) setFields(list string, known []Column, names []string) error {
	s.Fields = nil
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(known, func(c Column) bool { return name == columnNames[c] || strings.EqualFold(name, titles[c]) })
		if i < 0 {
			return errors.New(`--fields: there is no "` + name + `", but ` + strings.Join(names, ", "))
		}
		if s.Has(known[i]) {
			return errors.New(`--fields: "` + names[i] + `" is given twice`)
		}
		s.Fields = append(s.Fields, known[i])
	}
	return nil
}

// ByOption is --by.
func (s *Style) ByOption() getopt.Option {
	return getopt.Option{Long: "by", Arg: "PART", Exact: true, Complete: getopt.OneOf("instance", "host"),
		Value: getopt.Func(func(part string) error {
			if s.ByInstance, s.ByHost = part == "instance", part == "host"; !s.ByInstance && !s.ByHost {
				return errors.New("--by requires instance or host, not " + part)
			}
			return nil
		}),
		Text: "a row for each instance, or with host for each host, and a column for each metric"}
}

// timesOption is --time-format.
func (s *Style) timesOption() getopt.Option {
	return getopt.Option{Long: "time-format", Arg: "FORM", Exact: true, Complete: getopt.OneOf("iso", "excel", "epoch"),
		Value: getopt.Func(func(form string) error {
			if s.Times = form; form != "iso" && form != "excel" && form != "epoch" {
				return errors.New("--time-format requires iso, excel or epoch, not " + form)
			}
			return nil
		}),
		Text: "write times of csv as iso, excel, which spreadsheets read, or epoch, seconds since 1970 [iso]"}
}

// LabelsOption is --keep-labels.
func (s *Style) LabelsOption() getopt.Option {
	return getopt.Option{Long: "keep-labels", Arg: "NAMES", Exact: true,
		Value: getopt.Func(func(list string) error { s.Labels = strings.Split(list, ","); return nil }),
		Text:  "of PCP's labels, have only these in openmetrics and prometheus"}
}

// Check rejects a format whose columns cannot be selected, or are not metrics.
func (s *Style) Check(f Format) error {
	if s.ByInstance && (s.Fields != nil || f != Table && f != Wide) {
		return errors.New("--by=instance requires table or wide, and no --fields")
	}
	if s.ByHost && (s.Fields != nil || f == CSV && s.Wide || f != Wide && !formats[f].general) {
		return errors.New("--by=host requires csv without --wide, json, jsonl, table or wide, and no --fields")
	}
	if s.Units == AutoUnits && !formats[f].people {
		return errors.New("--units=auto requires a format for people, such as table")
	}
	if len(s.wanted) > 0 && formats[f].exposed {
		return errors.New("--units does not go with " + f.String() + ", which has units of its own")
	}
	if s.Times != "" && f != CSV {
		return errors.New("--time-format requires csv")
	}
	if s.Labels != nil && !formats[f].exposed {
		return errors.New("--keep-labels requires openmetrics or prometheus")
	}
	if s.Fields != nil && (!formats[f].general || formats[f].members || f == CSV && s.Wide) {
		return errors.New("--fields requires csv without --wide, or table")
	}
	return nil
}

// AskedFields is --fields if it was given.
func (s *Style) AskedFields() string { return Given("--fields", s.Fields != nil) }

// Options are --fields, for the columns that a tool has and Host, --wide and --time-format.
func (s *Style) Options(known ...Column) []getopt.Option {
	return []getopt.Option{
		s.FieldsOption(slices.Concat(known, []Column{Host})...),
		{Long: "wide", Exact: true, Value: getopt.Bool(&s.Wide), Text: "do not cut text in tables; with csv, a row for each sample"},
		s.timesOption(),
	}
}
