package report

import (
	"strings"
	"unicode/utf8"

	"pcptools/libpcp/format"
)

// A fieldWriter writes the fields of lines, which may be long.
type fieldWriter struct {
	Options
	buf []byte // of the line, as far as it has not been written
	err error  // the first
}

// field writes the field number i of a line, as UTF-8, in quotation marks if it needs
// them.
func (w *fieldWriter) field(i int, s string) { w.plain(i, format.UTF8(s, "\x00")) }

// plain is field of a text that is UTF-8.
func (w *fieldWriter) plain(i int, s string) {
	w.separate(i)
	if plainField(s) {
		w.text(s)
		return
	}
	w.buf = append(w.buf, '"')
	w.quoted(s)
	w.buf = append(w.buf, '"')
}

// plainField reports whether a field needs no quotation marks.
func plainField(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case '"', ',', '\r', '\n':
			return false
		}
	}
	return s == "" || s[0] != ' ' && s[len(s)-1] != ' '
}

func (w *fieldWriter) separate(i int) {
	if i > 0 {
		w.buf = append(w.buf, ',')
	}
}

// quoted writes what stands between quotation marks.
func (w *fieldWriter) quoted(s string) {
	for {
		before, after, found := strings.Cut(s, `"`)
		w.text(before)
		if !found {
			return
		}
		w.buf = append(w.buf, `""`...)
		s = after
	}
}

// text writes text piece by piece, on a terminal without what that obeys.
func (w *fieldWriter) text(s string) {
	for len(s) > 0 {
		n := min(len(s), chunkSize)
		for n < len(s) && n > chunkSize-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		if w.Width > 0 {
			w.buf = append(w.buf, shown(s[:n])...)
		} else {
			w.buf = append(w.buf, s[:n]...)
		}
		if s = s[n:]; len(w.buf) > flushSize {
			w.flush()
		}
	}
}

// events writes a field with the JSON of event records.
func (w *fieldWriter) events(i int, events *List[Event]) {
	w.separate(i)
	w.buf = append(w.buf, '"')
	o := w.Options
	o.Out = quoter{w}
	s := newStream(o)
	s.events(events)
	s.flush()
	w.buf = append(w.buf, '"')
}

// quoter writes text between quotation marks.
type quoter struct{ *fieldWriter }

func (q quoter) Write(p []byte) (int, error) {
	q.quoted(string(p))
	return len(p), q.err
}

func (w *fieldWriter) endLine() error {
	w.buf = append(w.buf, '\n')
	return w.flush()
}

func (w *fieldWriter) flush() error {
	if w.err == nil {
		_, w.err = w.Out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}
