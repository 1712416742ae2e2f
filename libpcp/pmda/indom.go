package pmda

import (
	"context"

	"pcptools/libpcp"
)

// Serial numbers an instance domain within its agent. The zero Serial is that
// of no domain; the others are counted from [Serial0]:
//
//	const (
//		cpus  = pmda.Serial0 + iota // 60.0
//		disks                       // 60.1
//	)
type Serial uint32

// Serial0 is the Serial whose number is 0.
const Serial0 Serial = 1 << 22

// Number is the serial number in an libpcp.InDom.
func (s Serial) Number() uint32 { return uint32(s &^ Serial0) }

// in is the domain's full identifier.
func (s Serial) in(domain uint32) libpcp.InDom {
	if s == 0 {
		return libpcp.NullInDom
	}
	return libpcp.NewInDom(domain, s.Number())
}

// InDom is a row in the table of instance domains.
type InDom struct {
	Serial Serial
	// Instances are the members of a domain that does not change.
	Instances []libpcp.Instance
	// List returns the members of one that does. It is called at most once
	// for each request; the result is not changed, and may be used until the
	// next one.
	List func(ctx context.Context, r *Request) ([]libpcp.Instance, error)

	OneLine string
	Help    string // "" if OneLine says it all
	Labels  string // a JSON object, or ""
}
