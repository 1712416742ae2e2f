package libpcp

// TextKind selects help text: short or long, of a metric or of an instance
// domain (PM_TEXT_*, pmLookupText(3)).
type TextKind uint32

// The bits of a TextKind: one of the first two with one of the last two.
const (
	TextOneLine TextKind = 1
	TextHelp    TextKind = 2
	TextPMID    TextKind = 4
	TextInDom   TextKind = 8
)

// TextID names one help text: of a metric or of an instance domain.
type TextID struct {
	Kind  TextKind
	Ident uint32
}
