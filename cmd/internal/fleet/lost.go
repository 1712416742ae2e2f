package fleet

import "pcptools/cmd/internal/report"

// failureOf is the failure of a record as a whole, or nil.
func failureOf(r report.Record) *report.Failure {
	switch r := r.(type) {
	case *report.Metric:
		return r.Err
	case *report.InDom:
		return r.Err
	case *report.Problem:
		return &r.Failure
	}
	return nil
}
