package series

import (
	"cmp"
	"io"
	"sync/atomic"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// bounds limit the bytes of all answers together, without regard to the sizes that
// pmproxy announces; 0 is the default.
type bounds struct {
	held     int64 // bytes held at a time
	recorded int64 // of all values that one Record fetches
}

const (
	maxHeld     = 256 << 20
	maxRecorded = 16 << 30 // of which archives take less than half
)

// newHeld is the allowance for answers that are held together.
func (b bounds) newHeld() *allowance {
	return newAllowance(cmp.Or(b.held, maxHeld), "the answers are too long together: fewer series take less")
}

// newRecorded is the allowance for the values of one Record.
func (b bounds) newRecorded() *allowance {
	return newAllowance(cmp.Or(b.recorded, maxRecorded), "there are too many values: a shorter window or fewer series take less")
}

// An allowance is used up by answers. Several goroutines may use one; nil is
// without a bound.
type allowance struct {
	left     atomic.Int64
	exceeded string // the error's message
}

func newAllowance(bytes int64, exceeded string) *allowance {
	a := &allowance{exceeded: exceeded}
	a.left.Store(bytes)
	return a
}

// limit has decode fail when it has read more than is left.
func (a *allowance) limit(decode rest.Decoder) rest.Decoder {
	if a == nil {
		return decode
	}
	return func(r io.Reader) error { return decode(&allowedReader{r, a}) }
}

type allowedReader struct {
	r io.Reader
	a *allowance
}

func (r *allowedReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	if r.a.left.Add(-int64(n)) < 0 {
		return 0, &rest.Error{Code: libpcp.ErrTooBig, Message: r.a.exceeded}
	}
	return n, err
}
