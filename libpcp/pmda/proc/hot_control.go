package proc

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// hotControl is the configuration of hotproc.
type hotControl struct {
	monitor    hotMonitor
	predicate  predicate
	refresh    uint32 // seconds
	generation uint32
}

// hotRefresh is the initial interval, in seconds, at which processes are
// selected.
const hotRefresh = 10

func newHotControl(h host) *hotControl {
	return &hotControl{monitor: hotMonitor{host: h}, refresh: hotRefresh}
}

// apply passes changed settings to the monitor.
func (c *hotControl) apply() {
	c.monitor.set(c.predicate, time.Duration(c.refresh)*time.Second)
}

// load reads the file with the predicate, if the file exists.
func (c *hotControl) load(log *pmda.Logger) {
	path := filepath.Join(conf.Get("PCP_PMDAS_DIR"), "proc", "hotproc.conf")
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err == nil && info.Mode().Perm()&0o002 != 0:
		log.Line("Hotproc config file : " + path + " has global write permission, ignoring")
		return
	}
	const most = 1 << 20
	var text []byte
	if err == nil {
		text, err = pseudo.Read(nil, path, most)
	}
	if err != nil {
		log.Line(filepath.Base(os.Args[0]) + ": Cannot open configuration file \"" + path + "\": " + libpcp.ErrorText(err))
		return
	}
	p, err := c.parse(string(text), log)
	if err != nil {
		return
	}
	if c.predicate = p; p != nil {
		c.generation = 1
	}
	c.apply()
}

func (c *hotControl) parse(text string, log *pmda.Logger) (predicate, error) {
	p, err := parsePredicate(text, log.Line)
	if err != nil {
		log.Line(filepath.Base(os.Args[0]) + ": Failed to parse configuration file")
	}
	return p, err
}

// config supplies the predicate.
func (c *hotControl) config(context.Context, *pmda.Request) (libpcp.Atom, error) {
	if c.predicate == nil {
		return libpcp.StringAtom(""), nil
	}
	return libpcp.StringAtom(c.predicate.String()), nil
}

// storeConfig changes the predicate. An empty one resets the count of changes.
func (c *hotControl) storeConfig(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
	p, err := c.parse(to.Text(), r.Log)
	if err != nil {
		return libpcp.ErrBadStore
	}
	c.generation++
	if c.predicate = p; p == nil {
		c.generation = 0
	}
	c.apply()
	return nil
}

func (c *hotControl) storeRefresh(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	c.refresh = uint32(to.Uint64())
	c.apply()
	return nil
}

func (c *hotControl) storeReload(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
	if to.Uint64() != 0 {
		c.load(r.Log)
	}
	return nil
}

// metrics are the settings.
func (c *hotControl) metrics() []pmda.Metric {
	number := func(n *uint32) pmda.FetchFunc {
		return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(*n), nil }
	}
	rows := []pmda.Metric{{
		Name: "refresh", Item: 1, Type: libpcp.TypeU32, OneLine: "seconds after which processes are picked again",
		Fetch: number(&c.refresh), Store: onlyRoot(c.storeRefresh),
	}, {
		Name: "config", Item: 8, Type: libpcp.TypeString, OneLine: "the predicate that processes are picked by",
		Fetch: c.config, Store: onlyRoot(c.storeConfig),
	}, {
		Name: "config_gen", Item: 9, Type: libpcp.TypeU32, OneLine: "how often the predicate has changed",
		Fetch: number(&c.generation),
	}, {
		Name: "reload_config", Item: 10, Type: libpcp.TypeU32, OneLine: "reads the configuration again when 1 is stored",
		Fetch: number(new(uint32)), Store: onlyRoot(c.storeReload),
	}}
	for i := range rows {
		rows[i].Name = "hotproc.control." + rows[i].Name
		rows[i].Cluster, rows[i].Sem = clusterHot, libpcp.SemInstant
	}
	return rows
}

type storeFunc = func(ctx context.Context, r *pmda.Request, to libpcp.Atom) error

// onlyRoot refuses stores by clients that are not known to be root.
func onlyRoot(store storeFunc) storeFunc {
	return func(ctx context.Context, r *pmda.Request, to libpcp.Atom) error {
		if r.Client.Attr(pmda.AttrUserID) != "0" {
			return libpcp.ErrPermission
		}
		return store(ctx, r, to)
	}
}
