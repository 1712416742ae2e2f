package pdu

import (
	"errors"

	"pcptools/libpcp/internal/wire"
)

// Creds identifies a client after the greeting, and an agent to pmcd. It has no
// reply. Its From is the process id of the sender.
//
//	0c  number of credentials
//	10  per credential: type (8 bits) | payload (24 bits)
type Creds struct {
	List []Credential
}

// Credential is one word of a [Creds]; Payload has 24 bits.
type Credential struct {
	Type    uint8
	Payload uint32
}

// credentialVersion is the type that carries version and features.
const credentialVersion = 1

const maxCreds = 1024

var errCredsCount = errors.New("number of credentials")

// VersionCreds are the credentials of a client or agent that speaks version
// and asks for features.
func VersionCreds(version uint8, features Features) Creds {
	payload := uint32(version)<<16 | uint32(features)
	return Creds{List: []Credential{{Type: credentialVersion, Payload: payload}}}
}

// Version returns the version in the version credential, if any.
func (m *Creds) Version() (version uint8, features Features, ok bool) {
	for _, c := range m.List {
		if c.Type == credentialVersion {
			return uint8(c.Payload >> 16), Features(c.Payload), true
		}
	}
	return 0, 0, false
}

// Decode reads a whole PDU.
func (m *Creds) Decode(b []byte) error {
	r := body(b, TypeCreds)
	n := r.Count(4)
	if n > maxCreds {
		r.Fail(errCredsCount)
		n = 0
	}
	m.List = make([]Credential, n)
	for i := range m.List {
		word := r.Uint32()
		m.List[i] = Credential{Type: uint8(word >> 24), Payload: word & 0xffffff}
	}
	return finish(&r, TypeCreds)
}

// Append appends the PDU to dst.
func (m *Creds) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeCreds)
	dst = wire.AppendUint32(dst, uint32(len(m.List)))
	for _, c := range m.List {
		dst = wire.AppendUint32(dst, uint32(c.Type)<<24|c.Payload&0xffffff)
	}
	return end(dst, start)
}
