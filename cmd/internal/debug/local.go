package debug

import (
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// local prints what happens to the agents of local contexts. It reports whether
// the event is of that kind.
func (t *tracer) local(event any) bool {
	switch e := event.(type) {
	case options.TableRead:
		t.printf("build_dsotab: parsing %s\n", e.File)
	case options.NotDeleted:
		t.printf("__pmLocalPMDA -> %s\n", libpcp.ErrorText(e.Err))
	case options.LocalEnded:
		t.localEnded(e)
	default:
		return false
	}
	return true
}

// localEnded prints that a context has ended if the DSO has a function to be
// told so (pmdaSetEndContextCallBack(3)). Once it is closed there is no number.
func (t *tracer) localEnded(e options.LocalEnded) {
	switch e.Builtin.Name {
	case "linux", "proc", "sample":
	default:
		return
	}
	var number libpcp.Error
	if e.Closed {
		number = libpcp.ErrNoContext
	}
	t.printf("NotifyEndLocalContext: DSO PMDA %s (%d) notified of context %d close\n", e.Agent.Path, e.Agent.Domain, number)
}
