package traced

import "pcptools/libpcp"

// The events of name-space files, for the debug option pmns.
type (
	// NamesLoading is the event of a name-space file that is about to be read.
	NamesLoading struct {
		File          string
		Unique, Plain bool // as in pmns.Options
	}
	// NameDefined is the event of a metric that a file defines.
	NameDefined struct {
		Name string
		ID   libpcp.PMID
	}
	// NamesLoaded is the event of a file that has been read.
	NamesLoaded struct{}
)
