package rest

import (
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// Error is why pmproxy, or the network, does not answer.
type Error struct {
	Code    libpcp.Error // the one that Message ends with, or ErrGeneric
	Message string       // pmproxy's
	Status  int          // of the answer by HTTP; 0 if there was none, or one that made no sense
}

func (e *Error) Error() string { return "pmproxy: " + e.Message }

// Unwrap returns the code.
func (e *Error) Unwrap() error { return e.Code }

// CodeOf finds the code that a message is about, which ends with its text.
func CodeOf(message string) libpcp.Error {
	for _, known := range libpcp.ErrorCodes() {
		if strings.HasSuffix(message, known.Text) {
			return known.Code
		}
	}
	for _, n := range []syscall.Errno{
		syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EHOSTUNREACH, syscall.ENETUNREACH,
		syscall.ETIMEDOUT, syscall.EPIPE, syscall.EINVAL, syscall.EACCES, syscall.EPERM, syscall.ENOENT,
	} {
		if code := libpcp.Errno(n); strings.HasSuffix(message, code.Error()) {
			return code
		}
	}
	return libpcp.ErrGeneric
}

// Nonsense is the error of an answer with a member whose value cannot be.
func Nonsense(member, value string) error {
	return &Error{Code: libpcp.ErrIPC, Message: "the answer makes no sense: " + member + " " + value[:min(len(value), 80)]}
}
