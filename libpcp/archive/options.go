package archive

import (
	"context"
	"time"

	"pcptools/libpcp/archive/internal/interpolate"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/release"
)

// Options configures an [Archive]. The zero value reads as the newest PCP does.
type Options struct {
	// Release is the PCP release whose behaviour is reproduced; the zero Release is
	// the newest. It decides which files, records and sets of archives are accepted,
	// which names and labels they have, and how values are interpolated.
	Release release.Release
	// WrapCounters makes interpolation assume that a counter which has decreased
	// has wrapped at the end of its type, as the variable PCP_COUNTER_WRAP does
	// (PCPIntro(1)). Otherwise values are interpolated between the two as they are.
	WrapCounters bool

	// IgnoreMarks makes interpolation ignore marks, as the variable
	// PCP_IGNORE_MARK_RECORDS does (PCPIntro(1)): those between records that
	// are at most gap apart, or, when that is zero, all. It is called when the
	// first mark is read; without ok no mark is ignored.
	IgnoreMarks func() (gap time.Duration, ok bool)

	// Skipped is called when an archive of several cannot be read, which is then
	// left out, as are the metadata of those before it if a readable one follows. PCP
	// before 7.1.4 rejects the set.
	Skipped func(name string, reason error)

	// Removed is called when a record of an archive of several is found to be
	// damaged, which is then left out from there on. PCP before 7.1.4 fails.
	Removed func(name string, volume int)

	// BadDelta is called for each change of an instance domain that is ignored, when
	// that is first met. PCP before 7.1.1 reports none.
	BadDelta func(BadDelta)

	// More makes a replay forwards go on at its end, or beyond Until: it returns the
	// archive in which the replay goes on at the same time, once there is one.
	// Its error, such as ErrEOL, is the error of the fetch. Nil ends the replay.
	More func(ctx context.Context) (Continuation, error)
	// Until is, for the archive that is opened, what it is in a Continuation.
	Until time.Time
}

// policy is what the records of a set of archives are read by.
func (o *Options) policy() records.Policy {
	p := records.Policy{Release: o.Release, Skipped: o.Skipped}
	if o.BadDelta != nil && o.Release.Has(release.BadDeltas) {
		p.BadDelta = func(b logfile.BadDelta) { o.BadDelta(BadDelta(b)) }
	}
	return p
}

// rules is how values are interpolated.
func (o *Options) rules() interpolate.Rules {
	return interpolate.Rules{
		WrapCounters: o.WrapCounters, IgnoreMarks: o.IgnoreMarks,
		Nearest:   o.Release.Has(release.NearestInterpolation),
		NewSeries: o.Release.Has(release.SeekBeginsSeries),
	}
}

// removed returns the function to call for an archive that is left out of several;
// nil leaves out none.
func (o *Options) removed() func(name string, volume int) {
	switch {
	case !o.Release.Has(release.SkipBadArchives):
		return nil
	case o.Removed == nil:
		return func(string, int) {}
	}
	return o.Removed
}
