package archive

import (
	"context"
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// addText enters a help text. The last of several for the same thing counts.
func (m *metadata) addText(payload []byte, where extent) error {
	t, err := logfile.DecodeText(payload)
	if err != nil {
		return err
	}
	m.texts[t.ID] = where
	m.textKinds |= 1 << (t.ID.Kind & 15)
	return nil
}

// Text implements libpcp.Source. In place of a help text that is missing or
// empty it returns the one-line text.
func (a *Archive) Text(_ context.Context, id libpcp.TextID) (string, error) {
	text, err := a.meta.text(id)
	if id.Kind&libpcp.TextHelp != 0 && (text == "" || errors.Is(err, libpcp.ErrText)) {
		id.Kind ^= libpcp.TextHelp | libpcp.TextOneLine
		return a.meta.text(id)
	}
	return text, err
}

func (m *metadata) text(id libpcp.TextID) (string, error) {
	where, ok := m.texts[id]
	if !ok {
		return "", m.noText(id.Kind)
	}
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

// noText is the error for a text that is not there: what a metadata file
// without any text of the kind has always given is another.
func (m *metadata) noText(kind libpcp.TextKind) error {
	if m.textKinds&(1<<(kind&15)) == 0 {
		return libpcp.ErrNotHost
	}
	return libpcp.ErrText
}
