package archive

import (
	"context"
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// errNoText says that the kind of a text makes no sense.
var errNoText = errors.New("no kind of text")

// addText enters a help text record:
//
//	0  type 4
//	4  kind: 1 one-line or 2 help, plus 4 for a metric or 8 for a domain
//	8  PMID or instance domain
//	12 text with its NUL
//
// The last of several for the same thing counts.
func (m *metadata) addText(payload []byte, where extent) error {
	r := wire.NewReader(payload[4:])
	id := libpcp.TextID{Kind: libpcp.TextKind(r.Uint32()), Ident: r.Uint32()}
	lengths, things := id.Kind&(libpcp.TextOneLine|libpcp.TextHelp), id.Kind&(libpcp.TextPMID|libpcp.TextInDom)
	if r.Err() != nil || lengths == 0 || things == 0 {
		return errNoText
	}
	m.texts[id] = where
	m.textKinds |= 1 << (id.Kind & 15)
	return nil
}

// appendText appends the payload of a help text record.
func appendText(dst []byte, id libpcp.TextID, text string) []byte {
	dst = wire.AppendUint32(dst, recText)
	dst = wire.AppendUint32(dst, uint32(id.Kind))
	dst = wire.AppendUint32(dst, id.Ident)
	return append(append(dst, text...), 0)
}

// Text implements libpcp.Source. A help text that is missing or empty is
// answered with the one-line text.
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
	b, err := where.bytes(recText)
	if err != nil {
		return "", err
	}
	if r := wire.NewReader(b[4:]); libpcp.TextKind(r.Uint32()) != id.Kind || r.Uint32() != id.Ident {
		return "", changed(where.file.path, where.off, "text has changed")
	}
	return cutNUL(b[12:]), nil
}

// noText is the error for a text that is not there: what a metadata file
// without any text of the kind has always given is another.
func (m *metadata) noText(kind libpcp.TextKind) error {
	if m.textKinds&(1<<(kind&15)) == 0 {
		return libpcp.ErrNotHost
	}
	return libpcp.ErrText
}
