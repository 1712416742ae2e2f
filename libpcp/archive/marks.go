package archive

import "time"

// markRule says which marks interpolation ignores.
type markRule struct {
	ask    func() (time.Duration, bool) // until the first mark is read
	ignore bool
	gap    float64 // seconds; 0 is any
}

// rule is the rule for marks, now that there is one.
func (p *interpolator) rule() markRule {
	rule := &p.marks
	if rule.ask != nil {
		gap, ok := rule.ask()
		*rule = markRule{ignore: ok, gap: gap.Seconds()}
	}
	return *rule
}

// ignored reports whether a mark is to be skipped over.
func (p *interpolator) ignored(ev event) bool {
	rule := p.rule()
	if !rule.ignore || rule.gap == 0 {
		return rule.ignore
	}
	before, after, err := p.around(ev)
	return err == nil && p.cur.set.seconds(after.at)-p.cur.set.seconds(before.at) <= rule.gap
}

// around reads the records before and after a mark.
func (p *interpolator) around(mark event) (before, after record, err error) {
	if mark.volume == nil {
		return p.acrossArchives(mark.log)
	}
	if before, err = mark.volume.previous(mark.off); err == nil {
		after, err = mark.volume.next(mark.end())
	}
	return before, after, err
}

// acrossArchives reads the last record of an archive and the first one of the
// next.
func (p *interpolator) acrossArchives(log int) (before, after record, err error) {
	p.cur.crossed = true
	to := p.cur.set.startOf(log + 1)
	from, err := p.cur.endPosition(log)
	if err != nil {
		return before, after, err
	}
	last, err := p.cur.previous(&from)
	if err != nil {
		return before, after, err
	}
	first, err := p.cur.next(&to)
	return last.record, first.record, err
}
