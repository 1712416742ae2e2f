package logger

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// Process is a pmlogger that runs on this machine, as its port map file
// describes it.
type Process struct {
	PID     int
	Primary bool
	Port    int    // of its control socket
	Host    string // whose metrics it logs
	Archive string // base name of the archive it writes
	Note    string // optional (pmlogger -m)
}

// Processes lists the pmloggers of this machine by their port map files in
// $PCP_TMP_DIR/pmlogger, in the order of their numbers. Stale and malformed
// files are skipped.
func Processes() ([]Process, error) {
	dir := mapDirectory()
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	primary, _ := os.Readlink(filepath.Join(dir, "primary"))
	var list []Process
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid <= 0 || access.Gone(pid) {
			continue
		}
		p, ok := readMap(filepath.Join(dir, entry.Name()))
		if !ok {
			continue
		}
		p.PID, p.Primary = pid, filepath.Base(primary) == entry.Name()
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Process) int { return a.PID - b.PID })
	return list, nil
}

// mapDirectory is where pmloggers announce themselves.
func mapDirectory() string {
	dir := conf.Get("PCP_TMP_DIR")
	if dir == "" {
		dir = "/var/lib/pcp/tmp"
	}
	return filepath.Join(dir, "pmlogger")
}

// maxMap is the longest port map file that is read, in bytes; pmlogger writes a
// few hundred.
const maxMap = 16 << 10

// readMap reads a port map file.
func readMap(path string) (p Process, ok bool) {
	text, err := access.ReadFile(path, maxMap)
	if err != nil {
		return p, false
	}
	return parseMap(text)
}

// parseMap parses a port map file: a line each for port, host, archive and,
// optionally, a note.
func parseMap(text []byte) (p Process, ok bool) {
	lines := append(strings.SplitN(string(text), "\n", 5), "", "", "", "")
	port, err := strconv.ParseUint(lines[0], 10, 16)
	return Process{Port: int(port), Host: lines[1], Archive: lines[2], Note: lines[3]}, err == nil && port != 0
}

// find returns the process with a number, or the primary one for 0.
func find(pid int) (Process, bool) {
	list, err := Processes()
	if err != nil {
		return Process{}, false
	}
	i := slices.IndexFunc(list, func(p Process) bool {
		return p.PID == pid || pid == 0 && p.Primary
	})
	if i < 0 {
		return Process{}, false
	}
	return list[i], true
}
