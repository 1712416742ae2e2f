package fleet

import (
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
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
	if f == nil || !survey.Disconnected(f.Err) {
		return nil
	}
	return f
}
