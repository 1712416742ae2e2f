package report

import (
	"bytes"
	"io"
	"time"
)

// joined writes what parts have made of records.
type joined interface {
	Begin(Header) error
	join(piece) error
	settle(step int64) error // all records before a step are written
	End() error
}

func newJoined(o Options, awaited func() []string) joined {
	if o.wholeSamples() {
		return newSamples(o, awaited)
	}
	if joined := formats[o.Format].joined; joined != nil {
		return joined(o)
	}
	return joinedLines{New(o), o.Out}
}

// joinedLines writes text that is complete, after what an encoder begins with.
type joinedLines struct {
	Encoder
	out io.Writer
}

func (j joinedLines) join(made piece) error {
	_, err := j.out.Write(made.text)
	return err
}

func (joinedLines) settle(int64) error { return nil }

// joinedDocument writes the records of a JSON document.
type joinedDocument struct{ document }

func joinDocument(o Options) joined { return &joinedDocument{document: document{stream: newStream(o)}} }

func (j *joinedDocument) join(made piece) error {
	if j.records++; j.records > 1 {
		j.raw(",")
	}
	j.raw("\n")
	j.buf.Write(made.text)
	return j.flush()
}

func (*joinedDocument) settle(int64) error { return nil }

// joinedTable draws rows: a table for each step that is a time.
type joinedTable struct {
	table
	step int64
}

func joinTable(o Options) joined { return &joinedTable{table: table{Options: o}} }

func (j *joinedTable) join(made piece) error {
	if made.step != j.step {
		if err := j.endTable(); err != nil {
			return err
		}
		j.step = made.step
		io.WriteString(j.Out, j.stamp(time.Unix(0, j.step))+"\n")
	}
	if made.window != "" {
		j.window = made.window // in the end that of all sources
	}
	for i, cells := range made.rows {
		j.facts = append(j.facts, made.facts[i])
		if err := j.add(cells); err != nil {
			return err
		}
	}
	return nil
}

func (j *joinedTable) settle(step int64) error {
	if j.step == 0 || step <= j.step {
		return nil
	}
	return j.endTable()
}

// endTable ends the current table, if any, before another.
func (j *joinedTable) endTable() error {
	if j.step == 0 && j.bare() {
		return j.flush()
	}
	j.step = 0
	if err := j.flush(); err != nil {
		return err
	}
	_, err := io.WriteString(j.Out, "\n")
	return err
}

func (j *joinedTable) End() error {
	if j.step == 0 {
		return j.flush()
	}
	return j.endTable()
}

// partEncoder makes pieces of records, each valid until the next.
type partEncoder interface{ piece(Record) piece }

func newPartEncoder(o Options) partEncoder {
	if o.wholeSamples() {
		return samplesOfPart{o.Host}
	}
	if part := formats[o.Format].part; part != nil {
		return part(o)
	}
	return newTextOfPart(o, New)
}

// elements writes records as objects without anything between them.
type elements struct{ *stream }

func newElements(o Options) partEncoder {
	return newTextOfPart(o, func(o Options) Encoder { return o.chosen(elements{newStream(o)}) })
}

func (e elements) Begin(Header) error { return nil }

func (e elements) Write(r Record) error {
	e.raw("")
	e.open()
	e.record(r)
	e.close()
	return e.flush()
}

func (e elements) End() error { return nil }

// textOfPart makes text of records.
type textOfPart struct {
	enc Encoder
	buf bytes.Buffer
}

func newTextOfPart(o Options, encoder func(Options) Encoder) *textOfPart {
	p := new(textOfPart)
	o.Out = &p.buf
	p.enc = encoder(o)
	return p
}

func (p *textOfPart) piece(r Record) piece {
	p.buf.Reset()
	p.enc.Write(r)
	return piece{text: p.buf.Bytes()}
}

// rowsOfPart makes rows of cells of records.
type rowsOfPart struct{ table }

func newRows(o Options) partEncoder { return &rowsOfPart{table{Options: o}} }

func (p *rowsOfPart) piece(r Record) (made piece) {
	if s, ok := r.(*Summary); ok {
		made.window = p.windowOf(s)
	}
	for r := range rowsOf(r) {
		p.unseen.note(p.Host, r)
		cells := p.cells(p.printer(), r)
		if p.silent(r, cells) {
			continue
		}
		made.rows = append(made.rows, cells)
		made.facts = append(made.facts, p.factOf(r, ""))
	}
	return made
}
