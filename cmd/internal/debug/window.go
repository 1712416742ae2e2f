package debug

import (
	"pcptools/internal/traced"
	"pcptools/libpcp/timewindow"
)

// window prints how the window of time comes about, and reports whether the
// event is about that.
func (t *tracer) window(event any) bool {
	switch e := event.(type) {
	case traced.Bounds:
		const layout = "2006/01/02 " + clock
		t.printf("__pmBoundaryOptions: logstart %s logend %s\n", e.First.Format(layout), e.Last.Format(layout))
	case traced.Placed:
		t.printf("pmParseTimeWindow: ")
		t.placed(e)
	default:
		return false
	}
	return true
}

const clock = "15:04:05.000000000"

// placed prints a step. That -T is at a time comes with the text of -S, as it
// does in libpcp (C).
func (t *tracer) placed(e traced.Placed) {
	first, last := e.Within.First.Format(clock), e.Within.Last.Format(clock)
	from, to := e.From.In(e.Within.First.Location()).Format(clock), e.To.In(e.Within.First.Location()).Format(clock)
	given := map[byte]*string{'S': e.Options.Start, 'T': e.Options.Finish, 'A': e.Options.Align, 'O': e.Options.Origin}
	text := orNull(given[e.Option])
	switch e.Kind {
	case timewindow.StepFailed:
		t.printf("-%c %s => %s\n", e.Option, text, e.Err)
	case timewindow.StepAligned:
		t.printf("-A %s advance start from %s to %s\n", text, from, to)
	case timewindow.StepOriginAligned:
		t.printf("-A %s advance offset from %s to %s\n", text, from, to)
	case timewindow.StepRead:
		what := map[byte]string{'S': "start", 'T': "end"}[e.Option]
		t.printf("-%c %s => logstart=%s %s=%s logend=%s\n", e.Option, orNull(e.Options.Start), first, what, to, last)
	default:
		t.printf("-%c %s %s\n", e.Option, text, trimmed(e, from, to))
	}
}

// trimmed words how a time outside its bounds was moved to them.
func trimmed(e traced.Placed, from, to string) string {
	switch {
	case e.Option == 'S':
		return "start " + from + " before logstart " + to + " advance to logstart"
	case e.Option == 'T':
		return "start " + from + " after logend " + to + " trim to logend"
	case e.From.Before(e.To):
		return "offset " + from + " before start " + to + " advance to start"
	}
	return "offset " + from + " after end " + to + " trim to end"
}

func orNull(text *string) string {
	if text == nil {
		return "(null)"
	}
	return *text
}
