package options

import (
	"context"

	"pcptools/libpcp/series"
)

// SeriesNames are the names of metrics that the pmproxy has series of, of a
// pattern as in glob(7).
func (s *Source) SeriesNames(ctx context.Context, pattern string) ([]string, error) {
	return s.seriesWords(func(c *series.Client) ([]string, error) { return c.AllNames(ctx, pattern) })
}

// SeriesLabels are the names of the labels of those series.
func (s *Source) SeriesLabels(ctx context.Context) ([]string, error) {
	return s.seriesWords(func(c *series.Client) ([]string, error) { return c.AllLabels(ctx, "") })
}

// SeriesLabelValues are the values that a label of those series has.
func (s *Source) SeriesLabelValues(ctx context.Context, label string) ([]string, error) {
	return s.seriesWords(func(c *series.Client) ([]string, error) { return c.LabelValues(ctx, label) })
}

func (s *Source) seriesWords(words func(*series.Client) ([]string, error)) ([]string, error) {
	c, err := s.history()
	if err != nil {
		return nil, err
	}
	return words(c)
}
