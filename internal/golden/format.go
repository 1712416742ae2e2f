package golden

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parse reads a file of records; the name is for messages. Of what Format
// wrote, Format(Parse(b)) is b.
func Parse(name string, b []byte) ([]Record, error) {
	p := parser{name: name}
	for line := range bytes.Lines(b) {
		p.number++
		if err := p.take(string(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, p.number, err)
		}
	}
	if err := p.end(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.note != "" {
		return nil, fmt.Errorf("%s: ends with a note about nothing", name)
	}
	return p.records, nil
}

// A parser reads records line by line.
type parser struct {
	name    string
	number  int // of the line
	records []Record
	note    string

	// Of the last record:
	block    strings.Builder
	releases []string // that the block is of; nil for all others
	ended    bool     // the block has its status
	blocks   map[string]string
}

// take reads a line, with the newline that ends it.
func (p *parser) take(line string) error {
	text := strings.TrimSuffix(line, "\n")
	switch {
	case len(text) == len(line):
		return fmt.Errorf("a line without end")
	case text == "" || text[0] == '#':
		p.note += line
		return nil
	case strings.HasPrefix(line, "$ "):
		if err := p.end(); err != nil {
			return err
		}
		p.records = append(p.records, Record{Note: p.note, At: fmt.Sprintf("%s:%d", p.name, p.number), Line: text[2:]})
		p.note, p.blocks, p.ended = "", make(map[string]string), false
		return nil
	case len(p.records) == 0 || p.note != "":
		return fmt.Errorf("no command line for %q", text)
	case strings.HasPrefix(line, ": "):
		return p.exchanges(text[2:])
	case strings.HasPrefix(line, "@ "):
		return p.others(text[2:])
	case p.ended:
		return fmt.Errorf("%q after the end of a block", text)
	}
	p.block.WriteString(line)
	p.ended = strings.HasPrefix(line, "= ")
	return nil
}

// exchanges reads the numbers of a conversation.
func (p *parser) exchanges(text string) error {
	r := &p.records[len(p.records)-1]
	to := &r.Exchanges
	for word := range strings.FieldsSeq(text) {
		if word == "+" {
			to = &r.Ahead
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		*to = append(*to, n)
	}
	return nil
}

// others begins a block of some releases.
func (p *parser) others(text string) error {
	if err := p.endBlock(); err != nil {
		return err
	}
	p.releases = strings.Fields(text)
	for _, release := range p.releases {
		if _, ok := p.blocks[release]; ok || !slices.Contains(Releases, release) {
			return fmt.Errorf("unexpected release %q", release)
		}
		p.blocks[release] = ""
	}
	return nil
}

// endBlock ends a block, of which there need not be anything.
func (p *parser) endBlock() error {
	if p.block.Len() > 0 && !p.ended {
		return fmt.Errorf("a block without a status")
	}
	text := p.block.String()
	p.block.Reset()
	p.ended = false
	if p.releases == nil {
		p.blocks[""] = text
	}
	for _, release := range p.releases {
		p.blocks[release] = text
	}
	p.releases = nil
	return nil
}

// end ends a record.
func (p *parser) end() error {
	if len(p.records) == 0 {
		return nil
	}
	if err := p.endBlock(); err != nil {
		return err
	}
	r := &p.records[len(p.records)-1]
	r.Want = make(map[string]string)
	for _, release := range Releases {
		text, ok := p.blocks[release]
		if !ok {
			text = p.blocks[""]
		}
		if text != "" {
			r.Want[release] = text
		}
	}
	return nil
}

// Format writes records for Parse to read. The first block of each is the
// newest release's.
func Format(records []Record) []byte {
	var b bytes.Buffer
	for _, r := range records {
		fmt.Fprintf(&b, "%s$ %s\n", r.Note, r.Line)
		if len(r.Exchanges)+len(r.Ahead) > 0 {
			b.WriteString(":" + numbers(r.Exchanges))
			if len(r.Ahead) > 0 {
				b.WriteString(" +" + numbers(r.Ahead))
			}
			b.WriteString("\n")
		}
		if len(r.Want) > 0 {
			r.blocks(&b)
		}
	}
	return b.Bytes()
}

// blocks writes what a line printed.
func (r *Record) blocks(b *bytes.Buffer) {
	first := ""
	for _, release := range Releases {
		if text, ok := r.Want[release]; ok {
			first = text
		}
	}
	b.WriteString(first)
	written := []string{first}
	for i, release := range Releases {
		text := r.Want[release]
		if slices.Contains(written, text) {
			continue
		}
		written = append(written, text)
		b.WriteString("@")
		for _, other := range Releases[i:] {
			if r.Want[other] == text {
				b.WriteString(" " + other)
			}
		}
		b.WriteString("\n" + text)
	}
}

func numbers(list []int) string {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}
