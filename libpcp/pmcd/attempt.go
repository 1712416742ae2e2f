package pmcd

import (
	"context"
	"errors"
	"os"
	"strconv"
	"syscall"

	"pcptools/libpcp"
)

// A DialError lists the addresses that were tried, with the error of each. Its
// code and text come from the last attempt; PCP gives many errors of the system
// one code. See [DialError.Cause].
type DialError struct {
	Attempts []Attempt
	Err      error
}

// An Attempt is an address that was dialed, and the error.
type Attempt struct {
	Where string // for people: "socket /run/pcp/pmcd.socket", "port 44321 of host"
	Err   error
}

func (e *DialError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *DialError) Unwrap() error { return e.Err }

// Cause returns the error with the code of what the system reported, such as
// EMFILE or ENETUNREACH, or [libpcp.ErrTimeout], in place of PCP's code for
// everything that keeps it from connecting. Other codes are left.
func (e *DialError) Cause() error {
	switch libpcp.Code(e.Err) {
	case libpcp.Errno(syscall.ECONNREFUSED), libpcp.Errno(syscall.ENOENT), libpcp.Errno(syscall.EHOSTUNREACH):
	default:
		return e
	}
	const last = 4095 // another system than PCP's has the numbers above
	var errno syscall.Errno
	switch {
	case errors.Is(e.Err, syscall.ETIMEDOUT), errors.Is(e.Err, os.ErrDeadlineExceeded), errors.Is(e.Err, context.DeadlineExceeded):
		return &causeError{e, libpcp.ErrTimeout}
	case errors.As(e.Err, &errno) && errno <= last:
		return &causeError{e, libpcp.Errno(errno)}
	}
	return e
}

// causeError is an error with another code.
type causeError struct {
	error
	code libpcp.Error
}

// Unwrap returns the error.
func (e *causeError) Unwrap() error { return e.error }

// As gives the code.
func (e *causeError) As(target any) bool {
	code, ok := target.(*libpcp.Error)
	if ok {
		*code = e.code
	}
	return ok
}

// attempts is what a client has tried for one connection.
type attempts []Attempt

func (a *attempts) socket(path string, err error) { a.add("socket "+path, err) }

func (a *attempts) port(port int32, name string, err error) {
	a.add("port "+strconv.Itoa(int(port))+" of "+name, err)
}

func (a *attempts) add(where string, err error) {
	if err != nil {
		*a = append(*a, Attempt{where, err})
	}
}

// failure makes an error of the last error and all earlier ones.
func (a attempts) failure(err error) error {
	if err == nil || len(a) == 0 {
		return err
	}
	return &DialError{Attempts: a, Err: err}
}
