package records

import (
	"context"
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// texts are the help texts in metadata files. Most commands ask for none, so they
// are looked for when one is first asked for.
type texts struct {
	kinds uint16 // a bit for each present kind
	parts []textPart
	found map[libpcp.TextID]textPlace // nil until they have been looked for
}

// textPart has the texts read from a metadata file.
type textPart struct {
	file     *metaFile
	from, to int64
}

// textPlace is where a text is: the extent of its record, without pointers, which
// the garbage collector would follow.
type textPlace struct {
	off    int64
	length int32
	part   int32
}

// note notes the presence of a help text.
func (t *texts) note(payload []byte) error {
	text, err := logfile.DecodeText(payload)
	if err != nil {
		return err
	}
	t.kinds |= 1 << (text.ID.Kind & 15)
	return nil
}

// add adds the texts read from a file.
func (t *texts) add(part textPart) { t.parts, t.found = append(t.parts, part), nil }

// findAll finds the help texts. The last of several for the same thing counts.
func (t *texts) findAll(ctx context.Context, expected int) error {
	if t.found != nil {
		return nil
	}
	found := make(map[libpcp.TextID]textPlace, expected)
	for i, p := range t.parts {
		_, err := p.file.walk(ctx, p.from, p.to, func(payload []byte, where extent) error {
			if binary.BigEndian.Uint32(payload) != logfile.TypeText {
				return nil
			}
			text, err := logfile.DecodeText(payload)
			if err == nil {
				found[text.ID] = textPlace{where.off, int32(where.length), int32(i)}
			}
			return err
		})
		if err != nil && !passing(err) {
			err = changed(p.file.path, p.from, "metadata have changed")
		}
		if err != nil {
			return err
		}
	}
	t.found = found
	return nil
}

// Text reads a help text.
func (m *Metadata) Text(ctx context.Context, id libpcp.TextID) (string, error) {
	if m.texts.kinds == 0 {
		return "", m.texts.none(id.Kind)
	}
	if err := m.texts.findAll(ctx, len(m.metrics.list)); err != nil {
		return "", err
	}
	place, ok := m.texts.found[id]
	if !ok {
		return "", m.texts.none(id.Kind)
	}
	where := extent{file: m.texts.parts[place.part].file, off: place.off, length: int(place.length)}
	b, err := where.bytes(logfile.TypeText)
	if err != nil {
		return "", err
	}
	t, err := logfile.DecodeText(b)
	if err != nil || t.ID != id {
		return "", changed(where.file.path, where.off, "text has changed")
	}
	return t.String(), nil
}

// none is the error for a text that is not there: what a metadata file
// without any text of the kind has always given is another.
func (t *texts) none(kind libpcp.TextKind) error {
	if t.kinds&(1<<(kind&15)) == 0 {
		return libpcp.ErrNotHost
	}
	return libpcp.ErrText
}
