package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pcptools/libpcp"
)

// A sample is the values of the metric at one time, by instance.
type sample struct {
	time   moment
	set    libpcp.ValueSet
	result *libpcp.Result // that the set is of

	numbers []float64 // the values as such, NaN until asked for; none until one is
}

// errEnd says that there are no more samples.
var errEnd = errors.New("end of samples")

// A sampler gets the next record or sample that may have the metric.
type sampler func(ctx context.Context) (*libpcp.Result, error)

// position makes the report ready to take samples from its origin on.
func (r *report) position() error {
	r.sampler = r.fetchSample
	if r.live() {
		return nil
	}
	archive, err := r.c.Archive()
	if err != nil {
		return err
	}
	if r.asRecorded() {
		r.sampler = r.fetchRecord
		err = archive.SetMode(libpcp.ModeForw, r.window.Origin, 0)
	} else {
		err = archive.SetMode(libpcp.ModeInterp, r.window.Origin.Truncate(time.Microsecond), r.step())
	}
	if err != nil {
		return failure{"pmSetMode", err}
	}
	return nil
}

// asRecorded reports whether samples are the records of an archive.
func (r *report) asRecorded() bool {
	return !r.live() && (r.p.recorded || r.desc.Type.Event())
}

// step is the step of an interpolated replay: whole microseconds. A coarse one
// is whole milliseconds, or seconds where there would be too many.
func (n plan) step() time.Duration {
	const long = 2073600 * time.Second
	switch {
	case !n.coarse:
		return n.interval.Truncate(time.Microsecond)
	case n.interval > long:
		return n.interval.Truncate(time.Second)
	}
	return n.interval.Truncate(time.Millisecond)
}

// fetchSample fetches the metric at the current time.
func (r *report) fetchSample(ctx context.Context) (*libpcp.Result, error) {
	if first := r.ahead; first != nil {
		r.ahead = nil
		return first.Result, r.fetchError(first.Err)
	}
	result, err := r.c.Fetch(ctx, []libpcp.PMID{r.id})
	return result, r.fetchError(err)
}

// fetchRecord fetches the next record that has the metric, or the mark of an
// interruption of logging.
func (r *report) fetchRecord(ctx context.Context) (*libpcp.Result, error) {
	result, err := r.c.FetchRecordOf(ctx, r.id)
	return result, r.fetchError(err)
}

// fetchError words the failure of a fetch, unless it is the end.
func (r *report) fetchError(err error) error {
	switch {
	case err == nil:
		return nil
	case libpcp.Code(err) == libpcp.ErrEOL:
		return errEnd
	}
	r.complain("\n")
	return failure{r.call(), err}
}

// call is the call of PMAPI(3) that is to blame for failures.
func (r *report) call() string {
	if r.asRecorded() {
		return "pmFetchArchive"
	}
	return "pmFetch"
}

// next takes a sample. Without an error and without a sample there are no
// values, which has been said.
func (r *report) next(ctx context.Context) (*sample, error) {
	s := r.unused()
	result, err := r.sampler(ctx)
	if err != nil {
		return nil, err
	}
	s.result = result
	at := moment{result.Time, result.Uncarried}
	if result.Mark() {
		r.writeRemark(at, "Archive logging suspended\n")
		r.reporting = false
		return nil, nil
	}
	if end := r.window.Finish; !end.IsZero() && result.Time.After(end) {
		return nil, errEnd
	}
	set := result.Sets[0]
	r.p.strict.Note(len(set.Values), set.Err != nil)
	switch {
	case set.Err != nil:
		r.complain(fmt.Sprintf("\n%s: %s: %s\n", r.prog, r.call(), r.texts.Of(set.Err)))
		return nil, nil
	case len(set.Values) == 0:
		r.writeNone(at)
		return nil, nil
	}
	sortByInstance(set.Values)
	*s = sample{time: at, set: set, result: result, numbers: s.numbers[:0]}
	return s, nil
}

// unused returns the one of the two samples that is not the previous one, for
// the next. What it held is given back.
func (r *report) unused() *sample {
	s := &r.pair[0]
	if s == r.have {
		s = &r.pair[1]
	}
	if s.result != nil {
		r.c.Recycle(s.result)
		s.result = nil
	}
	return s
}

// sortByInstance sorts values, which mostly are in order.
func sortByInstance(values []libpcp.Value) {
	for i := 1; i < len(values); i++ {
		if values[i].Inst < values[i-1].Inst {
			slices.SortStableFunc(values, func(a, b libpcp.Value) int { return cmp.Compare(a.Inst, b.Inst) })
			return
		}
	}
}

// writeNone says that there are no values.
func (r *report) writeNone(t moment) {
	switch {
	case !r.desc.Type.Event():
		r.writeRemark(t, "No values available\n")
	case r.p.verbose:
		r.writeRemark(t, r.p.metric.Metric+": No values available\n")
	default:
		r.writeRemark(t, "")
	}
}

// complain writes to standard error, behind what was written to the output.
func (r *report) complain(text string) {
	r.out.Flush()
	r.errOut.Write([]byte(text))
}
