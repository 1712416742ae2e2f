package pmda

import (
	"iter"
	"slices"
	"time"

	"pcptools/libpcp"
)

// SetData attaches a value to a member. It is dropped with the member, and is
// not in the file.
func (c *Cache) SetData(id int32, data any) {
	if at, ok := c.find(id); ok {
		c.entries[at].data = data
	}
}

// Data returns the value of [Cache.SetData], or nil.
func (c *Cache) Data(id int32) any {
	at, ok := c.find(id)
	if !ok {
		return nil
	}
	return c.entries[at].data
}

// Size is how many members are active, and how many hidden.
func (c *Cache) Size() (active, hidden int) {
	active = len(c.Instances())
	return active, len(c.entries) - active
}

// All returns all members in order of number, hidden ones too, and whether each
// is active.
func (c *Cache) All() iter.Seq2[libpcp.Instance, bool] {
	return func(yield func(libpcp.Instance, bool) bool) {
		for _, e := range c.entries {
			if !yield(libpcp.Instance{ID: e.id, Name: e.name}, e.active) {
				return
			}
		}
	}
}

// ShowAll makes all members active.
func (c *Cache) ShowAll() {
	for i := range c.entries {
		c.entries[i].active = true
	}
	c.active = nil
}

// CullAll removes all members and their numbers.
func (c *Cache) CullAll() {
	c.dirty = c.dirty || len(c.entries) > 0
	c.entries, c.byKey, c.active = nil, nil, nil
	clear(c.byName)
}

// Limit sets the largest number of new members (pmdaCacheResize(3)). The file
// has it too.
func (c *Cache) Limit(largest int32) {
	if c.max != largest {
		c.max, c.dirty = largest, true
	}
}

// Purge removes hidden members that have not been active for some time, by the
// times that [Cache.Save] and [Cache.Sync] have written: those never written
// stay. It returns how many, and calls dropped, unless nil, with the data of
// each.
func (c *Cache) Purge(age time.Duration, dropped func(data any)) int {
	before := len(c.entries)
	limit := time.Now().Add(-age)
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool {
		if e.active || e.hidden.IsZero() || e.hidden.After(limit) {
			return false
		}
		delete(c.byName, firstWord(e.name))
		if dropped != nil && e.data != nil {
			dropped(e.data)
		}
		return true
	})
	n := before - len(c.entries)
	if n > 0 {
		c.byKey, c.active, c.dirty = nil, nil, true
	}
	return n
}

// Sync is [Cache.Save], but it also writes the file if only members became
// active, so that [Cache.Purge] knows when that was.
func (c *Cache) Sync(file string) error {
	c.dirty = c.dirty || len(c.Instances()) > 0
	return c.Save(file)
}
