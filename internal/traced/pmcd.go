package traced

import "pcptools/libpcp"

// The events of a client of a pmcd, with their debug options. One more is a
// [pcptools/libpcp/pmcd.PDU] (pdu).
type (
	// SocketOpened is the event of an attempt to connect (debug option
	// context).
	SocketOpened struct{}
	// HostUnknown is the event of a host name without an address, or of a host
	// name that no name server has answered for (debug option context).
	HostUnknown struct {
		Host       string
		Port       int32
		Unanswered bool
	}
	// Greeted is the event of a pmcd's greeting: a refusal, or the features it
	// offers (debug option context).
	Greeted struct {
		Status            libpcp.Error
		Version, Licensed uint8
		Features          uint16
	}
	// CredentialsSent is the event of the answer to the greeting, with the
	// features in use (debug option context).
	CredentialsSent struct{ Features uint16 }
	// Connected is the event of an established connection; Where is a path or
	// a port (debug option context).
	Connected struct{ Host, Where string }
	// Refused is the event of a host on which no port could be connected to
	// (debug option context).
	Refused struct {
		Host  string
		Ports []int32
		Err   error
	}
	// Dialed is the event of a finished Dial, with its error or nil. Every
	// tracer receives it.
	Dialed struct {
		Spec, Host string
		Err        error
	}
	// ProfileSent is the event of an instance profile that was sent (debug
	// option profile).
	ProfileSent struct{ Profile *libpcp.Profile }
	// Values is the event of values: received, after their PDU, or stored,
	// before it (debug option pdu). With that option a request is sent only
	// after the reply to the one before; the Client that has them may be used
	// during the call.
	Values struct {
		Client libpcp.Source
		Result *libpcp.Result
	}
)
