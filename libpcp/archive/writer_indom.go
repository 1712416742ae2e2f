package archive

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// writtenDomain is an instance domain as last recorded.
type writtenDomain struct {
	indom libpcp.InDom
	at    logfile.Stamp
	list  []libpcp.Instance // by identifier
	ever  []int32           // every identifier it has had, sorted
}

// AddInstances records that from a time on an instance domain consists of
// list. Times of one domain must not decrease. Nothing is written if nothing
// has changed, or for an empty list: an archive cannot record that a domain
// has become empty. In version 3 small changes become delta records.
func (w *Writer) AddInstances(when time.Time, indom libpcp.InDom, list []libpcp.Instance) error {
	at, err := w.stamp(when)
	if err != nil {
		return err
	}
	list = slices.Clone(list)
	logfile.SortInstances(list)
	d := w.domain(indom)
	if err := d.check(at, list); err != nil {
		return fmt.Errorf("instance domain %v: %w", indom, err)
	}
	if len(list) == 0 || slices.Equal(list, d.list) {
		return nil
	}
	typ, entries := w.domainRecord(d.list, list)
	if err := w.addMeta(logfile.AppendInDom(w.begin(), typ, at, indom, entries)); err != nil {
		return err
	}
	d.at, d.list = at, list
	d.know(list)
	w.domains[indom] = d
	return nil
}

func (w *Writer) domain(indom libpcp.InDom) *writtenDomain {
	if d := w.domains[indom]; d != nil {
		return d
	}
	return &writtenDomain{indom: indom}
}

// check checks the next version of a domain.
func (d *writtenDomain) check(at logfile.Stamp, list []libpcp.Instance) error {
	if d.indom == libpcp.NullInDom {
		return libpcp.ErrInDom
	}
	if at.Before(d.at) {
		return errTime()
	}
	return checkInstances(list)
}

func checkInstances(list []libpcp.Instance) error {
	for i, inst := range list {
		switch {
		case inst.ID < 0 || i > 0 && list[i-1].ID == inst.ID:
			return fmt.Errorf("instance %d: %w", inst.ID, libpcp.ErrInst)
		case inst.Name == "" || strings.IndexByte(inst.Name, 0) >= 0:
			return fmt.Errorf("instance %d: name %q: %w", inst.ID, inst.Name, libpcp.ErrInst)
		}
	}
	return nil
}

// know adds identifiers to those the domain has had.
func (d *writtenDomain) know(list []libpcp.Instance) {
	for _, inst := range list {
		if i, found := slices.BinarySearch(d.ever, inst.ID); !found {
			d.ever = slices.Insert(d.ever, i, inst.ID)
		}
	}
}

// find looks for an identifier, at a guess first.
func (d *writtenDomain) find(inst int32, guess int) (int, bool) {
	if guess < len(d.ever) && d.ever[guess] == inst {
		return guess, true
	}
	return slices.BinarySearch(d.ever, inst)
}

// domainRecord chooses the type and content of the record of a change: a
// delta, if the version has them, unless it is the first record, an instance
// gets another name or more changes than stays.
func (w *Writer) domainRecord(old, list []libpcp.Instance) (typ uint32, entries []logfile.InDomEntry) {
	if w.options.Version == 3 && len(old) > 0 {
		delta, renamed := changes(old, list)
		if !renamed && len(delta) <= len(list) {
			return logfile.TypeInDomDelta, delta
		}
	}
	entries = make([]logfile.InDomEntry, len(list))
	for i := range list {
		entries[i].Instance = list[i]
	}
	if w.options.Version == 2 {
		return logfile.TypeInDom2, entries
	}
	return logfile.TypeInDom3, entries
}

// changes compares two sorted lists.
func changes(old, list []libpcp.Instance) (delta []logfile.InDomEntry, renamed bool) {
	for len(old) > 0 || len(list) > 0 {
		switch {
		case len(old) == 0 || len(list) > 0 && list[0].ID < old[0].ID:
			delta = append(delta, logfile.InDomEntry{Instance: list[0]})
			list = list[1:]
		case len(list) == 0 || old[0].ID < list[0].ID:
			delta = append(delta, logfile.InDomEntry{Instance: old[0], Deleted: true})
			old = old[1:]
		default:
			renamed = renamed || old[0].Name != list[0].Name
			old, list = old[1:], list[1:]
		}
	}
	return delta, renamed
}
