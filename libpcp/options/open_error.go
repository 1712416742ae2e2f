package options

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// An OpenError is a file or source that cannot be used. Its text is the
// message of PCP's tools, see libpcp.ErrorTexts.Message.
type OpenError struct {
	Failure string // what could not be done, as the message begins
	Err     error
}

func (e *OpenError) Error() string { return e.Text(libpcp.ErrorTexts{}) }

// Text implements [libpcp.CodedError].
func (e *OpenError) Text(t libpcp.ErrorTexts) string {
	if p := (*pmcd.ProtectionError)(nil); errors.As(e.Err, &p) {
		return e.Failure + ": " + p.Reason
	}
	return e.Failure + ": " + t.Of(e.Err)
}

// Unwrap returns the reason.
func (e *OpenError) Unwrap() error { return e.Err }
