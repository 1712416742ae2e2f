package derive

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/release"
)

// definition is one derived metric, independent of any source. Only its texts
// change.
type definition struct {
	id      libpcp.PMID
	name    string
	expr    *node
	oneline *string // or nil
	help    *string
	own     bool // of one source alone
}

// Definitions is the derived metrics of a process, in the order of their
// registration, to be shared by the sources that [Wrap] makes. Its methods may
// be called at any time, also by several goroutines at once. Messages and events
// of definitions come one at a time, and must not lead to a call of a method. The
// zero Definitions is one of [New] that discards messages.
type Definitions struct {
	rules   rules
	tracing atomic.Pointer[tracer] // nil if nothing is traced

	mu             sync.Mutex     // guards what follows, and the language among the rules
	list           []*definition  // only grows
	position       map[string]int // of names in list
	deferred       []string       // path lists to load at the first need
	eager          bool           // the first Wrap is a need
	chosen         bool           // the user chose what is deferred
	missingNovalue bool           // an operand that does not exist stands for novalue()
	limited        bool
	limit          int // how many there may be, if limited
	messages       io.Writer
	tracer         libpcp.Tracer // or nil
	unannounced    bool          // the tracer has not got what was defined before it
}

// New returns Definitions that hold only the two metrics that always exist,
// event.flags and event.missed, which stand for fields of unpacked event
// records. Errors in files and in the use of definitions are reported on
// messages, one write for each, in PCP's wording.
func New(messages io.Writer) *Definitions {
	d := &Definitions{messages: messages}
	d.begin()
	return d
}

// lock acquires the mutex.
func (d *Definitions) lock() {
	d.mu.Lock()
	if d.position == nil { // the zero Definitions
		d.begin()
	}
}

func (d *Definitions) begin() {
	d.position = make(map[string]int)
	if d.messages == nil {
		d.messages = io.Discard
	}
	d.addPredefined("event.flags", "Flags for event records",
		"An anonymous derived metric that is used to encode the event flags\n"+
			"associated with event records.   See pmUnpackEventRecords(3).")
	d.addPredefined("event.missed", "Count of missed event records",
		"An anonymous derived metric that is used to encode the number of\n"+
			"event records missed because either the PMDA could not keep up\n"+
			"or the PMAPI client did not collect the event records fast\nenough.  "+
			"See pmUnpackEventRecords(3).")
}

// Clone returns a copy of the definitions with errors reported on messages. Deferred files are loaded; the copy traces nothing.
func (d *Definitions) Clone(messages io.Writer) *Definitions {
	d.lock()
	defer d.mu.Unlock()
	d.load()
	clone := &Definitions{
		rules: d.rules, list: slices.Clone(d.list), position: maps.Clone(d.position),
		missingNovalue: d.missingNovalue, limited: d.limited, limit: d.limit, messages: messages,
	}
	for i, def := range d.list {
		own := *def
		clone.list[i] = &own
	}
	return clone
}

// SetRelease sets the release of PCP whose language the definitions are in. It must
// be called before the first of them.
func (d *Definitions) SetRelease(r release.Release) { d.rules.Release = r }

// EquateIndoms lets operators with two operands combine different instance
// domains that a line of the file at path lists, such as "60.1 60.24" or
// "60.*". The file is read when two domains differ for the first time; a file
// that cannot be read lists none, nor does one with errors, for which report
// is called. EquateIndoms must be called before the first Wrap.
func (d *Definitions) EquateIndoms(path string, report func(problem string)) {
	d.rules.indoms = sync.OnceValue(func() []indomList {
		text, err := access.ReadFile(path, maxText)
		if err != nil {
			return nil
		}
		p := indomParser{file: path, text: text, line: 1, report: report}
		p.parse()
		if p.failed {
			return nil
		}
		return p.lists
	})
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

// The identifiers of a source's own metrics count down from the last one. They
// have a bit that no other has, and that their notation does not show.
const (
	lastOwn = itemsPerCluster*clusters - 1
	ownBit  = 1 << 31
)

// ownPosition is the position among a source's own metrics that an identifier
// would have.
func ownPosition(id libpcp.PMID) int {
	return lastOwn - (int(id.Cluster())*itemsPerCluster + int(id.Item()) - 1)
}

func (d *Definitions) add(def *definition) {
	n := uint32(len(d.list))
	def.id = libpcp.NewPMID(libpcp.DynamicDomain, n/itemsPerCluster, n%itemsPerCluster+1)
	d.position[def.name] = len(d.list)
	d.list = append(d.list, def)
}

// all returns the positions of all metrics.
func (d *Definitions) all() []int {
	d.lock()
	defer d.mu.Unlock()
	d.load()
	all := make([]int, 0, len(d.position))
	for i := range d.list {
		if d.defined(i) {
			all = append(all, i)
		}
	}
	return all
}

// defined reports whether a definition still holds.
func (d *Definitions) defined(i int) bool {
	at, ok := d.position[d.list[i].name]
	return ok && at == i
}

// from returns the definitions from a position on.
func (d *Definitions) from(first int) []*definition {
	d.lock()
	defer d.mu.Unlock()
	return d.list[first:]
}

// count is how many definitions there have been.
func (d *Definitions) count() int {
	d.lock()
	defer d.mu.Unlock()
	return len(d.list)
}

// Len loads deferred files and returns how many metrics are defined, besides the
// two that always exist.
func (d *Definitions) Len() int {
	d.lock()
	defer d.mu.Unlock()
	d.load()
	return len(d.position) - predefined
}

// byName finds the metric of a name, or returns -1.
func (d *Definitions) byName(name string) int {
	d.lock()
	defer d.mu.Unlock()
	return d.find(name)
}

// find is byName for a caller that holds the lock.
func (d *Definitions) find(name string) int {
	if i, ok := d.position[name]; ok {
		return i
	}
	d.load()
	if i, ok := d.position[name]; ok {
		return i
	}
	return -1
}

// byID finds the metric of an identifier, or returns -1.
func (d *Definitions) byID(id libpcp.PMID) int {
	if !id.Derived() {
		return -1
	}
	d.lock()
	defer d.mu.Unlock()
	i := int(id.Cluster())*itemsPerCluster + int(id.Item()) - 1
	if i >= len(d.list) {
		d.load()
	}
	if i >= len(d.list) || !d.defined(i) {
		return -1
	}
	return i
}

// loadFirst loads deferred definitions that precede the next definition.
func (d *Definitions) loadFirst() {
	if !d.rules.Has(release.SiteDerivedLast) {
		d.load()
	}
}

// missing reports whether an operand that does not exist stands for novalue().
func (d *Definitions) missing() bool {
	d.lock()
	defer d.mu.Unlock()
	return d.missingNovalue
}

// report prints a semantic error.
func (d *Definitions) report(name, problem string) {
	d.lock()
	defer d.mu.Unlock()
	fmt.Fprintf(d.messages, "Semantic error: derived metric %s: %s\n", name, problem)
}

// trace returns what traces events; nil if nothing does.
func (d *Definitions) trace() *tracer { return d.tracing.Load() }
