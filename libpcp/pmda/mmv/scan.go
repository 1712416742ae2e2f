package mmv

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// dirState shows whether a directory has changed since it was looked at.
type dirState struct {
	modified time.Time     // zero without a directory
	settled  bool          // a change since would show in the time
	entries  []fs.FileInfo // where it would not
	refused  bool          // one of them is no such file, or not yet
}

// settling is how long the time of a change may stand still while more changes
// follow.
const settling = 20 * time.Millisecond

func stateOf(dir string) dirState {
	now := time.Now()
	info, err := os.Stat(dir)
	if err != nil {
		return dirState{settled: true}
	}
	if now.Sub(info.ModTime()).Abs() > settling {
		return dirState{modified: info.ModTime(), settled: true}
	}
	return dirState{modified: info.ModTime(), entries: entriesOf(dir)}
}

// entriesOf returns the entries of a directory, by name.
func entriesOf(dir string) []fs.FileInfo {
	entries, _ := os.ReadDir(dir) // what could be read of it
	var infos []fs.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	return infos
}

// stale reports whether everything is to be read again.
func (a *agent) stale() bool {
	return a.reload != 0 || a.dirChanged() || slices.ContainsFunc(a.files, (*file).changed)
}

// dirChanged reports whether files have come or gone.
func (a *agent) dirChanged() bool {
	before, now := a.state, stateOf(a.dir)
	switch {
	case !now.modified.Equal(before.modified):
		return true
	case before.settled:
		return false
	case before.refused: // its writer may be at it
		return true
	case now.settled:
		now.entries = entriesOf(a.dir)
	}
	a.state = now
	return !slices.EqualFunc(before.entries, now.entries, sameEntry)
}

// sameEntry reports whether an entry still is the file that it was.
func sameEntry(before, now fs.FileInfo) bool {
	return before.Name() == now.Name() && os.SameFile(before, now) &&
		before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}

// Limits of the size of one file, and of all files. The agent ignores files
// beyond them.
const (
	maxFile  = mmvfile.MaxSize
	maxTotal = 128 << 20
)

// scan reads all files, in order of name.
func (a *agent) scan(log *pmda.Logger) {
	now := stateOf(a.dir)
	again := a.reload == 0 && a.state.refused && now.modified.Equal(a.state.modified)
	if a.journal.log = log; !again {
		a.journal.reset()
	}
	a.close()
	a.reload = 0
	a.state = now
	entries, _ := os.ReadDir(a.dir) // what could be read of it
	total := int64(0)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		f, err := openFile(filepath.Join(a.dir, entry.Name()), maxTotal-total)
		why, worded := errors.AsType[refusal](err)
		switch {
		case err == nil:
			total += f.size
			a.files = append(a.files, f)
		case errors.Is(err, errIncomplete):
			a.reload = 1
			if worded {
				a.journal.unfinished(entry.Name(), why)
			}
		default:
			a.state.refused = true
			if worded {
				a.journal.refused(entry.Name(), why)
			}
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
