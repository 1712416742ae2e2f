package archive

// reading says which volume is being read. An attempt to go on to one with a
// damaged label costs the genuine library its file: until it gets to yet
// another volume there is nothing more to read.
type reading struct {
	volume *volume
	lost   bool
}

// enter makes a volume the current one, and reports whether it can be read.
func (a *Archive) enter(v *volume) bool {
	if v == a.reading.volume {
		return !a.reading.lost && a.usable(v)
	}
	if !a.usable(v) {
		a.reading.lost = true
		return false
	}
	a.reading = reading{volume: v}
	return true
}
