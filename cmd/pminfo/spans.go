package main

import (
	"context"
	"errors"
	"slices"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// checkSpans finds what does not go with --spans.
func (p *pminfo) checkSpans(operands []string) error {
	switch {
	case !p.spans:
		return nil
	case p.source.Kind != options.Archive || p.source.Series != "":
		return errors.New("--spans requires archives")
	case len(operands) > 0 || p.search || p.since != nil || p.Pick.On() || p.Format.Exposed():
		return errors.New("--spans does not go with metrics, and what is about their values")
	}
	return nil
}

// spanOf writes when an archive was recorded.
func spanOf(s *pipeline.Session) pipeline.Round {
	return func(ctx context.Context, to report.Encoder) error {
		s.Env.Progress.Begin("reading the archive", 0)
		span, err := readSpan(ctx, s.C)
		if err != nil {
			return to.Write(&report.Problem{Failure: report.Failure{Err: err}})
		}
		return to.Write(span)
	}
}

// readSpan reads all records of an archive.
func readSpan(ctx context.Context, c *libpcp.Context) (*report.Span, error) {
	archive, err := c.Recording()
	if err != nil {
		return nil, err
	}
	label, err := archive.Label()
	if err != nil {
		return nil, err
	}
	end, err := archive.End(ctx)
	if err != nil {
		return nil, err
	}
	names, err := c.TraverseList(ctx, "")
	if err != nil {
		return nil, err
	}
	span := &report.Span{Hostname: label.Host, Zone: label.Timezone, Start: label.Start, End: end}
	ids, _ := c.Lookup(ctx, slices.Collect(names.All())...)
	for _, id := range ids {
		if id.Domain() != libpcp.DynamicDomain { // which derived metrics of this site have
			span.Metrics++
		}
	}
	if err := c.SetMode(ctx, libpcp.ModeForw, label.Start, 0); err != nil {
		return nil, err
	}
	for r, err := range c.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if r.Mark() {
			span.Gaps++
		}
		c.Recycle(r)
	}
	return span, nil
}
