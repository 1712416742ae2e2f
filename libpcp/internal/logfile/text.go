package logfile

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Text is a help text:
//
//	 0  type 4
//	 4  kind: 1 one-line or 2 help, plus 4 for a metric or 8 for a domain
//	 8  PMID or instance domain
//	12  text with its NUL
type Text struct {
	ID  libpcp.TextID
	raw []byte
}

// DecodeText decodes a payload, which the text aliases.
func DecodeText(payload []byte) (Text, error) {
	r := wire.NewReader(payload)
	r.Skip(4)
	t := Text{ID: libpcp.TextID{Kind: libpcp.TextKind(r.Uint32()), Ident: r.Uint32()}}
	lengths := t.ID.Kind & (libpcp.TextOneLine | libpcp.TextHelp)
	things := t.ID.Kind & (libpcp.TextPMID | libpcp.TextInDom)
	if r.Err() != nil || lengths == 0 || things == 0 {
		return Text{}, libpcp.ErrLogRec
	}
	t.raw = r.Bytes(r.Len())
	return t, nil
}

// String is the text itself.
func (t Text) String() string { return cutNUL(t.raw) }

// AppendText appends the payload of a help text.
func AppendText(dst []byte, id libpcp.TextID, text string) []byte {
	dst = wire.AppendUint32(dst, TypeText)
	dst = wire.AppendUint32(dst, uint32(id.Kind))
	dst = wire.AppendUint32(dst, id.Ident)
	return append(append(dst, text...), 0)
}
