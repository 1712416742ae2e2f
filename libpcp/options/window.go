package options

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/timewindow"
)

// Window is the time window that the options select in a source.
type Window struct {
	timewindow.Window
	// Note is what tools print before all else if -z or -Z chose the zone: a
	// line and an empty one. See [Source.Announce].
	Note string

	first, last time.Time // of an archive, if the last is known
}

// Outside reports whether the window is outside the archive, and words the times
// that the archive covers.
func (w *Window) Outside() (covered string, outside bool) {
	if w.last.IsZero() || !w.Start.After(w.last) && !w.Finish.Before(w.Start) {
		return "", false
	}
	const layout = "2006-01-02 15:04:05"
	return w.first.In(w.Zone).Format(layout) + " to " + w.last.In(w.Zone).Format(layout), true
}

// Window computes the reporting time zone and the window of interest
// (pmGetContextOptions(3)): without options all of an archive, and for others
// from now on, without end. An error is a [getopt.RunError]: its text is what
// PCP's tools print, as a message for the user; a Note comes before it. The
// Zone is there even so, if that is known.
func (s *Source) Window(ctx context.Context, c *libpcp.Context) (Window, error) {
	return s.window(ctx, c, true)
}

// Position is [Source.Window] for a tool that reports on one point in time.
// Without time options that is before any record of an archive, even one
// before its label, and its end, which costs to find, is left open.
func (s *Source) Position(ctx context.Context, c *libpcp.Context) (Window, error) {
	return s.window(ctx, c, s.Times != timewindow.Options{})
}

func (s *Source) window(ctx context.Context, c *libpcp.Context, bounded bool) (Window, error) {
	zone, note, err := s.zone(ctx, c)
	if err != nil {
		return Window{}, &getopt.RunError{Err: err}
	}
	if s.fetches != nil {
		s.fetches.zone = zone
	}
	if s.Announce != nil {
		s.Announce(note)
	}
	first, last, err := s.extent(ctx, c, bounded)
	if err != nil {
		return Window{Window: timewindow.Window{Zone: zone}, Note: note}, &getopt.RunError{Err: err}
	}
	w, err := s.placed(s.windowParser(zone), first, last)
	if err != nil {
		return Window{Window: timewindow.Window{Zone: zone}, Note: note}, &getopt.RunError{Err: fmt.Errorf("invalid time window.\n%w", err)}
	}
	for _, t := range []*time.Time{&w.Start, &w.Finish, &w.Origin} {
		*t = t.Truncate(s.resolution())
	}
	if !bounded {
		w.Origin = time.Unix(0, 0)
	}
	if s.fetches != nil {
		s.fetches.zone = w.Zone
	}
	if s.Continues != nil {
		last = time.Time{}
	}
	return Window{Window: w, Note: note, first: first, last: last}, nil
}

// ReportZone is the time zone that -z or -Z choose, or else the local one.
func (s *Source) ReportZone(ctx context.Context, c *libpcp.Context) (*time.Location, error) {
	zone, _, err := s.zone(ctx, c)
	return zone, err
}

// zone chooses the time zone, and notes which it is if that was asked for.
func (s *Source) zone(ctx context.Context, c *libpcp.Context) (zone *time.Location, note string, err error) {
	switch {
	case s.HostZone:
		host := c.HostName(ctx)
		tz, err := c.Timezone(ctx)
		if err != nil {
			return nil, "", &OpenError{"Cannot set context timezone", err}
		}
		if err := s.checkZone(tz); err != nil {
			return nil, "", &OpenError{"Cannot set context timezone", err}
		}
		from := ""
		if s.Kind == Archive {
			from = " from archive"
		}
		note = fmt.Sprintf("Note: timezone set to local timezone of host \"%s\"%s\n\n", host, from)
		return s.reportingZone(tz), note, nil
	case s.Zone != nil:
		if err := s.checkZone(*s.Zone); err != nil {
			failure := `Cannot set timezone to "` + *s.Zone + `"`
			if s.Structured {
				if like := s.LikeZone(); like != "" {
					failure += ", but there is " + like
				}
			}
			return nil, "", &OpenError{failure, err}
		}
		note = fmt.Sprintf("Note: timezone set to \"TZ=%s\"\n\n", *s.Zone)
		return s.reportingZone(*s.Zone), note, nil
	}
	return timewindow.LocalZone(s.lookupEnv), "", nil
}

// LikeZone returns the zone of the city that the argument of -Z names, whatever its
// capitals and with blanks, or "".
func (s *Source) LikeZone() string {
	city := strings.ReplaceAll(path.Base(*s.Zone), " ", "_")
	files, _ := filepath.Glob(filepath.Join(cmp.Or(s.Setting("TZDIR"), "/usr/share/zoneinfo"), "[A-Z]*", "*"))
	for _, file := range files {
		if area, name := filepath.Split(file); strings.EqualFold(name, city) {
			return filepath.Base(area) + "/" + name
		}
	}
	return ""
}

// extent returns the times of the first and the last sample of an archive, to
// the resolution; or now and never, which the last is too if it is not wanted.
func (s *Source) extent(ctx context.Context, c *libpcp.Context, wantLast bool) (first, last time.Time, err error) {
	if goes := s.Continues; goes != nil {
		return goes.First.Truncate(s.resolution()), goes.Last.Truncate(s.resolution()), nil
	}
	archive, err := c.Recording()
	if err != nil {
		return time.Now(), time.Time{}, nil
	}
	label, err := archive.Label()
	if err != nil {
		return first, last, &OpenError{"Cannot get archive " + s.Archives + " label record", err}
	}
	first = label.Start.Truncate(s.resolution())
	if !wantLast {
		return first, time.Time{}, nil
	}
	last, err = archive.End(ctx)
	if err != nil {
		s.warnDamaged(err)
		return first, time.Time{}, nil
	}
	return first, last.Truncate(s.resolution()), nil
}

// warnDamaged reports an archive without an end, by the name that options have
// given, even if an operand has replaced it.
func (s *Source) warnDamaged(err error) {
	if s.Announce != nil && s.inv.Flush != nil {
		s.inv.Flush() // the note comes first
	}
	fmt.Fprintf(s.inv.Stderr, `%s: Cannot locate end of archive %s: %s

WARNING: This archive is sufficiently damaged that it may not be possible to
         produce complete information.  Continuing and hoping for the best.

`, s.inv.Name, cmp.Or(s.replaced, s.Archives), s.inv.ErrorTexts().Of(err))
}
