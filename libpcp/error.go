package libpcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Error is a PMAPI status code (PMAPI(3), pmErrStr(3)): one of PCP's own, or
// the negative of an errno. The constants are sentinels for errors.Is, and an
// Error made from an errno matches that syscall.Errno too.
type Error int32

// PCP's own codes.
const (
	ErrGeneric        Error = -12345
	ErrPMNS           Error = -12346
	ErrNoPMNS         Error = -12347
	ErrDupPMNS        Error = -12348
	ErrText           Error = -12349
	ErrAppVersion     Error = -12350
	ErrValue          Error = -12351
	ErrTimeout        Error = -12353
	ErrNoData         Error = -12354
	ErrReset          Error = -12355
	ErrName           Error = -12357
	ErrPMID           Error = -12358
	ErrInDom          Error = -12359
	ErrInst           Error = -12360
	ErrUnit           Error = -12361
	ErrConv           Error = -12362
	ErrTrunc          Error = -12363
	ErrSign           Error = -12364
	ErrProfile        Error = -12365
	ErrIPC            Error = -12366
	ErrEOF            Error = -12368
	ErrNotHost        Error = -12369
	ErrEOL            Error = -12370
	ErrMode           Error = -12371
	ErrLabel          Error = -12372
	ErrLogRec         Error = -12373
	ErrNotArchive     Error = -12374
	ErrLogFile        Error = -12375
	ErrNoContext      Error = -12376
	ErrProfileSpec    Error = -12377
	ErrPMIDLog        Error = -12378
	ErrInDomLog       Error = -12379
	ErrInstLog        Error = -12380
	ErrNoProfile      Error = -12381
	ErrNoAgent        Error = -12386
	ErrPermission     Error = -12387
	ErrConnLimit      Error = -12388
	ErrAgain          Error = -12389
	ErrIsConn         Error = -12390
	ErrNotConn        Error = -12391
	ErrNeedPort       Error = -12392
	ErrNonLeaf        Error = -12394
	ErrType           Error = -12397
	ErrThread         Error = -12398
	ErrNoContainer    Error = -12399
	ErrBadStore       Error = -12400
	ErrLogOverlap     Error = -12401
	ErrLogHost        Error = -12402
	ErrLogChangeType  Error = -12404
	ErrLogChangeSem   Error = -12405
	ErrLogChangeInDom Error = -12406
	ErrLogChangeUnits Error = -12407
	ErrNeedClientCert Error = -12408
	ErrBadDerive      Error = -12409
	ErrNoLabels       Error = -12410
	ErrPMDAFenced     Error = -12411
	ErrRecType        Error = -12412
	ErrFeature        Error = -12413
	ErrTLS            Error = -12414
	ErrArg            Error = -12415 // since PCP 6.0.4
	ErrBotch          Error = -12442
	ErrTooSmall       Error = -12443
	ErrTooBig         Error = -12444
	ErrFault          Error = -12445
	ErrPMDAReady      Error = -13393
	ErrPMDANotReady   Error = -13394
	ErrNYI            Error = -21344
)

// Errno is the Error of a system error number.
func Errno(n syscall.Errno) Error { return Error(-int32(n)) }

// Error is the text of the code by pmErrStr(3) of the newest PCP; see
// [ErrorTexts] for other releases.
func (e Error) Error() string { return ErrorTexts{}.code(e) }

// Is lets an Error made from an errno match that errno.
func (e Error) Is(target error) bool {
	n, ok := target.(syscall.Errno)
	return ok && e == Errno(n)
}

// Code returns the PMAPI status of an error: its Error, or the negative of its
// errno, ErrTimeout for a deadline that has passed, EINTR for a cancelled request,
// or else ErrGeneric. It is zero for nil.
func Code(err error) Error {
	if err == nil {
		return 0
	}
	var code Error
	if errors.As(err, &code) {
		return code
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return Errno(errno)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return ErrTimeout
	case errors.Is(err, context.Canceled):
		return Errno(syscall.EINTR)
	}
	return ErrGeneric
}

// ErrorText returns the text that the tools of the newest PCP print for err: the
// text of its code alone, or err.Error() if it has no code. It is for tools that print
// what PCP's do to the byte; others print err, which also has the metric, instance,
// file or address that failed. See [ErrorTexts] for other releases.
func ErrorText(err error) string { return ErrorTexts{}.Of(err) }

// FormatError reports corrupt input: where it was found and which code libpcp
// (C) returns for it.
type FormatError struct {
	File   string
	Offset int64
	Code   Error
	Reason string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s: %s", e.File, e.Offset, e.Reason, e.Code.Error())
}

// Unwrap returns the code.
func (e *FormatError) Unwrap() error { return e.Code }
