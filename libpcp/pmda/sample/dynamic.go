package sample

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
)

// dynamic is an instance domain that is read from a file, with a counter for
// each number of an instance.
type dynamic struct {
	members  []libpcp.Instance
	counters map[int32]int32
	modified time.Time
	size     int64
	counted  pmda.PerRequest[struct{}]
}

// dynamicFile has pairs of a number and a name, separated by blanks.
func dynamicFile() string {
	return filepath.Join(conf.Get("PCP_PMDAS_DIR"), "sample", "dynamic.indom")
}

const (
	maxDynamicFile = 1 << 20 // how much of the file is read, in bytes
	maxDynamicID   = 1<<22 - 1
)

func (a *agent) dynamicMetrics() []pmda.Metric {
	var rows []pmda.Metric
	for i, m := range []struct {
		name string
		sem  libpcp.Semantics
	}{{"counter", libpcp.SemCounter}, {"discrete", libpcp.SemDiscrete}, {"instant", libpcp.SemInstant}} {
		rows = append(rows, pmda.Metric{
			Name: "dynamic." + m.name, Item: 76 + uint16(i), InDom: dynamics, Type: libpcp.Type32, Sem: m.sem,
			Units: libpcp.Count, OneLine: "how often these values were fetched since the instances changed",
			Help: `The instances are those in $PCP_PMDAS_DIR/sample/dynamic.indom, which has a
number and a name for each. The file is read when it has changed.`,
			Fetch: a.dynamic.fetch,
		})
	}
	return rows
}

// fetch counts once for each request.
func (d *dynamic) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	d.counted.Get(r, func() (none struct{}, err error) {
		for _, member := range d.members {
			d.counters[member.ID]++
		}
		return none, nil
	})
	return libpcp.Int32Atom(d.counters[r.Inst]), nil
}

// list reads the file again if it has changed. Without the file the domain is
// empty.
func (d *dynamic) list(r *pmda.Request) ([]libpcp.Instance, error) {
	info, err := os.Stat(dynamicFile())
	switch {
	case err != nil:
		d.members, d.modified, d.size = nil, time.Time{}, 0
	case !info.ModTime().Equal(d.modified) || info.Size() != d.size:
		d.modified, d.size = info.ModTime(), info.Size()
		d.read(r.Log)
	}
	return d.members, nil
}

func (d *dynamic) read(log *pmda.Logger) {
	d.members, d.counters = nil, make(map[int32]int32)
	text, err := access.ReadFile(dynamicFile(), maxDynamicFile)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		d.members, err = parseInstances(text)
	}
	if err != nil {
		log.Errorf("%s: %v", dynamicFile(), err)
	}
}

// parseInstances reads pairs of a number, in decimal, and a name without
// spaces. A name may follow its number directly. After an error the domain is
// empty.
func parseInstances(text []byte) ([]libpcp.Instance, error) {
	var members []libpcp.Instance
	for text = bytes.TrimSpace(text); len(text) > 0; text = bytes.TrimSpace(text) {
		n := 0
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		if n == 0 {
			return nil, fmt.Errorf("no instance identifier at %.20q", text)
		}
		id, err := strconv.ParseInt(string(text[:n]), 10, 32)
		if err != nil || id > maxDynamicID {
			return nil, fmt.Errorf("instance identifier %.20s is illegal", text)
		}
		text = bytes.TrimSpace(text[n:])
		end := bytes.IndexAny(text, " \t\n\r\v\f")
		if end < 0 {
			end = len(text)
		}
		if end == 0 {
			return nil, fmt.Errorf("no name for instance identifier %d", id)
		}
		members = append(members, libpcp.Instance{ID: int32(id), Name: string(text[:end])})
		text = text[end:]
	}
	return members, nil
}
