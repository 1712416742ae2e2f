package rest

import (
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// Error is why pmproxy, or the network, does not answer.
type Error struct {
	Code    libpcp.Error // the one that Message ends with, or ErrGeneric
	Message string       // pmproxy's, or the network's, as it arrived; [Error.Error] makes it printable
	Status  int          // of the answer by HTTP; 0 if there was none, or one that made no sense
}

// Error returns the message on one line, without any characters of a peer that
// terminals obey.
func (e *Error) Error() string {
	return "pmproxy: " + format.Printable(e.Message[:min(len(e.Message), maxMessage)])
}

// Unwrap returns the code.
func (e *Error) Unwrap() error { return e.Code }

// Refused is the error that a message of pmproxy reports, with the code whose
// text it ends with.
func Refused(message string) *Error {
	return &Error{Code: codeOf(message), Message: message[:min(len(message), maxMessage)]}
}

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

// Senseless begins the message about an answer that cannot be.
const Senseless = "the answer makes no sense: "

// Malformed is the error of an answer with a member whose value cannot be.
func Malformed(member, value string) error {
	return &Error{Code: libpcp.ErrIPC, Message: Senseless + member + " " + value[:min(len(value), 80)]}
}
