package options

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/series"
)

// defaultProxy is where series are asked for unless -h names a pmproxy.
const defaultProxy = "http://localhost:44322"

// seriesTime is how long a pmproxy may take for an answer about series.
const seriesTime = time.Minute

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
func (c *Choice) checkSeries() error {
	switch {
	case c.Series == "":
		return nil
	case c.archived || c.local || c.Several():
		return errors.New("a query of series takes no other source of metrics")
	case c.host != nil && !pmproxy.IsAddress(*c.host):
		return errors.New("a query of series requires -h to be the address of a pmproxy: http://HOST:PORT")
	}
	return nil
}

// bare reports whether the run has no derived metrics: a query of series does not
// select the derived metrics of the site.
func (s *Source) bare() bool { return s.Series != "" && s.derived == nil }

// SeriesError says more of an error of a pmproxy about series, where that says little.
func (s *Source) SeriesError(err error) error {
	switch {
	case errors.Is(err, libpcp.ErrTimeout):
		return fmt.Errorf("no answer from %s within %v", withoutPassword(s.proxyAddress()), s.answerTime(seriesTime))
	case err != nil && strings.HasSuffix(err.Error(), "(type=none)"): // of pmproxy's client of the key server
		return fmt.Errorf("%w: is its key server up?", err)
	}
	return err
}

// proxyAddress is where series are asked for.
func (c *Choice) proxyAddress() string {
	if c.host != nil {
		return *c.host
	}
	return defaultProxy
}

// SeriesClient returns a client of the pmproxy that has the series.
func (s *Source) SeriesClient() (*series.Client, error) {
	address := s.proxyAddress()
	protection, err := protection(s.inv)
	if err != nil {
		return nil, err
	}
	client, err := pmproxy.NewHTTP(address, protection, s.lookupEnv)
	if err != nil {
		return nil, err
	}
	return series.New(address, series.WithHTTP(client), series.WithTimeout(s.answerTime(seriesTime)))
}

// SeriesWords returns what [getopt.Query] completes from.
func (s *Source) SeriesWords() (getopt.SeriesWords, error) { return s.SeriesClient() }
