package report

import (
	"io"
	"strings"
)

// csv writes comma-separated values as RFC 4180 has them: lines that end in
// carriage return and newline, the first with the names of the columns.
type csv struct {
	out     io.Writer
	columns []Column
	print   printer
	line    []byte
}

func (c *csv) Begin(Header) error {
	line := c.line[:0]
	for i, column := range c.columns {
		line = appendField(line, i, columnNames[column])
	}
	return c.emit(line)
}

func (c *csv) Write(r Record) (err error) {
	r.rows(func(r row) {
		line := c.line[:0]
		for i, column := range c.columns {
			line = appendField(line, i, c.print.cell(column, &r))
		}
		err = c.emit(line)
	})
	return err
}

func (c *csv) End() error { return nil }

func (c *csv) emit(line []byte) error {
	c.line = append(line, "\r\n"...)
	_, err := c.out.Write(c.line)
	return err
}

// appendField appends the field number i of a line, in quotation marks if it
// needs them.
func appendField(dst []byte, i int, s string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	if !strings.ContainsAny(s, "\",\r\n") && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}
