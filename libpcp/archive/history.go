package archive

import (
	"iter"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// InDomVersion is the state of an instance domain from a time on.
type InDomVersion struct {
	From      time.Time
	Instances []libpcp.Instance // sorted by identifier
	Delta     bool              // recorded as the difference from the version before
}

// LabelVersion is the state of label sets from a time on.
type LabelVersion struct {
	From time.Time
	Sets []libpcp.LabelSet
}

// InDoms lists the instance domains that the metadata describe, sorted.
func (a *Archive) InDoms() []libpcp.InDom { return a.meta.Domains() }

// An InDomHistoryQuery is [Archive.InDomHistory] of an archive behind wrappers.
type InDomHistoryQuery struct {
	InDom    libpcp.InDom
	Versions iter.Seq2[InDomVersion, error]
	libpcp.RecordingAnswer
}

// InDomHistory returns an iterator over the versions of an instance domain, the
// oldest first, each with all its instances. It ends with the first error, which
// is ErrInDomLog for a domain that the metadata do not describe.
func (a *Archive) InDomHistory(d libpcp.InDom) iter.Seq2[InDomVersion, error] {
	return func(yield func(InDomVersion, error) bool) {
		h, err := a.history(d)
		if err == nil {
			err = h.EachVersion(func(from logfile.Stamp, list []libpcp.Instance, delta bool) bool {
				return yield(InDomVersion{from.Time(), list, delta}, nil)
			})
		}
		if err != nil {
			yield(InDomVersion{}, err)
		}
	}
}

// LabelIDs lists the identifiers of all label sets, sorted by class and
// identifier.
func (a *Archive) LabelIDs() []libpcp.LabelID { return a.meta.LabelIDs() }

// LabelHistory returns an iterator over the versions of the label sets with an
// identifier, the oldest first. Sets that repeat those before are left out, as
// libpcp (C) leaves them out when it opens the archive. It ends with the first
// error.
func (a *Archive) LabelHistory(id libpcp.LabelID) iter.Seq2[LabelVersion, error] {
	return func(yield func(LabelVersion, error) bool) {
		err := a.meta.Labels(id).EachVersion(func(from logfile.Stamp, sets []libpcp.LabelSet) bool {
			return yield(LabelVersion{from.Time(), sets}, nil)
		})
		if err != nil {
			yield(LabelVersion{}, err)
		}
	}
}

// A BadDelta is a change of an instance domain that contradicts earlier changes,
// and is ignored: it removes an unknown instance, or adds a known instance under
// another name.
type BadDelta struct {
	InDom    libpcp.InDom
	Goes     bool
	Change   libpcp.Instance // without a name if it goes
	ChangeAt int             // its place among the changes, by identifier
	Known    libpcp.Instance // the instance with this identifier
	KnownAt  int             // its place in the domain, by identifier
}
