package archive

import (
	"errors"
	"fmt"
	"slices"

	"pcptools/libpcp"
)

// ErrNoneReadable is why a list cannot be opened of which no archive can be
// read, when each has been reported to Options.Skipped. Its code is ErrLogFile.
var ErrNoneReadable error = noneReadable{}

type noneReadable struct{}

func (noneReadable) Error() string {
	return "all archives are unreadable: " + libpcp.ErrLogFile.Error()
}
func (noneReadable) Unwrap() error { return libpcp.ErrLogFile }

// addLogs opens the archives with these names. Of several, those that cannot be
// read are left out, but not those that do not go with the others.
func (a *Archive) addLogs(names []string) error {
	several := len(names) > 1 && !a.opts.NoSkip
	names = trimEmpty(names)
	for _, name := range names {
		err := a.addLog(name)
		if err == nil {
			continue
		}
		if !several || disagrees(err) {
			return fmt.Errorf("archive %s: %w", name, err)
		}
		if err := a.skip(name, err); err != nil {
			return err
		}
	}
	switch {
	case len(a.logs) > 0:
		return nil
	case a.opts.NoSkip:
		return libpcp.ErrLogFile
	}
	return ErrNoneReadable
}

// trimEmpty drops an empty name at the end: what a comma there leaves.
func trimEmpty(names []string) []string {
	if last := len(names) - 1; names[last] == "" {
		return names[:last]
	}
	return names
}

// disagrees reports whether an error is that archives do not go together.
func disagrees(err error) bool {
	return slices.Contains([]libpcp.Error{
		libpcp.ErrLogHost, libpcp.ErrLogOverlap,
		libpcp.ErrLogChangeType, libpcp.ErrLogChangeSem, libpcp.ErrLogChangeInDom, libpcp.ErrLogChangeUnits,
	}, libpcp.Code(err))
}

// skip leaves out the archive that could not be added last, and what there is of
// its metadata.
func (a *Archive) skip(name string, reason error) error {
	if a.opts.Skipped != nil {
		a.opts.Skipped(name, reason)
	}
	loaded := false
	if last := len(a.logs) - 1; last >= 0 && !a.logs[last].ready {
		loaded = a.logs[last].meta != nil
		a.closeLog(a.logs[last]) // it was only read, and not to the end
		a.logs = a.logs[:last]
	}
	if !loaded {
		return nil
	}
	a.meta = newMetadata(a.opts)
	for _, l := range a.logs {
		if err := a.loadMeta(l); err != nil {
			return fmt.Errorf("archive %s: %w", l.files.name, err)
		}
	}
	return nil
}

// removal is what has become of archives of a set that were found to be damaged.
type removal struct {
	logs    []*log // no longer in the set; their metadata stays
	count   int    // of removals
	lasting int    // of them of the last archive, which is still in the set
	pending bool   // whether that is to go
	resumed place  // where replay has been left
	err     error  // what it met there
	tell    func()
}

// removable reports whether an error, met while an archive of several is read,
// takes that archive out of the set.
func (a *Archive) removable(err error) bool {
	return len(a.logs)-a.removal.lasting > 1 && !a.opts.NoSkip &&
		errors.Is(err, libpcp.ErrLogRec) && !errors.Is(err, errChanged)
}

// remove takes the archive that p is in out of the set, since a record of it is
// damaged. The error is what p's reader gets, if any.
//
// As in libpcp (C), replay goes on record by record, from the start of the next
// archive, without a mark in between; or, when it went back to look for its
// start, from that of the archive before. Where there is none before, it stays as
// it is. Where there is none after, the last one stays until replay seeks.
func (a *Archive) remove(p *place, forward bool, damage error) error {
	r, i := &a.removal, p.log
	r.tell = func() {}
	if a.opts.Removed != nil {
		l := a.logs[i]
		name, volume := l.files.name, l.volumes[p.volume].num
		r.tell = func() { a.opts.Removed(name, volume) }
	}
	r.tell()
	r.count, r.err, r.resumed = r.count+1, nil, *p
	if forward && i == len(a.logs)-1 {
		r.lasting, r.pending = r.lasting+1, true
		return libpcp.ErrEOL
	}
	a.drop(i)
	if !forward {
		i--
	}
	to := a.startOf(max(i, 0))
	a.place, r.resumed, *p = to, to, to
	if i < 0 {
		r.err = damage
		return damage
	}
	a.mode, a.delta, a.origin = libpcp.ModeForw, interval{}, a.logs[i].label.Start
	a.seeked, a.tuned = true, true
	if !forward {
		return libpcp.ErrEOL
	}
	return nil
}

// drop closes the volumes of an archive and takes it out of the set.
func (a *Archive) drop(i int) {
	l := a.logs[i]
	for _, v := range l.volumes {
		v.close() // it was only read
		a.open = slices.DeleteFunc(a.open, func(o *volume) bool { return o == v })
	}
	a.logs = slices.Delete(a.logs, i, i+1)
	a.removal.logs = append(a.removal.logs, l)
	a.reading, a.spent, a.strayed = reading{}, spentMark{}, false
	a.interp.sound = [2]proof{}
}

// dropLast drops the last archive if it is to be removed.
func (a *Archive) dropLast() {
	last := len(a.logs) - 1
	if !a.removal.pending || last == 0 {
		return
	}
	a.removal.lasting, a.removal.pending = a.removal.lasting-1, false
	a.drop(last)
	if a.place.log == last {
		a.place = a.startOf(last - 1)
	}
}

// removedLooking is what becomes of a search for the place to start from that an
// archive was removed by; exact says that records are to be read from there.
func (a *Archive) removedLooking(exact bool) error {
	a.place, a.tuned = a.removal.resumed, true
	if !exact || a.removal.err == nil {
		return nil
	}
	if len(a.logs) > 1 {
		a.removal.tell() // as libpcp (C) does, which finds it damaged once more
		return libpcp.ErrEOL
	}
	return a.removal.err
}
