package ask

import (
	"testing"

	"pcptools/libpcp"
)

// TestLookupError looks up one name and several that are there, are not, and fail.
func TestLookupError(t *testing.T) {
	const found = libpcp.Error(0)
	for _, test := range []struct {
		of   []libpcp.Error
		want libpcp.Error
	}{
		{[]libpcp.Error{found}, found},
		{[]libpcp.Error{libpcp.ErrName}, libpcp.ErrName},
		{[]libpcp.Error{libpcp.ErrNonLeaf}, libpcp.ErrNonLeaf},
		{[]libpcp.Error{libpcp.ErrNoAgent}, libpcp.ErrNoAgent},
		{[]libpcp.Error{libpcp.ErrIPC}, libpcp.ErrIPC},
		{[]libpcp.Error{libpcp.ErrName, libpcp.ErrNonLeaf}, found},
		{[]libpcp.Error{libpcp.ErrIPC, found}, found},
		{[]libpcp.Error{libpcp.ErrName, libpcp.ErrTimeout, libpcp.ErrIPC}, libpcp.ErrTimeout},
	} {
		q := &libpcp.LookupQuery{}
		for _, err := range test.of {
			reply := libpcp.LookupReply{}
			if err != found {
				reply.Err = err
			}
			q.Replies = append(q.Replies, reply)
		}
		if got := LookupError(q); libpcp.Code(got) != test.want {
			t.Errorf("%v: %v, want %v", test.of, got, test.want)
		}
	}
}
