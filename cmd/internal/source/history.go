package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
	"pcptools/libpcp/series"
)

// A Request is what a report needs of a history.
type Request struct {
	Alone        bool // it is of one source, rather than one of several
	FirstOnly    bool // of each metric no more than the first value from the origin on
	CountSamples bool // and how many samples there are, for [Recording.Count]
	Labels       bool // of metrics and instances, too
	// AsRecorded says that nothing is interpolated. Samples, if not zero, is how
	// many samples of each metric are wanted then.
	AsRecorded bool
	Samples    int
	// Made, if not nil, gets what removes the archives as soon as there may be
	// some, for when a signal ends the process.
	Made func(remove func())
}

// A History is what a query of series selects, fetched into archives: one for each host,
// until Close. A nil History is none.
type History struct {
	recordings []*Recording
	several    bool
	remove     func()
}

// A Recording is the history of one host, in an archive. A nil Recording stands for a
// source that is none.
type Recording struct {
	*series.Recording
	// Waits, unless nil, is called when a history that goes on has no values for now; and
	// the function that it returns, by another goroutine, when it has. Sources whose values
	// have come together are all resumed before one is read.
	Waits func() (resume func())

	source *options.Source // of the query
	tail   *tail           // of a history that goes on, or nil
	number int             // there
}

// Gather fetches the history that options ask for, if they do, from its pmproxy. Of a
// single source it is complete, and becomes the archive of s; of several it is fetched
// until the end of ctx, see [Recording.Await].
func Gather(ctx context.Context, s *options.Source, r Request) (*History, error) {
	if s.Series == "" {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "pcptools-")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	h := &History{several: !r.Alone}
	removeDir := removeAfter(dir)
	h.remove = func() {
		cancel()
		for _, r := range h.recordings {
			r.Wait(context.Background()) // the writer has ended
		}
		removeDir()
	}
	if r.Made != nil {
		r.Made(func() {
			cancel()
			removeDir()
		})
	}
	var some []*Recording // that have values
	if h.recordings, err = record(ctx, s, dir, r); err == nil {
		some, err = h.valued(ctx, r.Alone)
	}
	switch {
	case err != nil:
	case len(some) == 0:
		err = errors.New("no values of series: " + s.Series)
	case r.Alone && len(some) > 1:
		err = fmt.Errorf("series of %d sources take another --format: %s", len(some), s.Series)
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	if r.Alone {
		s.Archives, s.Continues = some[0].Base, some[0].continuation()
	}
	return h, nil
}

// record begins to fetch the history.
func record(ctx context.Context, s *options.Source, dir string, r Request) (all []*Recording, err error) {
	c, err := s.SeriesClient()
	if err != nil {
		return nil, err
	}
	selection := series.Selection{FirstOnly: r.FirstOnly, CountSamples: r.CountSamples, WithoutLabels: !r.Labels,
		WindowOnly: r.AsRecorded, Samples: r.Samples, Window: s.HistoryWindow()}
	var warning sync.Mutex
	selection.Unread = func(host, metric, text string) {
		warning.Lock()
		defer warning.Unlock()
		s.Warn(format.Printable(fmt.Sprintf("%s of %s: left out values that cannot be read, such as %.40s", metric, host, text)))
	}
	var t *tail
	var recordings []*series.Recording
	if s.Follow {
		t, recordings, err = follow(ctx, s, c, dir, selection)
	} else {
		recordings, err = c.Record(ctx, s.Series, dir, selection)
	}
	for i, r := range recordings {
		all = append(all, &Recording{Recording: r, source: s, tail: t, number: i})
	}
	return all, s.SeriesError(err)
}

// valued waits for recordings, and returns those with values: all, or the first. An
// error before ends the run with nothing reported.
func (h *History) valued(ctx context.Context, all bool) (some []*Recording, err error) {
	for _, r := range h.recordings {
		switch values, err := r.Await(ctx); {
		case err != nil:
			return nil, err
		case values:
			if some = append(some, r); !all {
				return some, nil
			}
		}
	}
	return some, nil
}

// Close removes the archives.
func (h *History) Close() {
	if h != nil {
		h.remove()
	}
}

// Several reports whether the history is that of several sources.
func (h *History) Several() bool { return h != nil && h.several }

// Names are the names of the sources, which [History.Of] takes.
func (h *History) Names() (names []string) {
	for _, r := range h.recordings {
		names = append(names, r.Base)
	}
	return names
}

// Of is the history of a source; nil if its name is no name of the history.
func (h *History) Of(name string) *Recording {
	if h != nil {
		for _, r := range h.recordings {
			if r.Base == name {
				return r
			}
		}
	}
	return nil
}

// Await waits until the history has been fetched. It reports whether there are values.
func (r *Recording) Await(ctx context.Context) (values bool, err error) {
	if r == nil {
		return true, nil
	}
	values, err = r.Wait(ctx)
	return values, r.source.SeriesError(err)
}

// Count is the number of samples of a metric in the window, if they have been counted.
func (r *Recording) Count(metric string) (samples int, ok bool) {
	if r != nil {
		samples, ok = r.Samples[metric]
	}
	return samples, ok
}

// One is one of several sources, see [options.Source.One]; if it is of a history that goes
// on, so does its archive.
func (r *Recording) One(s *options.Source, name string, stderr io.Writer) *options.Source {
	one := s.One(name, stderr)
	if r != nil {
		one.Continues = r.continuation()
	}
	return one
}
