package report

import (
	"cmp"
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
		Text:  "report these columns, in this order; of json a record for each row",
		Complete: getopt.Completion{Kind: getopt.Words, List: true,
			Words: func() []string { return names }}}
}

func (s *Style) setFields(list string, known []Column, names []string) error {
	s.Fields = nil
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(names, strings.TrimSpace(name))
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

// Has reports whether one of some columns is selected.
func (s *Style) Has(some ...Column) bool {
	return slices.ContainsFunc(some, func(c Column) bool { return slices.Contains(s.Fields, c) })
}

// ByOption is --by.
func (s *Style) ByOption() getopt.Option {
	return getopt.Option{Long: "by", Arg: "PART", Exact: true, Complete: getopt.OneOf("instance"),
		Value: getopt.Func(func(part string) error {
			if s.ByInstance = part == "instance"; !s.ByInstance {
				return errors.New("--by requires instance, not " + part)
			}
			return nil
		}),
		Text: "with instance, a row for each instance and a column for each metric"}
}

// Check rejects a format whose columns cannot be selected, or are not metrics.
func (s *Style) Check(f Format) error {
	if s.ByInstance && (s.Fields != nil || f != Table && f != Wide && (f != CSV || !s.Wide)) {
		return errors.New("--by=instance requires table or wide, or csv with --wide, and no --fields")
	}
	if s.CRLF && f != CSV {
		return errors.New("--crlf requires --format=csv")
	}
	if s.Units == AutoUnits && !formats[f].people {
		return errors.New("--units=auto requires a format for people, such as table")
	}
	if len(s.wanted) > 0 && formats[f].exposed {
		return errors.New("--units does not go with " + f.String() + ", which has units of its own")
	}
	if s.Fields != nil && (!formats[f].general || f == CSV && s.Wide) {
		return errors.New("--fields requires json, jsonl, csv without --wide, or table")
	}
	return nil
}

// fieldRows writes a record for each row, with the selected fields. It passes
// on errors of operands and interruptions of logging.
type fieldRows struct {
	Encoder
	options Options
	print   printer
}

// chosen is an encoder of JSON, for rows if fields were chosen.
func (o Options) chosen(enc Encoder) Encoder {
	if o.Style.Fields == nil {
		return enc
	}
	return &fieldRows{enc, o, printer{zone: o.Zone, texts: o.Texts, exact: true}}
}

func (f *fieldRows) Write(r Record) error {
	if s, ok := r.(*Sample); ok && s.Mark {
		return f.Encoder.Write(r)
	}
	if p, ok := r.(*Problem); ok {
		return f.Encoder.Write(p)
	}
	for r := range rowsOf(r) {
		f.options.unseen.note(cmp.Or(r.host(), f.options.Host), r)
		if err := f.Encoder.Write(&fieldRow{*r, f}); err != nil {
			return err
		}
	}
	return nil
}

// fieldRow is a row as a record.
type fieldRow struct {
	row
	of *fieldRows
}

func (*fieldRow) kind() string   { return "row" }
func (f *fieldRow) rows(r *rows) { r.add(f.row) }

func (f *fieldRow) members(s *stream) {
	for _, c := range f.of.options.Style.Fields {
		if c == Host { // which every record has
			continue
		}
		if v := f.column(c); v != nil {
			s.content(columnNames[c], v)
			continue
		}
		switch text := f.of.print.cell(c, &f.row); {
		case text == "":
		case c == InstanceID, c == Count, c == Samples, c == ErrorCode, c == LabelSet, c >= Mean && c <= Greatest: // which are JSON
			s.key(columnNames[c])
			s.separate()
			s.buf.WriteString(text)
			s.done()
		default:
			s.textMember(columnNames[c], text)
		}
	}
}
