package libpcp

import "strconv"

// PMID identifies a metric: nine bits of agent domain, twelve of cluster and
// ten of item (pmID in PMAPI(3)).
type PMID uint32

// InDom identifies an instance domain: nine bits of agent domain and 22 of
// serial (pmInDom in PMAPI(3)).
type InDom uint32

const (
	// NullPMID is PM_ID_NULL, the identifier of no metric.
	NullPMID PMID = 0xffffffff
	// NullInDom is PM_INDOM_NULL, the instance domain of singular metrics.
	NullInDom InDom = 0xffffffff
	// NullInst is PM_IN_NULL, the instance of a singular metric's value.
	NullInst int32 = -1
	// DynamicDomain is the reserved domain of derived metrics and of the
	// roots of dynamic name-space subtrees.
	DynamicDomain = 511
)

// NewPMID builds a PMID (pmID_build(3)); fields are cut to their width.
func NewPMID(domain, cluster, item uint32) PMID {
	return PMID(domain&0x1ff<<22 | cluster&0xfff<<10 | item&0x3ff)
}

// Domain is the agent's number (pmID_domain(3)).
func (id PMID) Domain() uint32 { return uint32(id) >> 22 & 0x1ff }

// Cluster is the middle field (pmID_cluster(3)).
func (id PMID) Cluster() uint32 { return uint32(id) >> 10 & 0xfff }

// Item is the last field (pmID_item(3)).
func (id PMID) Item() uint32 { return uint32(id) & 0x3ff }

// DynamicRoot reports whether id stands for the root of a dynamic subtree of
// the name space rather than for a metric.
func (id PMID) DynamicRoot() bool {
	return id != NullPMID && id.Domain() == DynamicDomain && id.Item() == 0
}

// Derived reports whether id identifies a derived metric, which is computed from
// others (IS_DERIVED). A derived metric that pmlogger(1) has recorded is an
// ordinary metric: the highest bit of its cluster is set.
func (id PMID) Derived() bool {
	return id.Domain() == DynamicDomain && id.Cluster() < 2048 && id.Item() != 0
}

// String is the identifier in PCP's notation, such as 60.2.0 (pmIDStr(3)).
func (id PMID) String() string { return string(id.appendTo(make([]byte, 0, idLength))) }

const idLength = 16 // of an identifier as text; few are longer

// appendTo appends what String returns.
func (id PMID) appendTo(dst []byte) []byte {
	if id == NullPMID {
		return append(dst, "PM_ID_NULL"...)
	}
	if id.DynamicRoot() {
		dst = strconv.AppendUint(dst, uint64(id.Cluster()), 10)
		return append(dst, ".*.*"...)
	}
	dst = strconv.AppendUint(dst, uint64(id.Domain()), 10)
	dst = append(dst, '.')
	dst = strconv.AppendUint(dst, uint64(id.Cluster()), 10)
	dst = append(dst, '.')
	return strconv.AppendUint(dst, uint64(id.Item()), 10)
}

// NewInDom builds an InDom (pmInDom_build(3)); fields are cut to their width.
func NewInDom(domain, serial uint32) InDom {
	return InDom(domain&0x1ff<<22 | serial&0x3fffff)
}

// Domain is the agent's number (pmInDom_domain(3)).
func (d InDom) Domain() uint32 { return uint32(d) >> 22 & 0x1ff }

// Serial is the second field (pmInDom_serial(3)).
func (d InDom) Serial() uint32 { return uint32(d) & 0x3fffff }

// String is the identifier in PCP's notation, such as 60.2 (pmInDomStr(3)).
func (d InDom) String() string { return string(d.appendTo(make([]byte, 0, idLength))) }

// appendTo appends what String returns.
func (d InDom) appendTo(dst []byte) []byte {
	if d == NullInDom {
		return append(dst, "PM_INDOM_NULL"...)
	}
	dst = strconv.AppendUint(dst, uint64(d.Domain()), 10)
	dst = append(dst, '.')
	return strconv.AppendUint(dst, uint64(d.Serial()), 10)
}

// Instance is one member of an instance domain: its number, and its external
// name, which is bytes without a declared encoding.
type Instance struct {
	ID   int32
	Name string
}
