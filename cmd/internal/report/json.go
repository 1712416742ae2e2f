package report

// Schema names the form of the JSON, with its version. It changes when what
// was written before would no longer be valid, or mean something else.
const Schema = "pcptools/report/1"

// lines writes a JSON object for each record, one to a line.
type lines struct{ *stream }

func (l lines) Begin(Header) error { return nil }

func (l lines) Write(r Record) error {
	l.raw("")
	l.open()
	l.word("schema", Schema)
	l.record(r)
	l.close()
	l.raw("\n")
	return l.flush()
}

func (l lines) End() error { return nil }

// document writes one JSON document with a list of records.
type document struct {
	*stream
	records int
}

func (d *document) Begin(h Header) error {
	head := struct {
		Schema string      `json:"schema"`
		Tool   string      `json:"tool"`
		Source *sourceJSON `json:"source,omitempty"`
	}{Schema: Schema, Tool: h.Tool}
	if s := h.Source; s != nil {
		head.Source = &sourceJSON{s.Kind, text(s.Name), text(s.Host)}
	}
	d.open()
	d.fields(head)
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

type sourceJSON struct {
	Kind string `json:"kind"`
	Name text   `json:"name,omitempty"`
	Host text   `json:"host,omitempty"`
}
