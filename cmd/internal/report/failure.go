package report

import (
	"errors"
	"strings"

	"pcptools/libpcp"
)

// Text words the failure as PCP does, or as its error does: where PCP has no code
// for it, or if the error is [InOwnWords].
func (f *Failure) Text(texts libpcp.ErrorTexts) string {
	var own *ownWords
	if errors.As(f.Err, &own) {
		return own.text
	}
	return texts.Of(f.Err)
}

// InOwnWords is err with a text that says more than the text of its code.
func InOwnWords(err error, text string) error { return &ownWords{text, err} }

type ownWords struct {
	text string
	err  error
}

func (e *ownWords) Error() string { return e.text }
func (e *ownWords) Unwrap() error { return e.err }

// reason is the reason of the failure, or else of its code.
func (f *Failure) reason() Reason {
	if f.Reason == "" && libpcp.Code(f.Err) == libpcp.ErrName {
		return UnknownName
	}
	return f.Reason
}

// Symbol names a status code: as PMAPI(3) does, or errno(3). It is "" for one
// without a name.
func Symbol(code libpcp.Error) string {
	if code < 0 && code > libpcp.ErrGeneric {
		return errnoName(int(-code))
	}
	for _, c := range libpcp.ErrorCodes() {
		if c.Code == code {
			return c.Symbol
		}
	}
	return ""
}

// flagNames lists the flags of an event.
func flagNames(f libpcp.EventFlags) []string {
	if f == 0 {
		return []string{}
	}
	return strings.Split(f.String(), ",")
}
