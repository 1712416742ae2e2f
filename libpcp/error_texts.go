package libpcp

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// ErrorTexts configures the texts of status codes by release of PCP
// (pmErrStr(3)). The zero value is the newest release.
type ErrorTexts struct {
	// ArchiveLog has messages about archives contain "PCP archive log",
	// as before PCP 6.1.
	ArchiveLog bool
	// NoErrArg leaves [ErrArg] unknown, as before PCP 6.0.4.
	NoErrArg bool
	// FileType gives EFTYPE, errno 134, the text that it has since glibc 2.43.
	FileType bool
}

// Of is the text of the code in err, or err.Error() if err has no code: the text
// of [ErrGeneric] is for errors that a source reports with that code.
func (t ErrorTexts) Of(err error) string {
	code := Code(err)
	if code == ErrGeneric && !errors.Is(err, ErrGeneric) {
		return err.Error()
	}
	return t.code(code)
}

// A CodedError is an error whose text contains the text of a status code.
type CodedError interface {
	error
	// Text is the error's text, with the code's as t has it.
	Text(t ErrorTexts) string
}

// Message is the whole text of err: a [CodedError] makes it with the texts of t,
// other errors with Error.
func (t ErrorTexts) Message(err error) string {
	switch err := err.(type) {
	case CodedError:
		return err.Text(t)
	case Error:
		return t.code(err)
	}
	return err.Error()
}

// Codes lists PCP's own codes in the order of "pmerr -l".
func (t ErrorTexts) Codes() []ErrorCode {
	codes := make([]ErrorCode, 0, len(errorCodes))
	for _, c := range errorCodes {
		if t.NoErrArg && c.Code == ErrArg {
			continue
		}
		c.Text = t.older(c)
		codes = append(codes, c)
	}
	return codes
}

// code words a status code.
func (t ErrorTexts) code(e Error) string {
	switch {
	case e == 0:
		return "No error"
	case e < saslBase:
		return saslText(e)
	case e < 0 && e > ErrGeneric:
		return t.errno(syscall.Errno(-e))
	}
	for _, c := range &errorCodes {
		if c.Code == e && !(t.NoErrArg && e == ErrArg) {
			return t.older(c)
		}
	}
	return fmt.Sprintf("No such PMAPI error code (%d)", int32(e))
}

// older is the text of a code, which before PCP 6.1 had archive log where it
// says archive now.
func (t ErrorTexts) older(c ErrorCode) string {
	if !t.ArchiveLog {
		return c.Text
	}
	switch c.Code {
	case ErrNoData, ErrEOL, ErrLabel, ErrLogRec, ErrLogFile, ErrPMIDLog, ErrInDomLog, ErrInstLog:
		return strings.Replace(c.Text, "archive", "archive log", 1)
	}
	return c.Text
}
