package timewindow

import "time"

// A Step is a step of computing a window: the meaning of an option, or how it
// is adjusted.
type Step struct {
	Option   byte // S, A, T or O
	Kind     StepKind
	From, To time.Time
	Err      error // of a StepFailed
}

// StepKind is the kind of a [Step].
type StepKind uint8

// The kinds of steps.
const (
	StepFailed        StepKind = iota // the option cannot be parsed
	StepRead                          // -S or -T stands for To
	StepTrimmed                       // From is outside of the window; To is the end of it
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
