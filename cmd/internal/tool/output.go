package tool

import (
	"bytes"
	"io"
)

// blockSize is the size of the blocks C's stdio writes to a file or pipe.
const blockSize = 4096

// Output is a standard output with the buffering of C's stdio, so that its
// order relative to standard error is the same where both go to one file.
// Failures are ignored, as PCP's tools do.
type Output struct {
	w     io.Writer
	buf   []byte
	lines bool
	guard *Progress // of the same terminal, or nil
}

// NewOutput returns an Output that writes to w, after each line if lines is
// set and in blocks otherwise.
func NewOutput(w io.Writer, lines bool) *Output {
	return &Output{w: w, buf: make([]byte, 0, blockSize), lines: lines}
}

// ByLine has what follows written after each line.
func (o *Output) ByLine() { o.lines = true }

// Write appends p to the output. It never fails.
func (o *Output) Write(p []byte) (int, error) {
	n := len(p)
	if free := blockSize - len(o.buf); n > free {
		o.buf = append(o.buf, p[:free]...)
		o.Flush()
		p = p[free:]
		whole := len(p) / blockSize * blockSize
		o.emit(p[:whole])
		p = p[whole:]
	}
	o.buf = append(o.buf, p...)
	if o.lines && bytes.IndexByte(p, '\n') >= 0 {
		o.Flush()
	}
	return n, nil
}

// WriteString appends s to the output. It never fails.
func (o *Output) WriteString(s string) (int, error) {
	if len(s) > cap(o.buf)-len(o.buf) || o.lines {
		return o.Write([]byte(s))
	}
	o.buf = append(o.buf, s...)
	return len(s), nil
}

// WriteByte appends a byte to the output. It never fails.
func (o *Output) WriteByte(c byte) error {
	o.Write([]byte{c})
	return nil
}

// Flush writes what is buffered.
func (o *Output) Flush() {
	o.emit(o.buf)
	o.buf = o.buf[:0]
}

func (o *Output) emit(p []byte) {
	switch {
	case len(p) == 0:
	case o.guard != nil:
		o.guard.makeRoom(func() { o.w.Write(p) })
	default:
		o.w.Write(p)
	}
}
