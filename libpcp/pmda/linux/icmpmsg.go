package linux

import (
	"context"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// listMessages lists all types there can be. Values are in the lines of
// /proc/net/snmp
//
//	IcmpMsg: InType3 OutType3
//	IcmpMsg: 1 4
func listMessages(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
	list := make([]libpcp.Instance, 256)
	for i := range list {
		list[i] = libpcp.Instance{ID: int32(i), Name: "Type" + strconv.Itoa(i)}
	}
	return list, nil
}

// icmpMessage supplies the count of a type of message.
func (s *snmp) icmpMessage(r *pmda.Request) (libpcp.Atom, error) {
	n, ok := s.snmp.find(r.Metric.Key + strconv.Itoa(int(r.Inst)))
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}
