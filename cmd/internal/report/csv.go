package report

import "cmp"

// csv writes comma-separated values as RFC 4180 has them, but for the ends of
// lines; the first line has the names of the columns.
type csv struct {
	columns []Column
	print   printer
	fields  fieldWriter
	rows    *rows
}

func newCSV(o Options) Encoder {
	exact := printer{zone: o.Zone, texts: o.Texts, exact: true, style: o.Style, host: o.Host, memo: newMemo()}
	if o.Style.Wide && o.Samples {
		rows := wideCSV{wide: wide{Options: o}, fields: fieldWriter{Options: o}, print: exact}
		return &rows
	}
	c := &csv{columns: o.Columns, print: exact, fields: fieldWriter{Options: o}}
	c.rows = rowsFor(c.line)
	return c
}

func (c *csv) Begin(Header) error {
	for i, column := range c.columns {
		c.fields.field(i, columnNames[column])
	}
	return c.fields.endLine()
}

func (c *csv) Write(r Record) error {
	r.rows(c.rows)
	return c.fields.err
}

// line writes a row. It reports whether that succeeded.
func (c *csv) line(r *row) bool {
	c.fields.unseen.note(cmp.Or(r.host(), c.fields.Host), r)
	for i, column := range c.columns {
		if v := r.column(column); v != nil && v.Events != nil {
			c.fields.events(i, v.Events)
		} else if column == LabelSet { // JSON
			c.fields.plain(i, c.print.cell(column, r))
		} else {
			c.fields.field(i, c.print.cell(column, r))
		}
	}
	return c.fields.endLine() == nil
}

func (c *csv) End() error { return c.fields.flush() }

// column is the value in a column, nil in one for something else.
func (r *row) column(c Column) *Value {
	switch c {
	case TheValue:
		return r.value
	case OldValue:
		return r.old
	}
	return nil
}
