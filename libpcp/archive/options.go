package archive

import "time"

// Options configures an [Archive]. The zero value reads as the newest PCP does.
type Options struct {
	// WrapCounters makes interpolation treat a counter that has decreased as
	// one that has wrapped at the end of its type, as the variable
	// PCP_COUNTER_WRAP does (PCPIntro(1)). Otherwise values are interpolated
	// between the two as they are.
	WrapCounters bool

	// IgnoreMarks makes interpolation ignore marks, as the variable
	// PCP_IGNORE_MARK_RECORDS does (PCPIntro(1)): those between records that
	// are at most gap apart, or, when that is zero, all. It is called when the
	// first mark is read; without ok no mark is ignored.
	IgnoreMarks func() (gap time.Duration, ok bool)

	// Skipped is called when an archive of several cannot be read, which is then
	// left out.
	Skipped func(name string, reason error)

	// Removed is called when a record of an archive of several is found to be
	// damaged, which is then left out from there on.
	Removed func(name string, volume int)

	// The rest is how older releases behave.

	// ForgetSkipped drops the metadata of the archives before a skipped one if
	// a readable one follows, as PCP 7.2.2 does; their records stay. If none
	// follows, the metadata are merged in the order of time.
	ForgetSkipped bool
	// NoSkip rejects a set of archives if one of them is damaged, as PCP
	// before 7.1.4 does.
	NoSkip bool

	// NoUnion hides names that only later archives of several have, below nodes
	// of the name space that are new and no metric, as PCP before 6.2.1 does.
	NoUnion bool

	// ReduceInstanceLabels drops the labels of an instance that are the same as
	// in the set of records before, even if those of others of its domain have
	// changed, as PCP before 6.3.4 does. From then on only the others have any.
	ReduceInstanceLabels bool

	// KnownFeatures rejects archives with unknown feature bits, as PCP before
	// 6.1.1 does.
	KnownFeatures bool

	// EarlierValues interpolates instant and discrete metrics between two
	// values to the earlier one, not to the one nearer in time, as PCP before
	// 6.3.2 does.
	EarlierValues bool

	// AnyEvents accepts records with event arrays that are cut short, as PCP
	// before 6.3.1 does.
	AnyEvents bool

	// NoZstd does not see .zst files, as PCP before 6.3.2 does.
	NoZstd bool

	// NoExtraUnits leaves out the extra unit of metrics, as PCP before 7.2
	// does.
	NoExtraUnits bool
}
