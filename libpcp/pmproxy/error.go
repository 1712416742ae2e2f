package pmproxy

import (
	"errors"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

const ehostunreach = syscall.EHOSTUNREACH

// Error is why pmproxy, or the network, does not answer.
type Error struct {
	Code    libpcp.Error // the one that Message ends with, or ErrGeneric
	Message string       // pmproxy's
}

func (e *Error) Error() string { return "pmproxy: " + e.Message }

// Unwrap returns the code.
func (e *Error) Unwrap() error { return e.Code }

// codeOf finds the code that a message is about, which ends with its text.
func codeOf(message string) libpcp.Error {
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

// expired reports whether an error says that pmproxy has forgotten a context.
func expired(err error) bool {
	var e *Error
	return errors.As(err, &e) && strings.HasPrefix(e.Message, "unknown context identifier")
}
