package timewindow

import "time"

// A Step is one of working out a window: what an option comes to, or what
// becomes of that.
type Step struct {
	Option   byte // S, A, T or O
	Kind     StepKind
	From, To time.Time
	Err      error // of a StepFailed
}

// StepKind says what a [Step] is.
type StepKind uint8

// The kinds of steps.
const (
	StepFailed        StepKind = iota // the option cannot be read
	StepRead                          // -S, -T: it is at To
	StepTrimmed                       // From is outside; To is the end of what there is
	StepAligned                       // -A moves the start
	StepOriginAligned                 // -A moves the origin
)

func (p *Parser) step(s Step) {
	if p.Trace != nil {
		p.Trace(s)
	}
}

// settle makes *t the time that an option comes to, and traces that.
func (p *Parser) settle(option byte, kind StepKind, t *time.Time, to time.Time) {
	if kind != StepTrimmed || !to.Equal(*t) {
		p.step(Step{Option: option, Kind: kind, From: *t, To: to})
	}
	*t = to
}
