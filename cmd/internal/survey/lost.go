package survey

import (
	"context"
	"errors"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Lost returns the first failure, since the last call, of a request for what a
// record has no error about, such as a help text, if there is no connection
// since; or nil. What the records lack is then not because there is none.
func (s *Survey) Lost() *report.Failure {
	f := s.lost
	s.lost = nil
	return f
}

// Miss takes note of a failure that no record shows, for [Survey.Lost].
func (s *Survey) Miss(f report.Failure) {
	if s.lost == nil && Disconnected(f.Err) {
		s.lost = &f
	}
}

// Disconnected reports whether after an error all requests fail.
func Disconnected(err error) bool {
	return errors.Is(err, libpcp.ErrIPC) || errors.Is(err, libpcp.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}
