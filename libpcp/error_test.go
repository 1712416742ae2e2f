package libpcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"pcptools/libpcp"
)

// TestCode has errors of all kinds, and a code for each.
func TestCode(t *testing.T) {
	for _, test := range []struct {
		err  error
		want libpcp.Error
	}{
		{nil, 0},
		{io.EOF, libpcp.ErrGeneric},
		{fmt.Errorf("host: %w", libpcp.ErrName), libpcp.ErrName},
		{&net.OpError{Err: os.NewSyscallError("connect", syscall.EMFILE)}, libpcp.Errno(syscall.EMFILE)},
		{context.DeadlineExceeded, libpcp.ErrTimeout},
		{fmt.Errorf("host: %w", context.DeadlineExceeded), libpcp.ErrTimeout},
		{&net.OpError{Err: os.ErrDeadlineExceeded}, libpcp.ErrTimeout},
		{context.Canceled, libpcp.Errno(syscall.EINTR)},
		{errors.Join(context.DeadlineExceeded, libpcp.ErrIPC), libpcp.ErrIPC},
	} {
		if got := libpcp.Code(test.err); got != test.want {
			t.Errorf("%v: code %d, want %d", test.err, got, test.want)
		}
	}
}

// TestTextWithoutCode wants an error without a code to have its own text, not that
// of what has been reported already.
func TestTextWithoutCode(t *testing.T) {
	own := errors.New("line 1 is too long")
	if got := libpcp.ErrorText(own); got != own.Error() {
		t.Errorf("%q, want %q", got, own)
	}
	reported := fmt.Errorf("%w: %w", libpcp.ErrGeneric, own)
	if got, want := libpcp.ErrorText(reported), "Generic error, already reported above"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
