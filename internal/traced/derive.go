package traced

import (
	"io/fs"

	"pcptools/libpcp"
)

// The events of derived metrics, for the debug option derive.
// Those marked (appl0), (appl1) or (appl2) also need that debug option, or
// else the setting of PCP_DERIVED_CONTROL for it.
type (
	// SiteLoaded is the event of loading the definitions of the site, or the
	// definitions that the user has chosen in their place.
	SiteLoaded struct {
		Paths  string
		Chosen bool
	}
	// Unreadable is the event of a path that cannot be loaded; Part is its
	// kind.
	Unreadable struct {
		Part, Path string
		Err        error
	}
	// Irregular is the event of a path that is neither a file nor a directory.
	Irregular struct {
		Path string
		Mode fs.FileMode
	}
	// FileLoaded is the event of a file that has been read, before it is
	// parsed.
	FileLoaded struct{ Path string }
	// Registering is the event of a definition that is about to be parsed
	// (appl0).
	Registering struct{ Name, Expression string }
	// TokenRead is the event of a token of an expression (appl0). An illegal
	// one has the text as far as the lexer read it.
	TokenRead struct{ Type, Text string }
	// Registered is the event of a definition that was accepted, with its tree
	// (appl0) or nil.
	Registered struct {
		Number           int
		Name, Expression string
		Tree             *Node
	}
	// Adding is the event of a definition for a single source that is about to
	// be parsed (appl0).
	Adding struct{ Name, Expression string }
	// Added is the event of a definition for a single source that was
	// accepted, with its tree (appl0) or nil.
	Added struct {
		Number           int
		Name, Expression string
		Tree             *Node
	}
	// AddFailed is the event of a definition for a single source that cannot
	// be bound.
	AddFailed struct{ Name, Reason string }
	// Masked is the event of a derived metric that another metric of its name
	// hides: a derived one, one of an archive, or else one of a host. Own
	// reports that it is defined for a single source.
	Masked struct {
		Name        string
		ID, By      libpcp.PMID
		Own         bool
		ByDerived   bool
		FromArchive bool
	}
	// TextSet is the event of a help text or metadata for a metric in a file
	// (appl0).
	TextSet struct{ Name, Attribute, Value string }
	// LookedUp is the event of a look-up of a name that the source does not
	// have; ID is libpcp.NullPMID if it is no derived metric either.
	LookedUp struct {
		Name string
		ID   libpcp.PMID
	}
	// OperandUnknown is the event of an operand that cannot be bound, and the
	// reason.
	OperandUnknown struct {
		Metric, Operand string
		ID              libpcp.PMID // or NullPMID
		Own             bool        // the metric is defined for a single source
		Err             error
	}
	// DerivedOpened is the event of a source that is opened with derived metrics
	// (appl1).
	DerivedOpened struct{ Metrics int }
	// Differing is the event of a ternary whose alternatives have incompatible
	// descriptors (appl1).
	Differing struct{ Left, Right libpcp.Desc }
	// Binding is the event of a definition that is about to be bound, for a
	// traversal if Walking; Own is as in OperandUnknown.
	Binding struct {
		Number  int
		Name    string
		Walking bool
		Own     bool
	}
	// Bound is the event of a definition that has been bound, with its tree
	// (appl1) or nil.
	Bound struct {
		Number int
		Name   string
		Tree   *Node
	}
	// BindFailed is the event of a definition that cannot be bound; Checked
	// reports that its operands exist.
	BindFailed struct {
		Number  int
		Name    string
		Checked bool
		Tree    *Node // (appl1) or nil
	}
	// Traversing is the event of a traversal below a name.
	Traversing struct{ Name string }
	// Traversed is the event of a derived metric in a traversal; Listed
	// reports whether it is included.
	Traversed struct {
		Root, Name string
		ID         libpcp.PMID
		Listed     bool
	}
	// Descending is the event of looking for the children of a name; Bare is
	// for a name space without a context.
	Descending struct {
		Name string
		Bare bool
	}
	// Omitted is the event of a metric that is left out of the children of a
	// name.
	Omitted struct{ Name, Metric string }
	// ChildrenFound is the event of the children found for a name: how many, and
	// whether the name is a metric.
	ChildrenFound struct {
		Name                 string
		Own, Derived         int
		OwnLeaf, DerivedLeaf bool
	}
	// Prefetched is the event of a fetch, with the operands that it needs
	// besides the metrics asked for (appl2).
	Prefetched struct{ IDs []libpcp.PMID }
	// Evaluated is the event of a metric's values, the Number-th of a fetch,
	// with the values of its operands in Tree (appl2). Count is the number of
	// values, or an error code.
	Evaluated struct {
		Number, Count int
		ID            libpcp.PMID
		Values        []InstanceValue
		Tree          *Node
	}
	// Mispaired is the event of two operands with their instances in different
	// orders, where libpcp (C) searches (appl2). Side is the role of the right
	// one.
	Mispaired struct {
		Type, Side          string
		Pairs               int
		Left, Right         int // positions
		LeftInst, RightInst int32
	}
	// Recovered is the event of the instance that was found after Mispaired
	// (appl2).
	Recovered struct {
		Side  string
		Right int
		Inst  int32
	}
	// Reviewed is the event of a matchinst that has checked its cache of
	// instances (appl2): how many it scanned and dropped.
	Reviewed struct {
		Address         any
		Scanned, Culled int
	}
	// InstanceNameless is the event of an instance without a name to match (appl2).
	InstanceNameless struct {
		Address any
		InDom   libpcp.InDom
		Inst    int32
		Err     error
	}
	// InstanceMissing is the event of an instance name that cannot be found (appl2).
	InstanceMissing struct {
		Address any
		InDom   libpcp.InDom
		Name    string
		Err     error
	}
	// DerivedClosed is the event of a source that is closed.
	DerivedClosed struct {
		Address any
		Metrics int
	}
)

// A Node is a node of an expression's binary tree as libpcp (C) has it.
// The alternatives of a ternary, patterns and units are nodes too; they have the
// Address of a field.
type Node struct {
	Address     any
	Type        string // such as NAME or PLUS
	Text        string // of a NAME, number, SCALE or PATTERN; the argument of DEFINED
	SavesLast   bool   // its values are remembered
	Left, Right *Node
	Bound       *BoundNode // nil before it is bound
	Pattern     *Pattern   // of a PATTERN
}

// A BoundNode is the descriptor of a bound node, and its values.
type BoundNode struct {
	Metric, From libpcp.PMID // From is the metric that the descriptor was taken from
	Desc         libpcp.Desc
	Count        int // of values, or an error code
	Mult, Div    int // by which its values are scaled, if more than 1
	Values, Last []InstanceValue
}

// A InstanceValue is a value of an instance.
type InstanceValue struct {
	Inst int32
	Atom libpcp.Atom
}

// A Pattern is the state of a PATTERN, which selects instances.
type Pattern struct {
	Exact              bool
	Inst               int32 // that is selected, if Exact
	Inverted           bool
	Used               int
	Instances, Matches int // that are remembered
}
