package libpcp

// NamesOrigin is where the names of a source come from (PMNS_*).
type NamesOrigin int

// The origins.
const (
	NamesLocal   NamesOrigin = 1 // a file, or agents in this process
	NamesRemote  NamesOrigin = 2 // a pmcd
	NamesArchive NamesOrigin = 3
)

// A Namer reports where its names come from. Without it they come from the
// archive if the source is one, otherwise from a pmcd.
type Namer interface{ NamesOrigin() NamesOrigin }

// OriginOfNames returns where the names of src come from.
func OriginOfNames(src Source) NamesOrigin {
	if n, ok := src.(Namer); ok {
		return n.NamesOrigin()
	}
	if _, err := Archive(src); err == nil {
		return NamesArchive
	}
	return NamesRemote
}

// NamesOrigin returns where names come from (pmGetPMNSLocation(3)).
func (c *Context) NamesOrigin() NamesOrigin { return OriginOfNames(c.src) }
