package report

import (
	"errors"
	"strings"
	"time"

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

// Absences are why sources have no values, by their names.
type Absences map[string]absence

type absence struct {
	text  string
	since time.Time // of the first of problems that follow each other
}

// Note takes note of a problem of a source, as a whole or with one of several metrics. It
// returns false for others, which have no row.
func (a Absences) Note(p *Problem, texts libpcp.ErrorTexts) bool {
	old, absent := a[p.Host]
	text := p.Failure.Text(texts)
	switch {
	case p.Host == "" || strings.HasPrefix(p.Operand, "-"):
		return false
	case p.Operand != "" && absent:
		return true
	case p.Operand != "":
		text = p.Operand + ": " + text
	}
	if !absent {
		old.since = time.Now()
	}
	a[p.Host] = absence{text, old.since}
	return true
}

// Answered takes note of the sources that have values in a sample.
func (a Absences) Answered(s *Sample) {
	for m := range s.Metrics.each {
		delete(a, m.Host)
	}
}
