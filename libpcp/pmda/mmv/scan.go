package mmv

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// dirState shows whether a directory has changed since it was looked at.
type dirState struct {
	modified time.Time // zero without a directory
	settled  bool      // a change since would show
}

// settling is how long the time of a change may stand still while there are
// more changes.
const settling = 20 * time.Millisecond

func stateOf(dir string) dirState {
	now := time.Now()
	info, err := os.Stat(dir)
	if err != nil {
		return dirState{settled: true}
	}
	return dirState{modified: info.ModTime(), settled: now.Sub(info.ModTime()).Abs() > settling}
}

// stale reports whether everything is to be read again.
func (a *agent) stale() bool {
	if a.reload != 0 || !a.state.settled || !stateOf(a.dir).modified.Equal(a.state.modified) {
		return true
	}
	for _, f := range a.files {
		if f.changed() {
			return true
		}
	}
	return false
}

// Limits of what is read: of one file, and of all. What is beyond them is not
// there.
const (
	maxFile  = mmvfile.MaxSize
	maxTotal = 128 << 20
)

// scan reads all files, in order of name.
func (a *agent) scan(log *pmda.Logger) {
	a.close()
	a.reload = 0
	a.state = stateOf(a.dir)
	entries, _ := os.ReadDir(a.dir) // what could be read of it
	total := int64(0)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		f, err := openFile(filepath.Join(a.dir, entry.Name()), maxTotal-total)
		switch {
		case err == nil:
			total += f.size
			a.files = append(a.files, f)
		case errors.Is(err, errIncomplete):
			a.reload = 1
		default:
			log.Debugf("%s: %v", entry.Name(), err)
		}
	}
	a.number(log)
}

// number gives a cluster to each file: the one it wants, which several may
// share, or else the lowest that is free. Without one a file is left out.
func (a *agent) number(log *pmda.Logger) {
	taken := make(map[uint32]bool)
	for _, f := range a.files {
		if f.Cluster != 0 {
			taken[uint32(f.Cluster)] = true
		}
	}
	next := uint32(1)
	numbered := a.files[:0]
	for _, f := range a.files {
		if f.cluster = uint32(f.Cluster); f.cluster == 0 {
			for taken[next] {
				next++
			}
			if next > maxCluster {
				log.Warningf("no cluster is left for %s, ignored", f.name)
				f.close()
				continue
			}
			f.cluster = next
			taken[next] = true
		}
		numbered = append(numbered, f)
	}
	clear(a.files[len(numbered):])
	a.files = numbered
}
