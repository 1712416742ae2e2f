package pipeline

import (
	"errors"
	"fmt"
	"io"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/timewindow"
)

// Fleet holds the options about many sources: the hosts of --hosts or the archives of
// --archives.
type Fleet struct {
	source   *options.Source
	history  *source.History // of a query of series, or nil
	parallel int
	timeout  time.Duration
}

// Options are --hosts, --archives, --parallel and --timeout, for a source.
func (f *Fleet) Options(s *options.Source) []getopt.Option {
	f.source = s
	return []getopt.Option{
		s.HostsOption(), s.ArchivesOption(),
		{Long: "parallel", Arg: "N", Exact: true, Text: "ask so many of --hosts or --archives at a time",
			Value: getopt.Func(f.setParallel)},
		{Long: "timeout", Arg: "DELTA", Exact: true, Text: "time that each of --hosts, or each answer of a pmproxy, may take [10 sec; about series 1 min]",
			Value: getopt.Func(f.setTimeout)},
	}
}

func (f *Fleet) setParallel(text string) error {
	n, ok := getopt.ParseInt(text)
	if !ok || n < 1 {
		return errors.New("--parallel requires a positive number")
	}
	f.parallel = n
	return nil
}

func (f *Fleet) setTimeout(text string) error {
	interval, err := timewindow.ParseInterval(text)
	if err != nil {
		return errors.New("--timeout argument not in pmParseInterval(3) format:\n" + err.Error())
	}
	if f.timeout = interval.Duration(); f.timeout <= 0 {
		return errors.New("--timeout requires a time above 0")
	}
	f.source.AnswerTimeout = f.timeout
	return nil
}

// Asked reports whether options name many sources.
func (f *Fleet) Asked() bool { return f.source.Several() || f.history.Several() }

// names are the names of the sources.
func (f *Fleet) names(stdin io.Reader) ([]string, error) {
	if f.history.Several() {
		return f.history.Names(), nil
	}
	return source.Names(&f.source.Choice, stdin)
}

// Check rejects options that do not go with many sources, or with a single
// source.
func (f *Fleet) Check(format report.Format, style *report.Style) error {
	switch {
	case !f.Asked() && f.source.Series == "" && style.Has(report.Host):
		return errors.New("--fields: host goes with --hosts, --archives or a query of series")
	case !f.Asked() && f.source.Series == "" && (f.parallel > 0 || f.timeout > 0 && !pmproxy.IsAddress(f.source.Host)):
		return errors.New("--parallel and --timeout go with --hosts, --archives or a query of series, and --timeout with a pmproxy")
	case !f.Asked():
		return nil
	case format == report.CSV && style.Wide:
		return errors.New("--wide takes a single source with csv: its columns cannot change, and sources differ in instances; without it csv has a row for each value")
	case !format.Several():
		return fmt.Errorf("--hosts and --archives do not go with the format %s", format)
	}
	return nil
}

// limit is how many sources are asked at a time. Of histories that are still being
// fetched it is one, which leaves a processor for that, unless records of several are
// joined.
func (f *Fleet) limit(enc *report.Several) int {
	if f.source.Series != "" && !f.source.Follow && f.parallel == 0 && !enc.Joins() {
		return 1
	}
	return f.together()
}

// together is how many sources can be asked at a time.
func (f *Fleet) together() int {
	switch {
	case f.parallel > 0:
		return min(f.parallel, hostsTogether())
	case f.source.Follow:
		return min(maxHosts, hostsTogether())
	case f.source.Kind == options.Archive:
		return min(archivesAtOnce, hostsTogether())
	}
	return hostsAtOnce()
}

// shown is the name of a source for reports.
func (f *Fleet) shown(name string) string {
	if r := f.history.Of(name); r != nil {
		return r.Host
	}
	return f.source.Shown(name)
}

func (f *Fleet) noun() string {
	if f.source.Kind == options.Archive {
		return "archives"
	}
	return "hosts"
}

// doing is what Run does, for users.
func (f *Fleet) doing() string {
	if f.source.Series != "" {
		return "reporting on hosts"
	}
	return "asking " + f.noun()
}

// How many sources are asked at a time, unless the user says otherwise.
const (
	maxHosts       = 1024
	archivesAtOnce = 4
)

// maxTogether is more hosts than there can be connections to.
const maxTogether = 1 << 30

// hostsAtOnce is how many hosts are asked at a time, unless the user says otherwise: as
// many as this process may have descriptors for, up to maxHosts.
func hostsAtOnce() int { return min(maxHosts, hostsTogether()) }
