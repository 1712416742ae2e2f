package timewindow

import "time"

// parseAlign reads the argument of -A, of which there may be none.
func (p *Parser) parseAlign(text *string) (Interval, error) {
	if text == nil {
		return Interval{}, nil
	}
	align, err := p.interval(*text)
	if err == nil && align.IsZero() {
		return align, &Error{Text: *text, Reason: reasonUnalignable}
	}
	return align, err
}

// alignUp returns the first multiple of align since the epoch that is not before
// t, or t if align is nothing.
//
// Nanoseconds are counted in 64 bits and wrap around beyond 292 years, as in the
// C library; the caller discards results that left the window.
func alignUp(t time.Time, align Interval) time.Time {
	step := align.nanoseconds()
	if step == 0 {
		return t
	}
	ns := t.UnixNano()
	multiple := ns / step * step
	if multiple < ns {
		multiple += step
	}
	return time.Unix(0, multiple)
}

func (iv Interval) nanoseconds() int64 { return iv.Sec*1e9 + iv.Nsec }
