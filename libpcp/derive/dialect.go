package derive

import "pcptools/libpcp"

// A Dialect is the language of derived metrics in a release of PCP. The zero
// Dialect is that of the newest; each field removes something from it.
type Dialect struct {
	// NoNovalue: there is no novalue(), no meta=, no line that continues; all
	// names in a ternary must exist; derived metrics may be operands.
	NoNovalue bool
	// NameArguments: delta(), rate() and instant() take a metric's name only.
	NameArguments bool
	// WrappedRates: rate() of a counter that goes backwards has a value.
	WrappedRates bool
	// ListUnbound: definitions that cannot be bound have names, and names
	// that do not exist are not reported.
	ListUnbound bool
	// NoIndomTag: there is no indom=.
	NoIndomTag bool
	// BareNovalue: a novalue() with arguments but without meta= has zeros for
	// the metadata that is not given.
	BareNovalue bool
	// NoControl: lines that begin with #control are comments.
	NoControl bool
	// NullForAgents: a fetch of no metric (libpcp.NullPMID) has the code that
	// an unknown agent has, not libpcp.ErrPMID.
	NullForAgents bool
	// DeferredFirst: what is deferred is defined before all else, with names
	// that have nothing behind them too.
	DeferredFirst bool
	// Units is how units are written.
	Units libpcp.UnitsNotation
}

// SetDialect sets the dialect of definitions. It must be called before the
// first of them.
func (d *Definitions) SetDialect(dialect Dialect) { d.rules.Dialect = dialect }
