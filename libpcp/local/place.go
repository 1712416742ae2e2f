package local

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// place returns the directory that a program runs in, and a log, or nil, for
// its output before it opens its own log.
func (c *Command) place(name string) (dir string, log *os.File) {
	for _, dir := range c.places() {
		if log, err := newLog(filepath.Join(dir, name+".log")); err == nil {
			if c.User != "" && dir == privateDir() {
				dir = "/" // since others cannot enter that
			}
			return dir, log
		}
	}
	return "/", nil
}

// places are the candidate directories: the configured one, or pmcd's and the
// user's.
func (c *Command) places() []string {
	if c.LogDir != "" {
		return []string{c.LogDir}
	}
	var dirs []string
	if !pmcdRuns() {
		dirs = append(dirs, filepath.Join(conf.Get("PCP_LOG_DIR"), "pmcd"))
	}
	if dir := privateDir(); dir != "" {
		dirs = append(dirs, dir)
	}
	return dirs
}

// privateDir is a directory of the user, or "".
func privateDir() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".pcp", "pmcd")
}

// newLog makes a file in place of any that is there, in a directory that is
// there or private.
func newLog(path string) (*os.File, error) {
	if dir := filepath.Dir(path); dir == privateDir() {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
}

// logName is the path of a log. Without a log it is a path that discards
// output, and that a program cannot remove before it opens it.
func logName(log *os.File) string {
	if log == nil {
		return "/dev/fd/2"
	}
	return log.Name()
}

// pmcdRuns reports whether a pmcd runs, whose agents write logs where a
// program's would be.
func pmcdRuns() bool {
	text, err := access.ReadFile(filepath.Join(conf.Get("PCP_RUN_DIR"), "pmcd.pid"), 1<<10)
	if err != nil {
		return false
	}
	pid, err := strconv.Atoi(string(bytes.TrimSpace(text)))
	return err == nil && !access.Gone(pid)
}

// environ is the environment of the program. Agents change to PCP_USER, which
// only root can do, so for others PCP_USER is the user of this process.
func (c *Command) environ() []string {
	name := c.User
	if name == "" && os.Getuid() == 0 {
		return nil
	}
	u, err := user.Current()
	if name != "" {
		u, err = user.Lookup(name)
	}
	if err != nil {
		return nil
	}
	group := u.Gid
	if g, err := user.LookupGroupId(u.Gid); err == nil {
		group = g.Name
	}
	return append(os.Environ(), "PCP_USER="+u.Username, "PCP_GROUP="+group)
}

// name is what an agent is called in messages.
func (a *Agent) name() string {
	if a.Name != "" || a.Command == nil || len(a.Command.Args) == 0 {
		return cmp.Or(a.Name, strconv.Itoa(int(a.Domain)))
	}
	base, _, _ := strings.Cut(filepath.Base(a.Command.Args[0]), ".")
	return strings.TrimPrefix(base, "pmda")
}
