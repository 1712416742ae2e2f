package pmcd

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// sentProfile is the instance profile that pmcd has from a connection.
type sentProfile struct {
	from       *libpcp.Profile // as of generation
	generation uint64
	pdu        []byte // nil when none has been sent
}

// queueProfile queues a profile unless pmcd has it. A nil profile stands for the
// profile sent before, in its present state, or for all instances.
func (c *conn) queueProfile(p *libpcp.Profile) {
	s := &c.profile
	if p == nil {
		p = s.from
	}
	if p == nil {
		p = &libpcp.Profile{}
	}
	if s.pdu != nil && p == s.from && p.Generation() == s.generation {
		return
	}
	m := pdu.Profile{Profile: *p}
	b := m.Append(nil)
	s.from, s.generation = p, p.Generation()
	if bytes.Equal(b, s.pdu) {
		return
	}
	s.pdu = b
	c.trace.profile(p)
	c.out = append(c.out, b...)
	c.trace.sending(b)
}
