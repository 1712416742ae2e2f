package pmda

import "pcptools/libpcp"

// NotReady is the error with which an agent says that it cannot answer
// requests for now, best from [Agent].Before. Until Done is closed pmcd asks it
// nothing more, and its clients are told to try again (libpcp.ErrAgain). An
// agent that supplies its names itself should do that all the same: pmcd does
// not wait for names.
type NotReady struct {
	Done <-chan struct{}
}

func (e *NotReady) Error() string { return "agent is not ready" }

// Unwrap returns what clients see.
func (e *NotReady) Unwrap() error { return libpcp.ErrAgain }
