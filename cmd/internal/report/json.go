package report

import (
	"io"
	"time"

	"pcptools/libpcp"
)

// Schema names the form of the JSON, with its version. It changes when what
// was written before would no longer be valid, or mean something else.
const Schema = "pcptools/report/1"

// lines writes a JSON object for each record, one to a line.
type lines struct {
	out   io.Writer
	zone  *time.Location
	texts libpcp.ErrorTexts
	buf   []byte
}

func (l *lines) Begin(Header) error { return nil }

func (l *lines) Write(r Record) error {
	o := object{buf: l.buf[:0], zone: l.zone, words: l.texts}
	o.open()
	o.string("schema", Schema)
	o.record(r)
	o.close()
	return l.emit(append(o.buf, '\n'))
}

func (l *lines) End() error { return nil }

func (l *lines) emit(b []byte) error {
	l.buf = b
	_, err := l.out.Write(b)
	return err
}

// document writes one JSON document with a list of records.
type document struct {
	lines
	records int
}

func (d *document) Begin(h Header) error {
	o := object{buf: d.buf[:0], zone: d.zone, words: d.texts}
	o.open()
	o.string("schema", Schema)
	o.string("tool", h.Tool)
	if s := h.Source; s != nil {
		o.key("source")
		o.open()
		o.string("kind", s.Kind)
		if s.Name != "" {
			o.string("name", s.Name)
		}
		if s.Host != "" {
			o.string("host", s.Host)
		}
		o.close()
	}
	o.key("records")
	return d.emit(append(o.buf, '['))
}

func (d *document) Write(r Record) error {
	o := object{buf: d.buf[:0], zone: d.zone, words: d.texts}
	if d.records++; d.records > 1 {
		o.buf = append(o.buf, ',')
	}
	o.buf = append(o.buf, '\n')
	o.open()
	o.record(r)
	o.close()
	return d.emit(o.buf)
}

func (d *document) End() error { return d.emit(append(d.buf[:0], "\n]}\n"...)) }
