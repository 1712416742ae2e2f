package pmda

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
)

// Cache numbers the instances of a domain whose members come and go, so that
// each keeps its number (pmdaCacheOp(3)). Members are active or hidden: clients
// do not see a hidden one, but it keeps its number. The zero value is empty.
//
//	cache.HideAll()
//	for _, disk := range disks {
//		id, err := cache.Add(disk.name)
//		…
//	}
//	instances := cache.Instances()
//
// To keep numbers beyond the life of the agent, see [Cache.Load] and
// [Cache.Save]; to have the same on several machines, [Cache.AddKey].
type Cache struct {
	entries []entry // in order of number
	byName  map[string]int32
	byKey   map[string]int32 // nil until a key is asked for, and after changes
	reuse   bool             // numbers are given out again, the lowest first
	max     int32            // largest number, 0 for any
	active  []libpcp.Instance
	dirty   bool // Save has something to do
}

type entry struct {
	id     int32
	name   string
	active bool
	hidden time.Time // when it was last seen, for the file
	key    string    // as in the file
	data   any       // the agent's own
}

// Add makes a member active and returns its number: its previous number, or one
// more than the last new number. After the largest number comes the lowest free
// number. Clients may use the first word of a name alone, so first words must
// differ (EINVAL); a name must not be empty or have several lines. If no number
// is free the error is ErrGeneric.
func (c *Cache) Add(name string) (int32, error) {
	if err := checkMember(name); err != nil {
		return libpcp.NullInst, err
	}
	if e := c.named(name); e != nil {
		if e.name != name {
			return libpcp.NullInst, fmt.Errorf("instance %q while there is %q: %w", name, e.name, libpcp.Errno(syscall.EINVAL))
		}
		if !e.active {
			e.active, c.active = true, nil
		}
		return e.id, nil
	}
	id, err := c.next()
	if err != nil {
		return libpcp.NullInst, err
	}
	c.insert(entry{id: id, name: name, active: true})
	c.dirty = true
	return id, nil
}

// Hide makes a member inactive.
func (c *Cache) Hide(name string) {
	if e := c.named(name); e != nil && e.name == name && e.active {
		e.active, c.active = false, nil
	}
}

// HideAll makes all members inactive.
func (c *Cache) HideAll() {
	for i := range c.entries {
		c.entries[i].active = false
	}
	c.active = nil
}

// Cull removes a member and its number.
func (c *Cache) Cull(name string) {
	word := firstWord(name)
	id, ok := c.byName[word]
	if !ok {
		return
	}
	at, _ := c.find(id)
	delete(c.byName, word)
	c.entries = slices.Delete(c.entries, at, at+1)
	c.byKey, c.active, c.dirty = nil, nil, true
}

// Reuse lets new members have the numbers of culled ones, the lowest first.
func (c *Cache) Reuse() {
	if !c.reuse {
		c.reuse, c.dirty = true, true
	}
}

// Instances returns the active members in order of number. The cache does not
// modify the returned slice.
func (c *Cache) Instances() []libpcp.Instance {
	if c.active == nil {
		c.active = make([]libpcp.Instance, 0, len(c.entries))
		for _, e := range c.entries {
			if e.active {
				c.active = append(c.active, libpcp.Instance{ID: e.id, Name: e.name})
			}
		}
	}
	return c.active
}

// Name returns the name of a member, and whether it is active.
func (c *Cache) Name(id int32) (name string, active bool) {
	at, ok := c.find(id)
	if !ok {
		return "", false
	}
	return c.entries[at].name, c.entries[at].active
}

// ID returns the number of a member, and whether it is active; NullInst if no
// member has the name.
func (c *Cache) ID(name string) (id int32, active bool) {
	e := c.named(name)
	if e == nil || e.name != name {
		return libpcp.NullInst, false
	}
	return e.id, e.active
}

// named returns the entry whose name begins with the same word.
func (c *Cache) named(name string) *entry {
	id, ok := c.byName[firstWord(name)]
	if !ok {
		return nil
	}
	at, _ := c.find(id)
	return &c.entries[at]
}

func (c *Cache) find(id int32) (at int, ok bool) {
	return slices.BinarySearchFunc(c.entries, id, func(e entry, id int32) int { return cmp.Compare(e.id, id) })
}

func (c *Cache) insert(e entry) {
	at, _ := c.find(e.id)
	c.entries = slices.Insert(c.entries, at, e)
	if c.byName == nil {
		c.byName = make(map[string]int32)
	}
	c.byName[firstWord(e.name)] = e.id
	c.active = nil
}

// next is the number of the next new member.
func (c *Cache) next() (int32, error) {
	last := int32(-1)
	if len(c.entries) > 0 {
		last = c.entries[len(c.entries)-1].id
	}
	limit := c.limit()
	if !c.reuse && last < limit {
		return last + 1, nil
	}
	c.Reuse()
	for i, e := range c.entries {
		if e.id != int32(i) {
			return int32(i), nil
		}
	}
	if last >= limit {
		return 0, libpcp.ErrGeneric
	}
	return last + 1, nil
}

func firstWord(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return first
}
