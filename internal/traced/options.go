package traced

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/timewindow"
)

// The events of a run, with their debug options.
type (
	// VariableRead is the event of a variable that stands for an option
	// (config).
	VariableRead struct{ Name, Value string }
	// Bounds is the event of the time span of an archive: the times of its
	// first and last sample, in the reporting zone (getopt).
	Bounds struct{ First, Last time.Time }
	// Placed is the event of a step in computing the window that options ask
	// for (getopt).
	Placed struct {
		timewindow.Step
		Within  Bounds
		Options timewindow.Options
	}
	// DefaultNames is the event of loading the default name space of local
	// contexts (pmns).
	DefaultNames struct{}
	// Fetched is the event of a fetch that has ended (fetch).
	Fetched struct {
		Names  *libpcp.Context // knows the names in the result
		Zone   *time.Location
		Result *libpcp.Result
		Err    error
	}
	// Unpacked is the event of an event array whose records are reported
	// (fetch).
	Unpacked struct {
		Names *libpcp.Context
		Zone  *time.Location
		Block libpcp.Block
	}
	// ContextClosed is the event of a source that is closed (context).
	ContextClosed struct{}
)

// The events of local contexts (context).
type (
	// TableRead is the event of reading the DSOs that pmcd.conf names.
	TableRead struct{ File string }
	// NotDeleted is the event of an option -K that fails to delete an agent.
	NotDeleted struct{ Err error }
	// LocalEnded is the event of a built-in agent that learns that a context
	// has ended.
	LocalEnded struct {
		Name, DSO string
		Domain    int
		Closed    bool // no context is current any more
	}
)
