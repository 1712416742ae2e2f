package pcp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/mmv"
	"pcptools/libpcp/pmda/proc"
)

// Kind is a kind of source (PM_CONTEXT_*).
type Kind int

// The kinds, and what names one.
const (
	// Host is a pmcd: a host specification as in PCPIntro(1), such as "local:"
	// or "pcps://host". "" is the pmcd on this host.
	Host Kind = iota + 1
	// Archive is one archive or several as one: a comma-separated list of base
	// names, files and directories.
	Archive
	// Local is agents in this process; it has no name.
	Local
)

// Open opens a source with a zero [Opener].
func Open(ctx context.Context, kind Kind, name string) (*libpcp.Context, error) {
	var o Opener
	return o.Open(ctx, kind, name)
}

// Opener configures how sources are opened. Its zero value speaks TLS, adds
// the derived metrics of the site, and opens local contexts with the agents
// for this machine.
type Opener struct {
	// Log receives messages of agents and about derived metrics; nil discards
	// them.
	Log io.Writer
	// LookupEnv looks up the variables of PCPIntro(1), also for a Dialer without
	// a function of its own; nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// Dialer configures connections to pmcd.
	Dialer pmcd.Dialer
	// Archive configures archives.
	Archive archive.Options
	// Agents are those of local contexts; nil stands for the agents for this
	// machine.
	Agents []local.Agent
	// Derived are the derived metrics; nil stands for those that
	// PCP_DERIVED_CONFIG names, or the site has.
	Derived *derive.Definitions
}

// Open opens a source (pmNewContext(3)).
func (o *Opener) Open(ctx context.Context, kind Kind, name string) (*libpcp.Context, error) {
	src, err := o.source(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if kind == Local {
		return libpcp.NewContext(derive.Wrap(src, o.derived(), derive.LocalNames())), nil
	}
	return libpcp.NewContext(derive.Wrap(src, o.derived())), nil
}

func (o *Opener) source(ctx context.Context, kind Kind, name string) (libpcp.Source, error) {
	switch kind {
	case Host:
		dialer := o.Dialer
		if dialer.LookupEnv == nil {
			dialer.LookupEnv = o.LookupEnv
		}
		c, err := dialer.Dial(ctx, cmp.Or(name, "local:"))
		if err != nil {
			return nil, err
		}
		return c, nil
	case Archive:
		a, err := archive.Open(ctx, name, o.Archive)
		if err != nil {
			return nil, err
		}
		return a, nil
	case Local:
		return local.New(local.Config{Log: pmda.NewLogger(o.log(), "pcp"), LookupEnv: o.LookupEnv}, o.agents()...), nil
	}
	return nil, fmt.Errorf("kind %d of source: %w", int(kind), libpcp.Errno(syscall.EINVAL))
}

func (o *Opener) log() io.Writer {
	if o.Log == nil {
		return io.Discard
	}
	return o.Log
}

// agents are those of a local context.
func (o *Opener) agents() []local.Agent {
	if o.Agents != nil {
		return o.Agents
	}
	return []local.Agent{
		{Domain: 60, Name: "linux", New: linux.New},
		{Domain: 3, Name: "proc", New: proc.New},
		{Domain: 70, Name: "mmv", New: mmv.New},
	}
}

// derived are the derived metrics.
func (o *Opener) derived() *derive.Definitions {
	if o.Derived != nil {
		return o.Derived
	}
	defs := derive.New(o.log())
	env := conf.Env(o.LookupEnv)
	if path, ok := env.Var("PCP_DERIVED_CONFIG"); ok {
		defs.LoadOnWrap(path)
	} else {
		defs.Defer(env.Get("PCP_VAR_DIR") + "/config/derived")
	}
	return defs
}

// Config returns a setting of PCP, such as PCP_LOG_DIR, from the environment
// or else from pcp.conf(5), and whether it is set (pmGetOptionalConfig(3)).
func Config(name string) (string, bool) { return conf.Lookup(name) }
