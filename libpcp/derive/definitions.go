package derive

import (
	"io"

	"pcptools/libpcp"
)

// Definitions is the derived metrics of a process, in the order of their
// registration, to be shared by the sources that [Wrap] makes. It serves one
// goroutine at a time.
type Definitions struct {
	list           []*definition
	position       map[string]int // of names in list
	deferred       []string       // path lists to load at the first need
	eager          bool           // the first Wrap is a need
	chosen         bool           // the user chose what is deferred
	rules          rules
	missingNovalue bool // an operand that does not exist stands for novalue()
	limit          int  // how many there may be; negative: any number
	messages       io.Writer
	tracer         libpcp.Tracer // or nil
	trace          *tracer       // of what it traces; or nil
	unannounced    bool          // the tracer has not got what was defined before it
}

// definition is one derived metric, independent of any source.
type definition struct {
	id      libpcp.PMID
	name    string
	expr    *node
	oneline *string // nil if there is none
	help    *string
	gone    bool // not registered any more
	own     bool // of one source alone
}

// New returns Definitions that hold only the two metrics that always exist,
// event.flags and event.missed, which stand for fields of unpacked event
// records. Errors in files and in the use of definitions are reported on
// messages, one write for each, in PCP's wording.
func New(messages io.Writer) *Definitions {
	d := &Definitions{messages: messages, position: make(map[string]int), limit: -1}
	d.addPredefined("event.flags", "Flags for event records",
		"An anonymous derived metric that is used to encode the event flags\n"+
			"associated with event records.   See pmUnpackEventRecords(3).")
	d.addPredefined("event.missed", "Count of missed event records",
		"An anonymous derived metric that is used to encode the number of\n"+
			"event records missed because either the PMDA could not keep up\n"+
			"or the PMAPI client did not collect the event records fast\nenough.  "+
			"See pmUnpackEventRecords(3).")
	return d
}

// predefined is how many metrics New defines.
const predefined = 2

func (d *Definitions) addPredefined(name, oneline, help string) {
	none := node{op: anonOp{}}
	none.desc = libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	d.add(&definition{name: name, expr: &none, oneline: &oneline, help: &help})
}

const (
	itemsPerCluster = 1023 // item 0 marks a dynamic root
	clusters        = 2048 // the upper half belongs to recorded metrics
)

func (d *Definitions) add(def *definition) {
	n := uint32(len(d.list))
	def.id = libpcp.NewPMID(libpcp.DynamicDomain, n/itemsPerCluster, n%itemsPerCluster+1)
	d.position[def.name] = len(d.list)
	d.list = append(d.list, def)
}

// all returns every definition.
func (d *Definitions) all() []*definition {
	d.load()
	return d.list
}

// byName finds the definition of a name, or returns -1.
func (d *Definitions) byName(name string) int {
	if i, ok := d.position[name]; ok {
		return i
	}
	d.load()
	if i, ok := d.position[name]; ok {
		return i
	}
	return -1
}

// byID finds the definition of an identifier, or returns -1.
func (d *Definitions) byID(id libpcp.PMID) int {
	if !id.Derived() {
		return -1
	}
	i := int(id.Cluster())*itemsPerCluster + int(id.Item()) - 1
	if i >= len(d.list) {
		d.load()
	}
	if i >= len(d.list) {
		return -1
	}
	return i
}
