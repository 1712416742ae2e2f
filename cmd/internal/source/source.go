// Package source gets the sources of metrics that commands ask: it expands lists of them,
// fetches the history that a query of series selects, follows one that goes on, and
// advises where a pmcd cannot be reached. What the options say, and how a source is opened,
// is in package options.
//
// Files refer to files further down this list:
//
//	history.go follow.go                           histories of series
//	names.go patterns.go ranges.go                 lists of hosts and archives
//	source.go advice.go scratch_unix.go scratch_other.go
package source

import (
	"pcptools/cmd/internal/agents"
	"pcptools/cmd/internal/debug"
	"pcptools/libpcp/options"
)

// New returns the options of a command about its source, with the agents that tools have in
// themselves, and what -D prints.
func New() options.Source {
	return options.Source{Setup: options.Setup{Builtin: agents.Builtin}, Debugging: options.Debugging{NewTracer: debug.New}}
}
