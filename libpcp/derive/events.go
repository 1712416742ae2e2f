package derive

import (
	"io/fs"

	"pcptools/libpcp"
)

// The events of a [libpcp.Tracer], which the debug option derive is about.
// Where it says so, appl0, appl1 or appl2 must be wanted too, as
// PCP_DERIVED_CONTROL alone can do it.
type (
	// SiteLoaded is that the definitions of the site are loaded, or those that
	// the user has chosen in their place.
	SiteLoaded struct {
		Paths  string
		Chosen bool
	}
	// Unreadable is a path that cannot be loaded; Part says what it is.
	Unreadable struct {
		Part, Path string
		Err        error
	}
	// Irregular is a path to what is neither a file nor a directory.
	Irregular struct {
		Path string
		Mode fs.FileMode
	}
	// FileLoaded is a file that has been read, before it is parsed.
	FileLoaded struct{ Path string }
	// Registering is a definition that is about to be parsed (appl0).
	Registering struct{ Name, Expression string }
	// TokenRead is a token of an expression (appl0). An illegal one has the
	// text that the lexer makes of it.
	TokenRead struct{ Type, Text string }
	// Registered is a definition that can be used, with its tree (appl0) or nil.
	Registered struct {
		Number           int
		Name, Expression string
		Tree             *TraceNode
	}
	// Adding is a definition for a source alone that is about to be parsed
	// (appl0).
	Adding struct{ Name, Expression string }
	// Added is such a definition that stands, with its tree (appl0) or nil.
	Added struct {
		Number           int
		Name, Expression string
		Tree             *TraceNode
	}
	// AddFailed is one that cannot be bound.
	AddFailed struct{ Name, Reason string }
	// Masked is a derived metric that another metric of its name hides: a derived
	// one, one of an archive, or else one of a host. Own is that it is of one
	// source alone.
	Masked struct {
		Name        string
		ID, By      libpcp.PMID
		Own         bool
		ByDerived   bool
		FromArchive bool
	}
	// TextSet is a text that a file gives a metric (appl0).
	TextSet struct{ Name, Attribute, Value string }
	// LookedUp is what was found for a name that the source does not have;
	// libpcp.NullPMID is nothing.
	LookedUp struct {
		Name string
		ID   libpcp.PMID
	}
	// OperandUnknown is why an operand cannot be had.
	OperandUnknown struct {
		Metric, Operand string
		ID              libpcp.PMID // or NullPMID
		Own             bool        // the metric is that of one source alone
		Err             error
	}
	// Opened is a source with derived metrics (appl1).
	Opened struct{ Metrics int }
	// Differing are the alternatives of a ternary of which one cannot stand in
	// for the other (appl1).
	Differing struct{ Left, Right libpcp.Desc }
	// Binding is a definition that is about to be bound, Walking for a traversal;
	// Own is as in OperandUnknown.
	Binding struct {
		Number  int
		Name    string
		Walking bool
		Own     bool
	}
	// Bound is a definition that has been bound, with its tree (appl1) or nil.
	Bound struct {
		Number int
		Name   string
		Tree   *TraceNode
	}
	// BindFailed is one that cannot be; Checked says that its operands exist.
	BindFailed struct {
		Number  int
		Name    string
		Checked bool
		Tree    *TraceNode // (appl1) or nil
	}
	// Traversing is that names are looked for below one.
	Traversing struct{ Name string }
	// Traversed is whether a metric is in a traversal.
	Traversed struct {
		Root, Name string
		ID         libpcp.PMID
		Listed     bool
	}
	// Descending is that the children of a name are looked for; Bare says that
	// there are names only.
	Descending struct {
		Name string
		Bare bool
	}
	// Omitted is a metric that is not among the children of a name.
	Omitted struct{ Name, Metric string }
	// Children is how many children a name has, and whether it is a metric.
	Children struct {
		Name                 string
		Own, Derived         int
		OwnLeaf, DerivedLeaf bool
	}
	// Prefetched are the operands that a fetch asks for besides what was wanted
	// (appl2).
	Prefetched struct{ IDs []libpcp.PMID }
	// Evaluated is the result of a metric, the Number-th of a fetch, and those
	// of all in its expression (appl2). Count is a code if there is none.
	Evaluated struct {
		Number, Count int
		ID            libpcp.PMID
		Values        []TraceValue
		Tree          *TraceNode
	}
	// Mispaired are instances of two lists that are not in the same order, so
	// that libpcp (C) searches (appl2). Side says what the right list is.
	Mispaired struct {
		Type, Side          string
		Pairs               int
		Left, Right         int // positions
		LeftInst, RightInst int32
	}
	// Recovered is where it finds the instance (appl2).
	Recovered struct {
		Side  string
		Right int
		Inst  int32
	}
	// Reviewed is how many of the instances of a matchinst were looked at and
	// forgotten (appl2).
	Reviewed struct {
		Address         any
		Scanned, Culled int
	}
	// Nameless is an instance without a name to match (appl2).
	Nameless struct {
		Address any
		InDom   libpcp.InDom
		Inst    int32
		Err     error
	}
	// Missing is an instance that cannot be found (appl2).
	Missing struct {
		Address any
		InDom   libpcp.InDom
		Name    string
		Err     error
	}
	// Closed is that a source is given up.
	Closed struct {
		Address any
		Metrics int
	}
)

// A TraceNode is a node of the binary tree that libpcp (C) has of an
// expression. The alternatives of a ternary, patterns and units are nodes
// there too; these have the address of a field.
type TraceNode struct {
	Address     any
	Type        string // such as NAME or PLUS
	Text        string // of a NAME, number, SCALE or PATTERN; the argument of DEFINED
	SavesLast   bool   // its values are remembered
	Left, Right *TraceNode
	Bound       *TraceBinding // nil before that
	Pattern     *TracePattern // of a PATTERN
}

// A TraceBinding is the descriptor of a bound node, and its values.
type TraceBinding struct {
	Metric, From libpcp.PMID // From is the metric that the descriptor was once of
	Desc         libpcp.Desc
	Count        int // of values, or a code
	Mult, Div    int // by which its values are scaled, if more than 1
	Values, Last []TraceValue
}

// A TraceValue is a value of an instance.
type TraceValue struct {
	Inst int32
	Atom libpcp.Atom
}

// A TracePattern is what selects instances.
type TracePattern struct {
	Exact              bool
	Inst               int32 // that is selected, if Exact
	Inverted           bool
	Used               int
	Instances, Matches int // that are remembered
}
