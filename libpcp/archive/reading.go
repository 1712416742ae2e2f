package archive

import "errors"

// reading says which volume is being read. An attempt to go on to one with a
// damaged label costs the genuine library its file: until it gets to yet
// another volume there is nothing more to read.
type reading struct {
	volume *volume
	lost   bool
}

// errSkip says that a volume is to be passed over, as libpcp (C) does.
var errSkip = errors.New("no volume to read")

// enter makes a volume the current one. Its error is errSkip or one that ends
// the reading.
func (a *Archive) enter(v *volume) error {
	if v == a.reading.volume && a.reading.lost {
		return errSkip
	}
	err := a.openVolume(v)
	switch {
	case v.failed:
		a.reading.lost = a.reading.lost || v != a.reading.volume
		return errSkip
	case err == nil && v != a.reading.volume:
		a.reading = reading{volume: v}
	}
	return err
}
