package pmimport

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// tools is the instance domain of the tools at work.
var tools = &pmda.InDom{Serial: 0, Members: members{}, OneLine: "the tools that import data"}

// running are the tools at work: each has a file of lines "key=value" in a directory, by
// its name.
type running struct {
	once   pmda.PerRequest[struct{}]
	cache  pmda.Cache
	loaded bool
	notes  map[int32]map[string]string
}

// Limits of what tools leave.
const (
	maxNotes = 1 << 10
	maxNote  = 64 << 10
)

func runningFor(r *pmda.Request) *running {
	t := r.State.(*running)
	t.once.Get(r, func() (struct{}, error) {
		t.read(r)
		return struct{}{}, nil
	})
	return t
}

func (t *running) read(r *pmda.Request) {
	file := pmda.CacheFile(r.InDom(tools))
	if !t.loaded {
		t.loaded = true
		t.cache.Load(file) // or start afresh
	}
	t.cache.HideAll()
	t.notes = make(map[int32]map[string]string)
	dir := cmp.Or(conf.Get("PCP_IMPORTRUN_DIR"), "/run/pmimport")
	for _, name := range pseudo.Names(dir, maxNotes) {
		text, err := pseudo.Read(nil, filepath.Join(dir, name), maxNote)
		if err != nil || strings.HasPrefix(name, ".") {
			continue
		}
		if id, err := t.cache.Add(name); err == nil {
			t.notes[id] = parse(string(text))
		}
	}
	t.cache.Save(file)
}

func parse(text string) map[string]string {
	values := make(map[string]string)
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			values[key] = value
		}
	}
	return values
}

type members struct{}

func (members) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return runningFor(r).cache.Instances(), nil
}

// noted is the source of what a tool notes under a key.
type noted string

func (key noted) Value(r *pmda.Request) (libpcp.Atom, error) {
	values, ok := runningFor(r).notes[r.Inst]
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.StringAtom(values[string(key)]), nil
}
