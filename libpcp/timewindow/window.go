package timewindow

import "time"

// Options are the texts of the options that describe a window; nil if an option
// was not given.
type Options struct {
	Start  *string // -S
	Finish *string // -T
	Align  *string // -A
	Origin *string // -O
}

// A Window is the time of interest and the time of the first sample in it.
// Finish is the zero time if the window has no end. Finish may be before Start:
// then the window is empty.
type Window struct {
	Start, Finish, Origin time.Time

	Zone *time.Location // to show times in
}

// Window computes the window that options describe, given the times of the
// first and the last sample of an archive, or now and the zero time for a live
// source. It is pmParseHighResTimeWindow(3); the error is an *[Error].
//
// An alignment that would leave the window is skipped without a warning;
// pmParseTimeWindow(3) returns one, which its callers ignore.
func (p *Parser) Window(options Options, first, last time.Time) (Window, error) {
	clock := p.clock()
	w := Window{Start: first, Finish: last}
	if err := p.move(&w.Start, options.Start, w, &clock); err != nil {
		return Window{}, err
	}
	w.Start = later(w.Start, first)

	align, err := p.parseAlign(options.Align)
	if err != nil {
		return Window{}, err
	}
	if t := alignUp(w.Start, align); within(t, first, last) && options.Align != nil {
		w.Start = t
	}

	if err := p.move(&w.Finish, options.Finish, w, &clock); err != nil {
		return Window{}, err
	}
	w.Finish = earlier(w.Finish, last)

	w.Origin = w.Start
	if options.Origin != nil {
		if err := p.move(&w.Origin, options.Origin, w, &clock); err != nil {
			return Window{}, err
		}
		w.Origin = w.trimmedOrigin()
		if t := w.alignOrigin(align); options.Align != nil && within(t, w.Start, w.Finish) {
			w.Origin = t
		}
	}
	w.Zone = clock.zone
	return w, nil
}

// move sets *t to the time an option asks for, if it was given.
func (p *Parser) move(t *time.Time, text *string, w Window, clock *localClock) error {
	if text == nil {
		return nil
	}
	moved, err := p.time(*text, w.Start, w.Finish, clock)
	if err == nil {
		*t = moved
	}
	return err
}

// trimmedOrigin keeps the origin in the window.
func (w *Window) trimmedOrigin() time.Time {
	if w.Origin.Before(w.Start) {
		return w.Start
	}
	return earlier(w.Origin, w.Finish)
}

// alignOrigin is the boundary after the origin, or the one before if that is
// outside the window or the window has no end.
func (w *Window) alignOrigin(align Interval) time.Time {
	t := alignUp(w.Origin, align)
	if w.Finish.IsZero() || t.After(w.Finish) {
		t = t.Add(-time.Duration(align.nanoseconds()))
	}
	return t
}

func later(t, than time.Time) time.Time {
	if t.Before(than) {
		return than
	}
	return t
}

// earlier is the counterpart of later, with an end that may be never.
func earlier(t, end time.Time) time.Time {
	if !end.IsZero() && t.After(end) {
		return end
	}
	return t
}

func within(t, start, end time.Time) bool {
	return !t.Before(start) && (end.IsZero() || !t.After(end))
}
