package fleet

import (
	"context"
	"errors"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// lost is the failure in a record after which there is no connection any more;
// nil if there is none.
func lost(r report.Record) *report.Failure {
	var f *report.Failure
	switch r := r.(type) {
	case *report.Metric:
		f = r.Err
	case *report.InDom:
		f = r.Err
	case *report.Problem:
		f = &r.Failure
	}
	if f == nil || !disconnected(f.Err) {
		return nil
	}
	return f
}

// disconnected reports whether after an error all requests fail.
func disconnected(err error) bool {
	return errors.Is(err, libpcp.ErrIPC) || errors.Is(err, libpcp.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}
