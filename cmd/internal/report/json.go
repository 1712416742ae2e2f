package report

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

func (d *document) Write(r Record) error {
	if d.records++; d.records > 1 {
		d.raw(",")
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
