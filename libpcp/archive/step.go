package archive

import "errors"

// next reads the record after p and moves p behind it, even if it is corrupt,
// unless it is cut short.
func (c *cursor) next(p *position) (event, error) {
	for {
		ev, err := c.nextIn(p)
		if err != errVolumeEnd {
			return ev, err
		}
		if err := c.nextVolume(p); err == errVolumeEnd {
			return c.enterNext(p)
		} else if err != nil {
			return event{}, err
		}
	}
}

// nextIn is next within a volume. errVolumeEnd is that there is no more.
func (c *cursor) nextIn(p *position) (event, error) {
	v := c.set.volumeAt(*p)
	if err := c.enter(v); err == errSkip {
		return event{}, errVolumeEnd
	} else if err != nil {
		return event{}, err
	}
	r, err := v.next(p.off)
	switch {
	case err == nil:
		p.off = r.end()
		return event{record: r, volume: v}, nil
	case c.removable(err):
		if err := c.remove(p, true, err); err != nil {
			return event{}, err
		}
		return c.nextIn(p)
	case err != errVolumeEnd:
		p.off += int64(r.length)
	}
	return event{}, err
}

// previous reads the record before p and moves p before it. If it is corrupt
// p goes where libpcp (C) stays.
func (c *cursor) previous(p *position) (event, error) {
	for {
		ev, err := c.previousIn(p)
		if err != errVolumeEnd {
			return ev, err
		}
		if err := c.previousVolume(p); err == errVolumeEnd {
			return c.enterPrevious(p)
		} else if err != nil {
			return event{}, err
		}
	}
}

// previousIn is previous within a volume. errVolumeEnd is that there is no more.
func (c *cursor) previousIn(p *position) (event, error) {
	v := c.set.volumeAt(*p)
	if err := c.enter(v); err == errSkip {
		return event{}, errVolumeEnd
	} else if err != nil {
		return event{}, err
	}
	r, err := v.previous(p.off)
	switch {
	case err == nil:
		p.off = r.off
		return event{record: r, volume: v}, nil
	case c.removable(err):
		if err := c.remove(p, false, err); err != nil {
			return event{}, err
		}
		return c.previousIn(p)
	case err != errVolumeEnd:
		p.off = r.off
	}
	return event{}, err
}

// nextVolume moves p to the start of the next volume that is there; errVolumeEnd
// is that there is none.
func (c *cursor) nextVolume(p *position) error {
	volumes := c.set.logs[p.log].volumes
	for i := p.volume + 1; i < len(volumes); i++ {
		switch err := c.enter(volumes[i]); err {
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
func (c *cursor) previousVolume(p *position) error {
	volumes := c.set.logs[p.log].volumes
	for i := p.volume - 1; i >= 0; i-- {
		err := c.enter(volumes[i])
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

// reading says which volume is being read. An attempt to go on to one with a
// damaged label costs libpcp (C) its file: until it gets to yet
// another volume there is nothing more to read.
type reading struct {
	volume *volume
	lost   bool
}

// errSkip says that a volume is skipped, as libpcp (C) does.
var errSkip = errors.New("no volume to read")

// enter makes a volume the current one. Its error is errSkip or one that ends
// the reading.
func (c *cursor) enter(v *volume) error {
	if v == c.reading.volume && c.reading.lost {
		return errSkip
	}
	err := c.set.openVolume(v)
	switch {
	case v.noVersion:
		return v.corrupt(4, "unknown version of archive")
	case v.failed:
		c.reading.lost = c.reading.lost || v != c.reading.volume
		return errSkip
	case err == nil && v != c.reading.volume:
		c.reading = reading{volume: v}
	}
	return err
}
