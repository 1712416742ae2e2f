package archive

import "time"

// markRule says which marks interpolation passes over.
type markRule struct {
	ask    func() (time.Duration, bool) // until the first mark is met
	ignore bool
	gap    float64 // seconds; 0 is any
}

// rule is what has been said about marks, now that there is one.
func (a *Archive) rule() markRule {
	rule := &a.interp.marks
	if rule.ask != nil {
		gap, ok := rule.ask()
		*rule = markRule{ignore: ok, gap: gap.Seconds()}
	}
	return *rule
}

// ignored reports whether a mark is to be passed over.
func (a *Archive) ignored(ev event) bool {
	rule := a.rule()
	if !rule.ignore || rule.gap == 0 {
		return rule.ignore
	}
	before, after, err := a.around(ev)
	return err == nil && a.seconds(after.at)-a.seconds(before.at) <= rule.gap
}

// around reads the records before and after a mark.
func (a *Archive) around(mark event) (before, after record, err error) {
	if mark.volume == nil {
		return a.acrossArchives(mark.log)
	}
	if before, err = mark.volume.previous(mark.off); err == nil {
		after, err = mark.volume.next(mark.end())
	}
	return before, after, err
}

// acrossArchives reads the last record of an archive and the first one of the
// next.
func (a *Archive) acrossArchives(log int) (before, after record, err error) {
	a.strayed = true
	to := a.startOf(log + 1)
	from, err := a.endPlace(log)
	if err != nil {
		return before, after, err
	}
	last, err := a.previous(&from)
	if err != nil {
		return before, after, err
	}
	first, err := a.next(&to)
	return last.record, first.record, err
}
