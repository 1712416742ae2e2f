package libpcp

// Desc describes a metric (pmDesc, pmLookupDesc(3)).
type Desc struct {
	PMID  PMID
	Type  Type
	InDom InDom // NullInDom for a metric without instances; zero is a domain
	Sem   Semantics
	Units Units
}

// Type is the data type of a metric's values (PM_TYPE_* in
// pmLookupDesc(3)). Other numbers than those named here may come from a
// source; they are data, not errors.
type Type int32

// The data types.
const (
	TypeNoSupport       Type = -1
	Type32              Type = 0
	TypeU32             Type = 1
	Type64              Type = 2
	TypeU64             Type = 3
	TypeFloat           Type = 4
	TypeDouble          Type = 5
	TypeString          Type = 6
	TypeAggregate       Type = 7
	TypeAggregateStatic Type = 8
	TypeEvent           Type = 9
	TypeHighResEvent    Type = 10
	TypeUnknown         Type = 255
)

var typeNames = [...]string{"32", "U32", "64", "U64", "FLOAT", "DOUBLE",
	"STRING", "AGGREGATE", "AGGREGATE_STATIC", "EVENT", "HIGHRES_EVENT"}

// String is the type in PCP's short notation, such as U64 (pmTypeStr(3)).
func (t Type) String() string {
	switch {
	case t >= 0 && int(t) < len(typeNames):
		return typeNames[t]
	case t == TypeNoSupport:
		return "NO_SUPPORT"
	case t == TypeUnknown:
		return "UNKNOWN"
	}
	return "???"
}

// Numeric reports whether values of the type are numbers, on which
// arithmetic, scaling and [Extract] between types are defined.
func (t Type) Numeric() bool { return t >= Type32 && t <= TypeDouble }

// Event reports whether values of the type are event record arrays.
func (t Type) Event() bool { return t == TypeEvent || t == TypeHighResEvent }

// Semantics is the relation between consecutive values of a metric (PM_SEM_*).
type Semantics int32

// The semantics.
const (
	SemCounter  Semantics = 1
	SemInstant  Semantics = 3
	SemDiscrete Semantics = 4
)

// String is the semantics in PCP's notation (pmSemStr(3)).
func (s Semantics) String() string {
	switch s {
	case SemCounter:
		return "counter"
	case SemInstant:
		return "instant"
	case SemDiscrete:
		return "discrete"
	}
	return "???"
}
