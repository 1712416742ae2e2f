package tool

import (
	"bytes"
	"errors"
	"io"
	"syscall"
)

// blockSize is the size of the blocks C's stdio writes to a file or pipe.
const blockSize = 4096

// Output is a standard output with the buffering of C's stdio, so that its
// order relative to standard error is the same where both go to one file.
// Failures to write are ignored, as PCP's tools do, unless they are checked.
type Output struct {
	w       io.Writer
	buf     []byte
	lines   bool
	guard   *Progress // of the same terminal, or nil
	checked bool
	err     error  // the first
	broken  func() // called before the signal of a broken pipe; or nil
}

// NewOutput returns an Output that writes to w, after each line if lines is
// set and in blocks otherwise.
func NewOutput(w io.Writer, lines bool) *Output {
	return &Output{w: w, buf: make([]byte, 0, blockSize), lines: lines}
}

// ByLine writes further output line by line.
func (o *Output) ByLine() { o.lines = true }

// Check makes failures to write end the command with status 2, since its report
// is incomplete.
func (o *Output) Check() { o.checked = true }

// Err returns the first failure to write, if failures are checked.
func (o *Output) Err() error {
	if !o.checked {
		return nil
	}
	return o.err
}

// Write appends p to the output. It fails with Err.
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
	return n, o.Err()
}

// WriteString appends s to the output. It fails with Err.
func (o *Output) WriteString(s string) (int, error) {
	if len(s) > cap(o.buf)-len(o.buf) || o.lines {
		return o.Write([]byte(s))
	}
	o.buf = append(o.buf, s...)
	return len(s), o.Err()
}

// WriteByte appends a byte to the output. It fails with Err.
func (o *Output) WriteByte(c byte) error {
	_, err := o.WriteString(string([]byte{c}))
	return err
}

// Flush writes the buffer.
func (o *Output) Flush() {
	o.emit(o.buf)
	o.buf = o.buf[:0]
}

func (o *Output) emit(p []byte) {
	var err error
	switch {
	case len(p) == 0 || o.Err() != nil:
	case o.guard != nil:
		o.guard.makeRoom(func() { _, err = o.w.Write(p) })
	default:
		_, err = o.w.Write(p)
	}
	if o.broken != nil && errors.Is(err, syscall.EPIPE) {
		o.broken()
		_, err = o.w.Write(p) // which ends the process
	}
	if o.err == nil {
		o.err = err
	}
}
