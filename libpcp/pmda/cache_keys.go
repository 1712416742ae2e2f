package pmda

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// AddKey activates a member and computes its number from a key of any bytes
// (pmdaCacheStoreKey(3)). Unless two keys yield the same number, the number is
// the same on every machine, and needs no file. From then on the cache reuses
// numbers. If another member has the key, the error is libpcp.ErrInst.
//
// libpcp (C) computes another number for a new member. A member loaded from a
// file keeps its number.
func (c *Cache) AddKey(name string, key []byte) (int32, error) {
	if len(key) == 0 {
		key = []byte(name)
	}
	e := c.keyed(key)
	switch {
	case e != nil && e.name != name, e == nil && c.taken(name):
		return libpcp.NullInst, fmt.Errorf("instance %q: its key and name are not of one member: %w", name, libpcp.ErrInst)
	case e != nil:
		return c.Add(name)
	}
	if err := checkMember(name); err != nil {
		return libpcp.NullInst, err
	}
	id, err := c.hashed(key)
	if err != nil {
		return libpcp.NullInst, err
	}
	c.Reuse()
	c.insert(entry{id: id, name: name, active: true, key: keyText(key)})
	c.byKey[keyText(key)] = id
	c.dirty = true
	return id, nil
}

// taken reports whether the name of a member begins with the same word.
func (c *Cache) taken(name string) bool { return c.named(name) != nil }

func checkMember(name string) error {
	if name == "" || strings.Contains(name, "\n") {
		return fmt.Errorf("instance %q: %w", name, libpcp.Errno(syscall.EINVAL))
	}
	return nil
}

// hashed returns a number for a key that no member has.
func (c *Cache) hashed(key []byte) (int32, error) {
	const tries = 10000
	h := fnv.New32a()
	for range tries {
		h.Write(key)
		id := int32(h.Sum32() & math.MaxInt32 % (uint32(c.limit()) + 1))
		if _, used := c.find(id); !used {
			return id, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrGeneric
}

func (c *Cache) limit() int32 { return cmp.Or(c.max, math.MaxInt32) }

// keyed returns the member of a key.
func (c *Cache) keyed(key []byte) *entry {
	if c.byKey == nil {
		c.byKey = make(map[string]int32)
		for _, e := range c.entries {
			if e.key != "" {
				c.byKey[e.key] = e.id
			}
		}
	}
	id, ok := c.byKey[keyText(key)]
	if !ok {
		return nil
	}
	at, _ := c.find(id)
	return &c.entries[at]
}

// keyText is a key as files have it.
func keyText(key []byte) string { return "[" + hex.EncodeToString(key) + "] " }

// IDOfKey returns the member that was added with a key, and whether it is
// active (pmdaCacheLookupKey(3)); NullInst if no member has the key.
func (c *Cache) IDOfKey(key []byte) (id int32, name string, active bool) {
	e := c.keyed(key)
	if e == nil {
		return libpcp.NullInst, "", false
	}
	return e.id, e.name, e.active
}

// AddNumbered makes a member active that has a number of the agent's choice.
// The error is libpcp.ErrInst if the member has another number, or another
// member has this one.
func (c *Cache) AddNumbered(id int32, name string) error {
	if err := checkMember(name); err != nil {
		return err
	}
	at, used := c.find(id)
	other := c.named(name)
	switch {
	case id < 0 || id > c.limit():
		return fmt.Errorf("instance %d %q: %w", id, name, libpcp.Errno(syscall.EINVAL))
	case used && c.entries[at].name == name:
		_, err := c.Add(name)
		return err
	case used || other != nil:
		return fmt.Errorf("instance %d %q: there is another of that number or name: %w", id, name, libpcp.ErrInst)
	}
	c.insert(entry{id: id, name: name, active: true})
	c.dirty = true
	return nil
}
