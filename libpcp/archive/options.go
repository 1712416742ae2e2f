package archive

import "time"

// Options configures an [Archive]. The zero value reads as the newest PCP does.
type Options struct {
	// WrapCounters makes interpolation take a counter that has gone down for
	// one that has reached the end of its type and started again, as the
	// variable PCP_COUNTER_WRAP does (PCPIntro(1)). Without, its values between
	// are those on the way down.
	WrapCounters bool

	// IgnoreMarks makes interpolation pass over marks, as the variable
	// PCP_IGNORE_MARK_RECORDS does (PCPIntro(1)): those between records that are
	// at most gap apart, or, when that is zero, all. It is called when the first
	// mark is met, and may refuse.
	IgnoreMarks func() (gap time.Duration, ok bool)

	// The rest is how older releases behave.

	// EarlierValues interpolates instant and discrete metrics between two
	// values to the earlier one, not to the one nearer in time, as PCP before
	// 6.3.2 does.
	EarlierValues bool

	// AnyEvents accepts records with event arrays that are cut short, as PCP
	// before 6.3.1 does.
	AnyEvents bool

	// NoExtraUnits leaves out the extra unit of metrics, as PCP before 7.2
	// does.
	NoExtraUnits bool
}
