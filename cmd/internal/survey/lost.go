package survey

import (
	"context"
	"errors"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Lost returns the failure that lost the connection since the last call, or
// nil. Records have no errors for help texts and the like: after a failure the
// source may have texts that records lack.
func (s *Survey) Lost() *report.Failure {
	f := s.lost
	s.lost = nil
	return f
}

// Miss records a failure that no record shows, for [Survey.Lost].
func (s *Survey) Miss(f report.Failure) {
	if s.lost == nil && Disconnected(f.Err) {
		s.lost = &f
	}
}

// Disconnected reports whether after an error all requests fail.
func Disconnected(err error) bool {
	return errors.Is(err, libpcp.ErrIPC) || errors.Is(err, libpcp.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}
