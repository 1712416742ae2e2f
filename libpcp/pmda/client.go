package pmda

import (
	"slices"
	"sync"

	"pcptools/libpcp/internal/pdu"
)

// Client is a client of the pmcd that the agent serves, or a local context.
// Its Number may be used again for another Client when it has disconnected.
type Client struct {
	Number int32

	attrs []attribute

	mu    sync.Mutex // guards what follows
	ended bool
	atEnd []func()
}

type attribute struct {
	key   Attribute
	value string
}

// Attribute is an attribute of a client (PCP_ATTR_*).
type Attribute int32

// The attributes.
const (
	AttrUsername  = Attribute(pdu.AttrUsername)
	AttrUserID    = Attribute(pdu.AttrUserID)  // decimal
	AttrGroupID   = Attribute(pdu.AttrGroupID) // decimal
	AttrProcessID = Attribute(pdu.AttrProcessID)
	AttrContainer = Attribute(pdu.AttrContainer)
)

// Attr returns an attribute of the client, "" if it is not known. See
// [Agent].WantAttributes.
func (c *Client) Attr(key Attribute) string {
	for _, a := range c.attrs {
		if a.key == key {
			return a.value
		}
	}
	return ""
}

func (c *Client) setAttr(key Attribute, value string) {
	c.attrs = slices.DeleteFunc(c.attrs, func(a attribute) bool { return a.key == key })
	if value != "" {
		c.attrs = append(c.attrs, attribute{key, value})
	}
}

// AtEnd calls f when the client has disconnected, at once if it already has.
// It is safe for concurrent use.
func (c *Client) AtEnd(f func()) {
	c.mu.Lock()
	ended := c.ended
	if !ended {
		c.atEnd = append(c.atEnd, f)
	}
	c.mu.Unlock()
	if ended {
		f()
	}
}

func (c *Client) end() {
	c.mu.Lock()
	atEnd := c.atEnd
	c.ended, c.atEnd = true, nil
	c.mu.Unlock()
	for _, f := range atEnd {
		f()
	}
}

// PerClient holds a value for each client: made when it is first asked for,
// dropped when the client has disconnected. The zero value is ready to use.
type PerClient[T any] struct {
	held map[*Client]*T
}

// Of returns the value for c, at first a zero T.
func (p *PerClient[T]) Of(c *Client) *T {
	if held, ok := p.held[c]; ok {
		return held
	}
	if p.held == nil {
		p.held = make(map[*Client]*T)
	}
	held := new(T)
	p.held[c] = held
	c.AtEnd(func() { delete(p.held, c) })
	return held
}
