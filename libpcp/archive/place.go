package archive

import "pcptools/libpcp"

// place is a position between two records: of which archive and which of its
// volumes, and the offset there.
type place struct {
	log, volume int
	off         int64
}

// event is a record as it is met when reading: one of a volume, or the mark
// between two archives.
type event struct {
	record
	volume *volume // nil for a mark between archives
	log    int     // before such a mark
}

func (a *Archive) volumeAt(p place) *volume { return a.logs[p.log].volumes[p.volume] }

// startOf is the place before the first record of an archive.
func (a *Archive) startOf(log int) place {
	return place{log: log, off: a.logs[log].volumes[0].label.Size()}
}

// next reads the record after p and moves p behind it, even if it is corrupt,
// unless it is cut short.
func (a *Archive) next(p *place) (event, error) {
	for {
		v := a.volumeAt(*p)
		if err := a.enter(v); err == nil {
			r, err := v.next(p.off)
			if err == nil {
				p.off = r.end()
				return event{record: r, volume: v}, nil
			}
			if a.removable(err) {
				if err := a.remove(p, true, err); err != nil {
					return event{}, err
				}
				continue
			}
			if err != errVolumeEnd {
				p.off += int64(r.length)
				return event{}, err
			}
		} else if err != errSkip {
			return event{}, err
		}
		if err := a.nextVolume(p); err == errVolumeEnd {
			return a.enterNext(p)
		} else if err != nil {
			return event{}, err
		}
	}
}

// previous reads the record before p and moves p before it. If it is corrupt
// p goes where the genuine library stays.
func (a *Archive) previous(p *place) (event, error) {
	for {
		v := a.volumeAt(*p)
		if err := a.enter(v); err == nil {
			r, err := v.previous(p.off)
			if err == nil {
				p.off = r.off
				return event{record: r, volume: v}, nil
			}
			if a.removable(err) {
				if err := a.remove(p, false, err); err != nil {
					return event{}, err
				}
				continue
			}
			if err != errVolumeEnd {
				p.off = r.off
				return event{}, err
			}
		} else if err != errSkip {
			return event{}, err
		}
		if err := a.previousVolume(p); err == errVolumeEnd {
			return a.enterPrevious(p)
		} else if err != nil {
			return event{}, err
		}
	}
}

// nextVolume moves p to the start of the next volume that is there; errVolumeEnd
// is that there is none.
func (a *Archive) nextVolume(p *place) error {
	volumes := a.logs[p.log].volumes
	for i := p.volume + 1; i < len(volumes); i++ {
		switch err := a.enter(volumes[i]); err {
		case nil:
			p.volume, p.off = i, volumes[i].label.Size()
			return nil
		case errSkip:
		default:
			return err
		}
	}
	return errVolumeEnd
}

// previousVolume moves p to the end of the volume before that is there;
// errVolumeEnd is that there is none.
func (a *Archive) previousVolume(p *place) error {
	volumes := a.logs[p.log].volumes
	for i := p.volume - 1; i >= 0; i-- {
		err := a.enter(volumes[i])
		var size int64
		if err == nil {
			size, err = volumes[i].end()
		}
		switch err {
		case nil:
			p.volume, p.off = i, size
			return nil
		case errSkip:
		default:
			return err
		}
	}
	return errVolumeEnd
}

// markGap is how far the mark between two archives is from the one left.
const markGap = 1_000_000 // nanoseconds

// enterNext moves p to the start of the next archive and returns the mark in
// between.
func (a *Archive) enterNext(p *place) (event, error) {
	if p.log+1 >= len(a.logs) {
		return event{}, libpcp.ErrEOL
	}
	end, err := a.endOf(p.log)
	if err != nil {
		return event{}, err
	}
	spent := a.spend(p, a.startOf(p.log+1), true)
	if end.After(a.logs[p.log].label.Start) {
		return event{}, libpcp.ErrLogOverlap
	}
	if spent {
		return a.next(p)
	}
	return event{record: record{at: end.Add(markGap)}, log: p.log - 1}, nil
}

// enterPrevious moves p to the end of the archive before and returns the mark
// in between.
func (a *Archive) enterPrevious(p *place) (event, error) {
	if p.log == 0 {
		return event{}, libpcp.ErrEOL
	}
	start := a.logs[p.log].label.Start
	end, err := a.endOf(p.log - 1)
	if err != nil {
		return event{}, err
	}
	last, err := a.endPlace(p.log - 1)
	if err != nil {
		return event{}, err
	}
	spent := a.spend(p, last, false)
	if end.After(start) {
		return event{}, libpcp.ErrLogOverlap
	}
	if spent {
		return a.previous(p)
	}
	return event{record: record{at: start.Add(-markGap)}, log: p.log}, nil
}

// spentMark says that the mark between two archives was the last thing read,
// and from where. The genuine library does not give it again before it has read
// a record.
type spentMark struct {
	place
	forward, set bool
}

// spend moves p from one archive to another. It reports whether the mark in
// between is spent; next time it will be.
func (a *Archive) spend(p *place, to place, forward bool) bool {
	mark := spentMark{*p, forward, true}
	spent := a.spent == mark
	a.spent = mark
	*p = to
	return spent
}

// endPlace is the place after the last record of an archive.
func (a *Archive) endPlace(log int) (place, error) {
	p := place{log: log, volume: len(a.logs[log].volumes)}
	err := a.previousVolume(&p)
	if err == errVolumeEnd {
		return a.startOf(log), nil
	}
	return p, err
}
