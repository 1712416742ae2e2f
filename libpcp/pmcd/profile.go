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

// queueProfile queues a profile unless pmcd has it. A nil one stands for any:
// if there has been none, for the one that includes everything.
func (c *conn) queueProfile(p *libpcp.Profile) {
	s := &c.profile
	if s.pdu != nil && (p == nil || p == s.from && p.Generation() == s.generation) {
		return
	}
	if p == nil {
		p = &libpcp.Profile{}
	}
	m := pdu.Profile{Profile: *p}
	b := m.Append(nil)
	s.from, s.generation = p, p.Generation()
	if bytes.Equal(b, s.pdu) {
		return
	}
	s.pdu = b
	c.out = append(c.out, b...)
	c.count(b)
}
