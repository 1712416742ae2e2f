package pcp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

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
	"pcptools/libpcp/pmproxy"
)

// Kind is a kind of source (PM_CONTEXT_*).
type Kind int

// The kinds, and what names one.
const (
	// Host is a pmcd: a host specification as in PCPIntro(1), such as "local:"
	// or "pcps://host"; or else the address of a pmproxy, see [pmproxy.Dialer.Dial].
	// "" is the pmcd on this host.
	Host Kind = iota + 1
	// Archive is one archive or several as one: a comma-separated list of base
	// names, files and directories. It is at its beginning.
	Archive
	// Local is agents in this process; a name is an error.
	Local
)

var kindNames = [...]string{Host: "host", Archive: "archive", Local: "local context"}

// String returns the word for a kind.
func (k Kind) String() string {
	if k > 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Open opens a source with a zero [Opener].
func Open(ctx context.Context, kind Kind, name string) (*libpcp.Context, error) {
	var o Opener
	return o.Open(ctx, kind, name)
}

// Opener configures how sources are opened. Its zero value speaks TLS, adds the
// derived metrics of the site, and opens local contexts with the agents for this
// machine. Several goroutines may use one.
type Opener struct {
	// Log receives messages of agents and about derived metrics; nil discards
	// them. Contexts in several goroutines write to it at the same time.
	Log io.Writer
	// LookupEnv looks up the variables of PCPIntro(1), also for a Dialer or local
	// contexts without a function of their own; nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// Dialer configures connections to pmcd; its Protection applies to connections
	// to a pmproxy, too.
	Dialer pmcd.Dialer
	// ProxyTimeout is how long a pmproxy may take for an answer; 0 is
	// pmproxy.DefaultTimeout.
	ProxyTimeout time.Duration
	// Archive configures archives.
	Archive archive.Options
	// Local configures local contexts; Log gets their messages if that has none.
	Local local.Config
	// Agents supply the metrics of local contexts; nil stands for the agents of
	// this machine.
	Agents []local.Agent
	// Names, unless nil, replaces the names of a source, as pmns.Override does.
	Names func(ctx context.Context, src libpcp.Source) libpcp.Source
	// Derived, unless nil, returns the derived metrics, once a source is open. Without
	// it they are the metrics that PCP_DERIVED_CONFIG names, or else the site's.
	Derived func() *derive.Definitions
	// NoDerived leaves derived metrics out.
	NoDerived bool
}

// Open opens a source (pmNewContext(3)).
func (o *Opener) Open(ctx context.Context, kind Kind, name string) (*libpcp.Context, error) {
	src, err := o.Source(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	return libpcp.NewContext(src), nil
}

// Source is Open for a program that wraps the source, or asks it queries.
func (o *Opener) Source(ctx context.Context, kind Kind, name string) (libpcp.Source, error) {
	src, err := o.open(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if o.Names != nil {
		src = o.Names(ctx, src)
	}
	switch {
	case o.NoDerived:
		return src, nil
	case o.Names != nil || kind == Local:
		return derive.Wrap(src, o.derived(), derive.LocalNames()), nil
	}
	return derive.Wrap(src, o.derived()), nil
}

func (o *Opener) open(ctx context.Context, kind Kind, name string) (libpcp.Source, error) {
	switch {
	case kind == Host && pmproxy.IsAddress(name):
		return o.dialProxy(ctx, name)
	case kind == Host:
		dialer := o.Dialer
		if dialer.LookupEnv == nil {
			dialer.LookupEnv = o.LookupEnv
		}
		c, err := dialer.Dial(ctx, cmp.Or(name, "local:"))
		if err != nil {
			return nil, err
		}
		return c, nil
	case kind == Archive:
		a, err := archive.Open(ctx, name, o.Archive)
		if err != nil {
			return nil, err
		}
		return a, nil
	case kind == Local && name == "":
		config := o.Local
		if config.Log == nil {
			config.Log = pmda.NewLogger(o.log(), "pcp")
		}
		if config.LookupEnv == nil {
			config.LookupEnv = o.LookupEnv
		}
		return local.New(config, o.agents()...), nil
	}
	return nil, fmt.Errorf("%v named %q: %w", kind, name, libpcp.Errno(syscall.EINVAL))
}

// dialProxy opens a context at the pmproxy that an address names, in the container
// that PCP_CONTAINER does.
func (o *Opener) dialProxy(ctx context.Context, address string) (libpcp.Source, error) {
	client, err := pmproxy.NewHTTP(address, o.Dialer.Protection, o.LookupEnv)
	if err != nil {
		return nil, err
	}
	container, _ := conf.Env(o.LookupEnv).Var("PCP_CONTAINER")
	dialer := pmproxy.Dialer{HTTP: client, Timeout: o.ProxyTimeout}
	c, err := dialer.Dial(ctx, contained(address, container))
	if err != nil {
		return nil, err
	}
	return c, nil
}

// contained adds a container to the host specification of an address.
func contained(address, container string) string {
	u, err := url.Parse(address)
	if container == "" || err != nil {
		return address
	}
	query := u.Query()
	spec := query.Get("hostspec")
	spec = cmp.Or(spec, "localhost")
	separator := "?"
	if strings.Contains(spec, "?") {
		separator = "&"
	}
	query.Set("hostspec", spec+separator+"container="+container)
	u.RawQuery = query.Encode()
	return u.String()
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
		return o.Derived()
	}
	defs := derive.New(o.log())
	defs.Site(o.LookupEnv)
	return defs
}

// Config returns a setting of PCP, such as PCP_LOG_DIR, from the environment
// or else from pcp.conf(5), and whether it is set (pmGetOptionalConfig(3)).
func Config(name string) (string, bool) { return conf.Lookup(name) }
