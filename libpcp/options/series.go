package options

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/series"
	"pcptools/libpcp/timewindow"
)

// defaultProxy is where series are asked for unless -h names a pmproxy.
const defaultProxy = "http://localhost:44322"

// SeriesOption is --series, which PCP's tools lack; in pminfo it has
// another name, since --series is -s there.
func (c *Choice) SeriesOption(name string) getopt.Option {
	return getopt.Option{Long: name, Arg: "QUERY", Exact: true,
		Text:     "metrics source is the history that a pmproxy has of series: a query or an identifier",
		Value:    getopt.Func(func(query string) error { return c.setSeries(name, query) }),
		Complete: getopt.Completion{Kind: getopt.Query}}
}

func (c *Choice) setSeries(option, query string) error {
	if query == "" {
		return errors.New("--" + option + " requires a query or an identifier")
	}
	c.Series = query
	return nil
}

// checkSeries finds what does not go with --series.
func (s *Source) checkSeries() error {
	switch {
	case s.Series == "":
		return nil
	case s.archived || s.local || s.Several():
		return errors.New("a query of series takes no other source of metrics")
	case s.host != nil && !pmproxy.IsAddress(*s.host):
		return errors.New("a query of series requires -h to be the address of a pmproxy: http://HOST:PORT")
	}
	return nil
}

// Gathering configures [Source.Gather].
type Gathering struct {
	Alone        bool // the only source, rather than one of several
	FirstOnly    bool // of each metric no more than the first value from the origin on
	CountSamples bool // and how many samples there are, for [Source.Recorded]
	Labels       bool // of metrics and instances, too
	// AsRecorded says that nothing is interpolated. Samples, if not zero, is how
	// many samples of each metric are wanted then.
	AsRecorded bool
	Samples    int
	// Made, if not nil, gets what removes the archives as soon as there may be
	// some, for when a signal ends the process.
	Made func(remove func())
}

// Gather fetches the history that [Source.SeriesOption] requests, if given,
// from its pmproxy into archives. Then these archives are the listed sources,
// named after their hosts, or the only source. They contain the values that the
// window needs; remove deletes them. Listed sources may be fetched until the end of
// ctx: see [Source.Await].
func (s *Source) Gather(ctx context.Context, g Gathering) (remove func(), err error) {
	if s.Series == "" {
		return func() {}, nil
	}
	dir, err := os.MkdirTemp("", "pcptools-")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var recordings []*series.Recording
	removeDir := removeAfter(dir)
	remove = func() {
		cancel()
		for _, r := range recordings {
			r.Wait(context.Background()) // the writer has ended
		}
		removeDir()
	}
	if g.Made != nil {
		g.Made(func() {
			cancel()
			removeDir()
		})
	}
	recordings, err = s.record(ctx, dir, g)
	var some []*series.Recording // that have values
	if err == nil {
		some, err = s.valued(ctx, recordings, g.Alone)
	}
	switch {
	case err != nil:
	case len(some) == 0:
		err = errors.New("no values of series: " + s.Series)
	case g.Alone && len(some) > 1:
		err = fmt.Errorf("series of %d sources take another --format: %s", len(some), s.Series)
	}
	if err != nil {
		remove()
		return nil, err
	}
	if g.Alone {
		s.Archives, s.recording = some[0].Base, some[0]
	} else {
		s.list(recordings)
	}
	return remove, nil
}

// valued waits for recordings, and returns those with values: all, or the first. An
// error before ends the run with nothing reported.
func (s *Source) valued(ctx context.Context, recordings []*series.Recording, all bool) (some []*series.Recording, err error) {
	for _, r := range recordings {
		switch values, err := r.Wait(ctx); {
		case err != nil:
			return nil, s.seriesError(err)
		case values:
			if some = append(some, r); !all {
				return some, nil
			}
		}
	}
	return some, nil
}

// Await waits until the history of the source has been fetched, if it is one of
// several for which [Source.Gather] asks. It reports whether the source has values.
func (s *Source) Await(ctx context.Context) (values bool, err error) {
	if s.recording == nil {
		return true, nil
	}
	values, err = s.recording.Wait(ctx)
	return values, s.seriesError(err)
}

