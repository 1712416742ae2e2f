package interpolate

import (
	"context"
	"time"

	"pcptools/libpcp/archive/internal/replay"
)

// markRule says which marks interpolation ignores.
type markRule struct {
	ask    func() (time.Duration, bool) // until the first mark is read
	ignore bool
	gap    float64 // seconds; 0 is any
}

// rule returns the rule for marks, at the first mark.
func (p *Interpolator) rule() markRule {
	rule := &p.marks
	if rule.ask != nil {
		gap, ok := rule.ask()
		*rule = markRule{ignore: ok, gap: gap.Seconds()}
	}
	return *rule
}

// ignored reports whether a mark is to be skipped over.
func (p *Interpolator) ignored(ctx context.Context, ev replay.Event) bool {
	rule := p.rule()
	if !rule.ignore || rule.gap == 0 {
		return rule.ignore
	}
	p.search.measured = p.search.measured || ev.Between()
	before, after, err := p.cur.Around(ctx, ev)
	return err == nil && p.seconds(after.At)-p.seconds(before.At) <= rule.gap
}
