package options

import (
	"errors"
	"math"
	"time"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"

	"github.com/spf13/pflag"
)

// Timing is the group of the options about times: the window of interest, the
// time zone, how often and how many samples. Points in time stay text, since their
// meaning depends on the source.
type Timing struct {
	Zone     *string // -Z; nil unless given, as below
	HostZone bool    // -z
	Times    timewindow.Options
	Interval *timewindow.Interval // -t
	Samples  *int                 // -s
	GUIMode  bool                 // -g
	GUIPort  *string              // -p
	Follow   bool                 // --follow: the history goes on

	// What a program says before [getopt.Spec.Parse]. HighRes is for a tool that samples
	// with nanoseconds, on which one message depends.
	HighRes bool
	// Structured is for output in a format that PCP's tools lack, where
	// the run may differ from theirs: a time zone that is none is an error
	// (see [timewindow.Known]), and points in time can be absolute
	// ([timewindow.Parser]), and a local context contains what is part of one in any
	// release, unless options say what it is made of.
	Structured bool

	inv *getopt.Invocation
}

var (
	errZones = errors.New("at most one of -Z and -z allowed")
	errGUI   = errors.New("at most one of -g and -p allowed")
)

func (t *Timing) setZone(zone string) error {
	if t.HostZone {
		return errZones
	}
	t.Zone = &zone
	return nil
}

func (t *Timing) setHostZone(string) error {
	if t.Zone != nil {
		return errZones
	}
	t.HostZone = true
	return nil
}

func (t *Timing) setGUIMode(string) error {
	if t.GUIPort != nil {
		return errGUI
	}
	t.GUIMode = true
	return nil
}

func (t *Timing) setGUIPort(port string) error {
	if t.GUIMode {
		return errGUI
	}
	t.GUIPort = &port
	return nil
}

func (t *Timing) setSamples(text string) error {
	n, ok := getopt.ParseInt(text)
	if !ok || n < 0 {
		return errors.New("-s requires a positive numeric argument")
	}
	t.Samples = &n
	return nil
}

func (t *Timing) setInterval(text string) error {
	interval, err := timewindow.ParseInterval(text)
	if err == nil && t.inv.Release.Has(release.FineSteps) {
		interval = interval.CoarseLong()
	}
	if err == nil {
		t.Interval = &interval
		return nil
	}
	call := "pmParseInterval(3)"
	if t.HighRes && !t.inv.Release.Has(release.IntervalFunctionName) {
		call = "pmParseHighResInterval(3)"
	}
	return errors.New("-t argument not in " + call + " format:\n" + err.Error())
}

// lastSample is when -s and -t have the last sample, after the origin; 0 if they
// leave that to the window.
func (t *Timing) lastSample() time.Duration {
	if t.Samples == nil || t.Interval == nil {
		return 0
	}
	n, each := time.Duration(*t.Samples), t.Interval.Duration()
	if each > 0 && n > math.MaxInt64/each {
		return math.MaxInt64
	}
	return n * each
}

// AlignOption is -A, --align.
func (t *Timing) AlignOption() getopt.Option {
	return getopt.Option{Short: 'A', Long: "align", Arg: "TIME",
		Text: "align sample times on natural boundaries", Value: optional(&t.Times.Align)}
}

// FinishOption is -T, --finish.
func (t *Timing) FinishOption() getopt.Option {
	return getopt.Option{Short: 'T', Long: "finish", Arg: "TIME",
		Text: "end of the time window", Value: optional(&t.Times.Finish)}
}

// GUIModeOption is -g, --guimode.
func (t *Timing) GUIModeOption() getopt.Option {
	return getopt.Option{Short: 'g', Long: "guimode",
		Text: "start in GUI mode with new time control", Value: getopt.Func(t.setGUIMode)}
}

// GUIPortOption is -p, --guiport.
func (t *Timing) GUIPortOption() getopt.Option {
	return getopt.Option{Short: 'p', Long: "guiport", Arg: "N",
		Text: "port for connection to existing time control", Value: getopt.Func(t.setGUIPort)}
}

// HostZoneOption is -z, --hostzone.
func (t *Timing) HostZoneOption() getopt.Option {
	return getopt.Option{Short: 'z', Long: "hostzone",
		Text: "set reporting timezone to local time of metrics source", Value: getopt.Func(t.setHostZone)}
}

// OriginOption is -O, --origin.
func (t *Timing) OriginOption() getopt.Option {
	return getopt.Option{Short: 'O', Long: "origin", Arg: "TIME",
		Text: "initial sample time within the time window", Value: optional(&t.Times.Origin)}
}

// SamplesOption is -s, --samples.
func (t *Timing) SamplesOption() getopt.Option {
	return getopt.Option{Short: 's', Long: "samples", Arg: "N",
		Text: "terminate after this many samples", Value: getopt.Func(t.setSamples)}
}

// StartOption is -S, --start.
func (t *Timing) StartOption() getopt.Option {
	return getopt.Option{Short: 'S', Long: "start", Arg: "TIME",
		Text: "start of the time window", Value: optional(&t.Times.Start)}
}

// TimezoneOption is -Z, --timezone.
func (t *Timing) TimezoneOption() getopt.Option {
	return getopt.Option{Short: 'Z', Long: "timezone", Arg: "TZ",
		Text: "set reporting timezone", Value: getopt.Func(t.setZone),
		Complete: getopt.Completion{Kind: getopt.Zones}}
}

// IntervalOption is -t, --interval.
func (t *Timing) IntervalOption() getopt.Option {
	return getopt.Option{Short: 't', Long: "interval", Arg: "DELTA",
		Text: "sampling interval", Value: getopt.Func(t.setInterval)}
}

// FollowOption is --follow, which PCP's tools lack.
func (t *Timing) FollowOption() getopt.Option {
	return getopt.Option{Long: "follow", Exact: true, Value: getopt.Bool(&t.Follow),
		Text: "with --series, begin at the newest values and go on as values come, until Ctrl-C"}
}

// checkFollow finds what does not go with --follow.
func (t *Timing) checkFollow(series string) error {
	switch {
	case !t.Follow:
		return nil
	case series == "":
		return errors.New("--follow requires a query of series")
	case t.GUIMode || t.GUIPort != nil:
		return errors.New("--follow does not go with time control")
	}
	return nil
}

// optional is the value of an option that is different when given empty from
// when not given.
func optional(p **string) pflag.Value {
	return getopt.Func(func(arg string) error { *p = &arg; return nil })
}
