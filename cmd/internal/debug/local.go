package debug

import (
	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// local prints what happens to the agents of local contexts. It reports whether
// the event is of that kind.
func (t *tracer) local(event any) bool {
	switch e := event.(type) {
	case traced.TableRead:
		t.printf("build_dsotab: parsing %s\n", e.File)
	case traced.NotDeleted:
		t.printf("__pmLocalPMDA -> %s\n", libpcp.ErrorText(e.Err))
	case traced.LocalEnded:
		t.localEnded(e)
	default:
		return false
	}
	return true
}

// localEnded prints that a context has ended, if the DSO has a callback for it
// (pmdaSetEndContextCallBack(3)). A closed context has no number.
func (t *tracer) localEnded(e traced.LocalEnded) {
	switch e.Name {
	case "linux", "proc", "sample":
	default:
		return
	}
	var number libpcp.Error
	if e.Closed {
		number = libpcp.ErrNoContext
	}
	t.printf("NotifyEndLocalContext: DSO PMDA %s (%d) notified of context %d close\n", e.DSO, e.Domain, number)
}
