package hint

import (
	"context"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// Recorded says when an archive has values of metrics that had none in the window, unless
// they are many. Nothing is recorded of derived metrics.
func Recorded(ctx context.Context, env *tool.Env, s *options.Source, c *libpcp.Context, zone *time.Location, names []string) {
	archive, err := c.Recording()
	if env.Progress == nil || s.Kind != options.Archive || len(names) > Shown || err != nil {
		return
	}
	end, err := archive.End(ctx)
	if err != nil {
		return
	}
	ids, _ := c.Lookup(ctx, names...)
	for i, id := range ids {
		if id == libpcp.NullPMID || id.Domain() == libpcp.DynamicDomain {
			continue
		}
		first, last := valued(ctx, c, id, libpcp.ModeForw, time.Unix(1, 0)), valued(ctx, c, id, libpcp.ModeBack, end.Add(time.Second))
		if last.IsZero() {
			env.Advise(names[i] + " has no values in the archive.")
		} else {
			env.Advise(names[i] + " was recorded " + span(first, last, zone) + ".")
		}
	}
}

// Elsewhere says when values were recorded, the first and the last, if that is not the time
// that the window of an archive begins at; zero stands for the beginning of the archive.
func Elsewhere(env *tool.Env, c *libpcp.Context, zone *time.Location, window, first, last time.Time) {
	archive, err := c.Recording()
	if env.Progress == nil || last.IsZero() || err != nil {
		return
	}
	if label, err := archive.Label(); window.Unix() <= 0 && err == nil {
		window = label.Start
	}
	if first.Unix() != window.Unix() || last.Unix() != window.Unix() {
		env.Advise("The values were recorded " + span(first, last, zone) + ".")
	}
}

// span is a time or two in words.
func span(first, last time.Time, zone *time.Location) string {
	from, to := first.In(zone).Format(time.DateTime), last.In(zone).Format(time.DateTime)
	if from == to {
		return "at " + from
	}
	return "from " + from + " to " + to
}

// valued is the time of the first values of a metric from some time on, in a direction;
// zero without any.
func valued(ctx context.Context, c *libpcp.Context, id libpcp.PMID, mode libpcp.Mode, from time.Time) time.Time {
	err := c.SetMode(ctx, mode, from, 0)
	for err == nil {
		var r *libpcp.Result
		if r, err = c.FetchRecordOf(ctx, id); err == nil && !r.Mark() && len(r.Sets[0].Values) > 0 {
			return r.Time
		}
	}
	return time.Time{}
}
