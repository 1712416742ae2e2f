// Package traced has those events of a [libpcp.Tracer] that are more than a text or
// a PDU: results, which are printed with the names of their metrics and instances, and
// a query that is there to be traced.
package traced

import (
	"time"

	"pcptools/libpcp"
)

type (
	// Values is the event of values: received, after their PDU, or stored,
	// before it (debug option pdu). With that option a request is sent only
	// after the reply to the one before; the Client that has them may be used
	// during the call.
	Values struct {
		Client libpcp.Source
		Result *libpcp.Result
	}
	// Fetched is the event of a fetch that has ended (fetch).
	Fetched struct {
		Names  *libpcp.Context // knows the names in the result
		Zone   *time.Location
		Result *libpcp.Result
		Err    error
	}
	// Unpacked is the event of an event array whose records are reported
	// (fetch).
	Unpacked struct {
		Names *libpcp.Context
		Zone  *time.Location
		Block libpcp.Block
	}
)

// Closing is a query before a context is closed, whose derived metrics trace that
// (debug option derive).
type Closing struct{ libpcp.Answer }
