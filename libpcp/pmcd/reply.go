package pmcd

import (
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// decode decodes a reply that should be of type want into m, or else be a
// refusal. It fails on a malformed reply.
func (r reply) decode(want pdu.Type, m interface{ Decode([]byte) error }) (refusal, err error) {
	switch r.Type {
	case want:
		return nil, m.Decode(r.bytes)
	case pdu.TypeError:
		code, err := r.status()
		if err == nil && code >= 0 {
			err = fmt.Errorf("status %d instead of %v: %w", int32(code), want, libpcp.ErrIPC)
		}
		return code, err
	}
	return nil, r.unexpected(want)
}

// status is the code of a reply that is an ERROR.
func (r reply) status() (libpcp.Error, error) {
	if r.Type != pdu.TypeError {
		return 0, r.unexpected(pdu.TypeError)
	}
	var m pdu.Error
	err := m.Decode(r.bytes)
	return m.Code, err
}

func (r reply) unexpected(want pdu.Type) error {
	return fmt.Errorf("%v instead of %v: %w", r.Type, want, libpcp.ErrIPC)
}

// mismatch reports a reply about something else than was asked.
func mismatch(t pdu.Type, what string) error {
	return fmt.Errorf("%v PDU: %s does not match the request: %w", t, what, libpcp.ErrIPC)
}
