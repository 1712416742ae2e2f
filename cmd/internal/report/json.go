package report

import (
	"bytes"
	"encoding/json"
)

// Schema names the schema of the JSON and its version. The version increases
// when earlier output would become invalid or change its meaning.
const Schema = "pcptools/report/2"

// document writes one JSON document with a list of records.
type document struct {
	*stream
	records int
}

func newDocument(o Options) Encoder { return &document{stream: newStream(o)} }

func (d *document) Begin(h Header) error {
	d.open()
	d.word("schema", Schema)
	d.header(h)
	d.key("records")
	d.openList()
	return d.flush()
}

// written is records in the text of a document.
type written []byte

func (written) kind() string    { return "" }
func (written) members(*stream) {}
func (written) rows(*rows)      {}

func (d *document) Write(r Record) error {
	text, made := r.(written)
	if made && len(text) == 0 {
		return nil
	}
	if d.records++; d.records > 1 {
		d.raw(",")
	}
	if made {
		if d.flush(); d.err == nil {
			_, d.err = d.out.Write(bytes.TrimPrefix(text, []byte(",")))
		}
		return d.err
	}
	d.raw("\n")
	d.open()
	d.record(r)
	d.close()
	return d.flush()
}

func (d *document) End() error {
	d.raw("\n]}\n")
	return d.flush()
}

// header writes the members that all records share.
func (s *stream) header(h Header) {
	s.word("tool", h.Tool)
	if src := h.Source; src != nil {
		s.key("source")
		s.value(sourceJSON{src.Kind, text(src.Name), text(src.Host)})
	}
}

type sourceJSON struct {
	Kind string `json:"kind"`
	Name text   `json:"name,omitempty"`
	Host text   `json:"host,omitempty"`
}

func newStream(o Options) *stream {
	s := &stream{out: o.Out, zone: o.Zone, words: o.Texts, host: o.Host}
	s.enc = json.NewEncoder(&s.piece)
	s.enc.SetEscapeHTML(false)
	return s
}
