package pmda

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// DebugOptions is the value of a control metric that is a list of debug
// options, by their names in pmdbg(1). It does not affect the agent.
type DebugOptions struct{ set getopt.DebugSet }

// Fetch supplies the names that are set, in the order of pmdbg(1).
func (o *DebugOptions) Fetch(context.Context, *Request) (libpcp.Atom, error) {
	var active []string
	all := getopt.DebugForms{}.Names()
	for _, name := range all {
		if o.set.Has(name) {
			active = append(active, name)
		}
	}
	if len(active) == len(all) {
		active = []string{"all"}
	}
	return libpcp.StringAtom(strings.Join(active, ",")), nil
}

// Store sets them to another list; an unknown name is libpcp.ErrConv.
func (o *DebugOptions) Store(_ context.Context, _ *Request, to libpcp.Atom) error {
	set, ok := getopt.DebugForms{}.Parse(to.Text())
	if !ok {
		return libpcp.ErrConv
	}
	o.set = set
	return nil
}
