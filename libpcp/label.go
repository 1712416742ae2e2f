package libpcp

import (
	"encoding/json"
	"unicode/utf8"
)

// LabelClass is the level of the hierarchy that labels belong to
// (PM_LABEL_*, pmLookupLabels(3)).
type LabelClass uint32

// The classes, from the most general to the most particular.
const (
	LabelContext   LabelClass = 1
	LabelDomain    LabelClass = 2
	LabelInDom     LabelClass = 4
	LabelCluster   LabelClass = 8
	LabelItem      LabelClass = 16
	LabelInstances LabelClass = 32
)

// Flags beside the class bit of a label.
const (
	LabelCompound = 0x40 // the name is a dotted path into nested maps
	LabelOptional = 0x80 // not part of the metric's identity
)

// LabelID names one request for labels: a class, and an identifier whose
// meaning depends on it: an agent's domain number, an InDom (for the classes
// InDom and Instances) or a PMID (for Cluster, with item 0 in archives, and
// Item). The class of the context has no identifier: 0xffffffff in PDUs and
// archives.
type LabelID struct {
	Class LabelClass
	Ident uint32
}

// LabelIDs names the requests for the labels of a metric, from those of the source to
// its own; those of instances are another.
func (d Desc) LabelIDs() []LabelID {
	ids := []LabelID{{LabelContext, uint32(NullPMID)}, {LabelDomain, d.PMID.Domain()}}
	if d.InDom != NullInDom {
		ids = append(ids, LabelID{LabelInDom, uint32(d.InDom)})
	}
	cluster := NewPMID(d.PMID.Domain(), d.PMID.Cluster(), 0)
	return append(ids, LabelID{LabelCluster, uint32(cluster)}, LabelID{LabelItem, uint32(d.PMID)})
}

// Label is one name and value. Value is the JSON text of the value, quotes
// included.
type Label struct {
	Name  string
	Value string
	Flags uint8 // the class bit, LabelCompound, LabelOptional
}

// Text returns the value decoded if it is a string, and else its JSON.
func (l Label) Text() string {
	var text string
	if utf8.ValidString(l.Value) && json.Unmarshal([]byte(l.Value), &text) == nil {
		return text
	}
	return l.Value
}

// LabelSet is the labels of one thing, or of one instance of an instance
// domain (pmLabelSet).
type LabelSet struct {
	Inst   int32 // NullInst but for class Instances
	Err    error // why there are no labels, or nil
	JSON   string
	Labels []Label
}