// bare reports whether the run has no derived metrics: a query of series does not
// select the derived metrics of the site.
func (s *Source) bare() bool { return s.Series != "" && s.derived == nil }

func (s *Source) record(ctx context.Context, dir string, g Gathering) ([]*series.Recording, error) {
	c, err := s.history()
	if err != nil {
		return nil, err
	}
	selection := series.Selection{FirstOnly: g.FirstOnly, CountSamples: g.CountSamples, WithoutLabels: !g.Labels, WindowOnly: g.AsRecorded, Samples: g.Samples}
	var warning sync.Mutex
	selection.Unread = func(host, metric, text string) {
		warning.Lock()
		defer warning.Unlock()
		s.Warn(format.Printable(fmt.Sprintf("%s of %s: left out values that cannot be read, such as %.40s", metric, host, text)))
	}
	if s.Times != (timewindow.Options{}) || s.lastSample() > 0 {
		selection.Window = s.within
	}
	var recordings []*series.Recording
	if s.Follow {
		recordings, err = s.follow(ctx, c, dir, selection)
	} else {
		recordings, err = c.Record(ctx, s.Series, dir, selection)
	}
	return recordings, s.seriesError(err)
}

// seriesError says more of an error of a pmproxy, where that says little.
func (s *Source) seriesError(err error) error {
	switch {
	case errors.Is(err, libpcp.ErrTimeout):
		return fmt.Errorf("no answer from %s within %v", WithoutPassword(s.proxyAddress()), s.seriesTime())
	case err != nil && strings.HasSuffix(err.Error(), "(type=none)"): // of pmproxy's client of the key server
		return fmt.Errorf("%w: is its key server up?", err)
	}
	return err
}

// seriesTime is how long a pmproxy may take for an answer about series.
func (s *Source) seriesTime() time.Duration { return s.answerTime(time.Minute) }

// proxyAddress is where series are asked for.
func (c *Choice) proxyAddress() string {
	if c.host != nil {
		return *c.host
	}
	return defaultProxy
}

// history returns a client of the pmproxy that has the series.
func (s *Source) history() (*series.Client, error) {
	address := s.proxyAddress()
	protection, err := s.protection()
	if err != nil {
		return nil, err
	}
	client, err := pmproxy.NewHTTP(address, protection, s.lookupEnv)
	if err != nil {
		return nil, err
	}
	return series.New(address, series.WithHTTP(client), series.WithTimeout(s.seriesTime()))
}

// within is the window in a history between two times.
func (s *Source) within(first, last time.Time) (start, finish time.Time, err error) {
	parser := s.windowParser(s.seriesZone())
	w, err := s.placed(parser, first.Truncate(s.resolution()), last.Truncate(s.resolution()))
	if err != nil {
		return start, finish, &getopt.RunError{Err: fmt.Errorf("invalid time window.\n%w", err)}
	}
	if end := w.Origin.Add(s.lastSample()); s.lastSample() > 0 && end.Before(w.Finish) {
		w.Finish = end
	}
	return w.Origin, w.Finish, nil
}

// seriesZone is the zone of times in options. With -z, which asks for the zone of
// the hosts, it is UTC: a key server does not store zones.
func (s *Source) seriesZone() *time.Location {
	switch {
	case s.HostZone:
		return time.UTC
	case s.Zone != nil:
		return s.reportingZone(*s.Zone)
	}
	return timewindow.LocalZone(s.lookupEnv)
}

// Recorded is the number of samples of a metric in the window, if a query of
// series has counted them.
func (s *Source) Recorded(metric string) (samples int, ok bool) {
	if s.recording != nil {
		samples, ok = s.recording.Samples[metric]
	}
	return samples, ok
}

// list makes recordings the listed sources.
func (s *Source) list(recordings []*series.Recording) {
	s.several = several{kind: Archive, recordings: make(map[string]*series.Recording)}
	for _, r := range recordings {
		s.several.lists = append(s.several.lists, r.Base)
		s.several.recordings[r.Base] = r
	}
}
