package pmda

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// CacheFile returns the path of the file for the [Cache] of an instance
// domain, which libpcp (C) uses too: config/pmda/DOMAIN.SERIAL below
// $PCP_VAR_DIR.
func CacheFile(d libpcp.InDom) string {
	return filepath.Join(conf.Get("PCP_VAR_DIR"), "config", "pmda", d.String())
}

const maxCacheFile = 8 << 20

// Load reads members from a file, as inactive ones; those whose number or name
// is taken are skipped, and so are malformed lines.
//
//	2 MODE MAXINST                   (mode 1: numbers are reused)
//	INST SECONDS[ [HEXKEY]] NAME     (for each member)
func (c *Cache) Load(file string) error {
	text, err := access.ReadFile(file, maxCacheFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return c.load(text)
}

var errCacheHeader = errors.New("no instance cache")

func (c *Cache) load(text []byte) error {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	header := strings.Fields(string(first))
	if len(header) < 2 || header[0] != "1" && header[0] != "2" {
		return errCacheHeader
	}
	if header[1] == "1" {
		c.reuse = true
	}
	if len(header) > 2 {
		if n, err := strconv.ParseInt(header[2], 10, 32); err == nil && n > 0 {
			c.max = int32(n)
		}
	}
	c.adopt(string(rest))
	return nil
}

// adopt adds members from lines, in any order, those aside that are in the way
// of another.
func (c *Cache) adopt(lines string) {
	taken := make(map[int32]bool, len(c.entries))
	for _, e := range c.entries {
		taken[e.id] = true
	}
	if c.byName == nil {
		c.byName = make(map[string]int32)
	}
	for line := range strings.Lines(lines) {
		e, ok := parseEntry(strings.TrimSuffix(line, "\n"))
		_, named := c.byName[firstWord(e.name)]
		if !ok || named || taken[e.id] {
			continue
		}
		taken[e.id], c.byName[firstWord(e.name)] = true, e.id
		c.entries = append(c.entries, e)
	}
	c.byKey = nil
	slices.SortFunc(c.entries, func(a, b entry) int { return cmp.Compare(a.id, b.id) })
	c.active = nil
}

// parseEntry reads a line of a file.
func parseEntry(line string) (e entry, ok bool) {
	id, rest, ok1 := strings.Cut(line, " ")
	stamp, rest, ok2 := strings.Cut(rest, " ")
	n, err1 := strconv.ParseInt(id, 10, 32)
	sec, err2 := strconv.ParseInt(stamp, 10, 64)
	if !ok1 || !ok2 || err1 != nil || err2 != nil || n < 0 {
		return e, false
	}
	e = entry{id: int32(n), hidden: time.Unix(sec, 0), name: rest}
	if key, name, ok := strings.Cut(rest, "] "); ok && strings.HasPrefix(key, "[") {
		e.key, e.name = key+"] ", name
	}
	return e, e.name != ""
}

// Save writes the members to a file if they differ from those last read or
// written. The file is replaced atomically.
func (c *Cache) Save(file string) error {
	if !c.dirty {
		return nil
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".cache*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(c.appendFile(nil, time.Now()))
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err == nil {
		c.dirty = false
	}
	return err
}

func (c *Cache) appendFile(dst []byte, now time.Time) []byte {
	mode := 0
	if c.reuse {
		mode = 1
	}
	dst = fmt.Appendf(dst, "2 %d %d\n", mode, c.limit())
	for i := range c.entries {
		e := &c.entries[i]
		if e.active || e.hidden.IsZero() {
			e.hidden = now
		}
		dst = fmt.Appendf(dst, "%d %d %s%s\n", e.id, e.hidden.Unix(), e.key, e.name)
	}
	return dst
}
