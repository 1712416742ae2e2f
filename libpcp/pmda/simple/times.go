package simple

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
)

// usage is the processor time of the agent, in seconds, by the ticks of
// times(2).
type usage struct{ user, system float64 }

func readUsage() (usage, error) {
	user, system, err := access.Times()
	return usage{seconds(user), seconds(system)}, err
}

func seconds(d time.Duration) float64 {
	const ticksPerSecond = 100
	return float64(d/(time.Second/ticksPerSecond)) / ticksPerSecond
}

func (a *agent) userTime(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	u, err := a.usage.Get(r, readUsage)
	return libpcp.DoubleAtom(u.user), err
}

func (a *agent) systemTime(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	u, err := a.usage.Get(r, readUsage)
	return libpcp.DoubleAtom(u.system), err
}

// now is the part of the time that the instance names, in local time.
func (a *agent) now(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	t, _ := a.clock.Get(r, func() (time.Time, error) { return time.Now(), nil })
	switch name, _ := a.slices.cache.Name(r.Inst); name {
	case "sec":
		return libpcp.Uint32Atom(uint32(t.Second())), nil
	case "min":
		return libpcp.Uint32Atom(uint32(t.Minute())), nil
	case "hour":
		return libpcp.Uint32Atom(uint32(t.Hour())), nil
	}
	return libpcp.Atom{}, libpcp.ErrInst
}

// timeSlices is the instance domain of simple.now: the words in a file.
type timeSlices struct {
	cache    pmda.Cache
	modified time.Time // of the file, when it was read
	missing  bool      // and that has been reported
}

// slicesFile has one line: sec, min and hour, some or all, with commas.
func slicesFile() string { return filepath.Join(conf.Get("PCP_PMDAS_DIR"), "simple", "simple.conf") }

const maxSlicesLine = 255

// listSlices reads the file again if it has changed.
func listSlices(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	s := &r.State.(*agent).slices
	file := slicesFile()
	info, err := os.Stat(file)
	switch {
	case err != nil:
		s.lost(r.Log, file, err)
	case s.missing || !info.ModTime().Equal(s.modified):
		s.missing, s.modified = false, info.ModTime()
		s.read(r.Log, file)
	}
	return s.cache.Instances(), nil
}

// lost is what to do without the file.
func (s *timeSlices) lost(log *pmda.Logger, file string, err error) {
	if !s.missing {
		log.Errorf("stat failed on %s: %s", file, libpcp.ErrorText(err))
	}
	s.missing = true
	s.cache.HideAll()
}

func (s *timeSlices) read(log *pmda.Logger, file string) {
	s.cache.HideAll()
	f, err := access.Open(file)
	if err != nil {
		log.Errorf("fopen on %s failed: %s", file, libpcp.ErrorText(err))
		return
	}
	defer f.Close()
	line := make([]byte, maxSlicesLine)
	n, _ := f.Read(line)
	line, _, _ = bytes.Cut(line[:n], []byte("\n"))
	for word := range strings.SplitSeq(string(line), ",") {
		switch {
		case slices.Contains([]string{"sec", "min", "hour"}, word):
			s.cache.Add(word)
		case word != "":
			log.Warningf("ignoring %q in %s", word, file)
		}
	}
}
