package records

import (
	"cmp"
	"maps"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// addText enters a help text. The last of several for the same thing counts.
func (m *Metadata) addText(payload []byte, where extent) error {
	t, err := logfile.DecodeText(payload)
	if err != nil {
		return err
	}
	m.texts[t.ID] = where
	m.textKinds |= 1 << (t.ID.Kind & 15)
	return nil
}

// Text reads a help text.
func (m *Metadata) Text(id libpcp.TextID) (string, error) {
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

// TextIDs lists the identifiers of all help texts, sorted by identifier and kind.
func (m *Metadata) TextIDs() []libpcp.TextID {
	return slices.SortedFunc(maps.Keys(m.texts), func(x, y libpcp.TextID) int {
		return cmp.Or(cmp.Compare(x.Ident, y.Ident), cmp.Compare(x.Kind, y.Kind))
	})
}

// noText is the error for a text that is not there: what a metadata file
// without any text of the kind has always given is another.
func (m *Metadata) noText(kind libpcp.TextKind) error {
	if m.textKinds&(1<<(kind&15)) == 0 {
		return libpcp.ErrNotHost
	}
	return libpcp.ErrText
}
