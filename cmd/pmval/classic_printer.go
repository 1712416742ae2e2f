package main

import (
	"io"

	"pcptools/cmd/internal/tool"
)

// A printer writes the lines of the classic output.
type printer struct {
	out    *tool.Output
	errOut io.Writer
	stamps stamps
	line   []byte // memory of the last line, for the next one
}

// emit writes a line, whose memory serves the next one.
func (p *printer) emit(line []byte) {
	p.out.Write(line)
	p.line = line
}

// some writes the beginning of a long line, and returns the rest.
func (p *printer) some(line []byte) []byte {
	const long = 16 << 10
	if len(line) < long {
		return line
	}
	p.out.Write(line)
	return line[:0]
}

// remark writes a line that is no row of values.
func (p *printer) remark(m moment, text string) {
	p.emit(append(p.stamps.appendRemark(p.line[:0], m), text...))
}

// field writes a line of the header.
func (p *printer) field(label, text string) { p.fieldEnded(label, text+"\n") }

// fieldEnded writes a line of the header whose text brings its own end.
func (p *printer) fieldEnded(label, text string) {
	const column = 11
	line := append(p.line[:0], label...)
	for len(line) < column {
		line = append(line, ' ')
	}
	p.emit(append(line, text...))
}

// complain writes to standard error, after all previous output.
func (p *printer) complain(text string) {
	p.out.Flush()
	io.WriteString(p.errOut, text)
}
