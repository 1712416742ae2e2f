package pdu

import (
	"errors"

	"pcptools/libpcp"
)

// Features are the bits with which pmcd offers, and a client asks for, parts
// of the protocol (PDU_FLAG_*). The last three are only ever offered: a client
// must not ask for them.
type Features uint16

// The features.
const (
	FeatureSecure    Features = 0x0001 // TLS
	FeatureCompress  Features = 0x0002 // historic
	FeatureAuth      Features = 0x0004 // SASL
	FeatureCredsReqd Features = 0x0008 // credentials are mandatory
	FeatureSecureAck Features = 0x0010 // a status comes before TLS
	FeatureContainer Features = 0x0040 // container name
	FeatureCertReqd  Features = 0x0080 // a client certificate is mandatory
	FeatureLabels    Features = 0x0200 // LABEL_REQ
	FeatureHighRes   Features = 0x0400 // HIGHRES_FETCH
	FeatureDescs     Features = 0x0800 // DESC_IDS
)

// Version is the version of the protocol between pmcd and its clients.
const Version = 2

// Greeting is the first PDU on a connection to pmcd: an ERROR in its extended
// form.
//
//	0c  status, in codes of an older numbering
//	10  0 | version (7 bits) | licensed (8 bits) | features (16 bits)
type Greeting struct {
	Status   libpcp.Error // why the connection is refused, or zero
	Version  uint8
	Licensed uint8
	Features Features
}

var errShortGreeting = errors.New("greeting without features")

// Decode reads a whole PDU.
func (m *Greeting) Decode(b []byte) error {
	var e Error
	if err := e.Decode(b); err != nil {
		return err
	}
	if !e.Extended {
		return failure(TypeError, errShortGreeting)
	}
	*m = Greeting{
		Status:   fromOldCode(e.Code),
		Version:  uint8(e.Datum >> 24 & 0x7f),
		Licensed: uint8(e.Datum >> 16),
		Features: Features(e.Datum),
	}
	return nil
}

// Append appends the PDU to dst.
func (m *Greeting) Append(dst []byte) []byte {
	e := Error{
		Code:     toOldCode(m.Status),
		Extended: true,
		Datum:    uint32(m.Version&0x7f)<<24 | uint32(m.Licensed)<<16 | uint32(m.Features),
	}
	return e.Append(dst)
}

// The codes of PCP 1 started at oldBase; only the greeting still has them.
const (
	oldBase libpcp.Error = -1000
	newBase libpcp.Error = -12345
)

func fromOldCode(code libpcp.Error) libpcp.Error {
	if code > oldBase || code < -1<<30 {
		return code
	}
	return code - oldBase + newBase
}

func toOldCode(code libpcp.Error) libpcp.Error {
	if code > newBase || code < -1<<30 {
		return code
	}
	return code - newBase + oldBase
}
