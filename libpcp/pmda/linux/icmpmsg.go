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

// icmpMessage supplies the count of a type of message; which is "intype" or
// "outtype".
func (s *snmp) icmpMessage(r *pmda.Request, which string) (libpcp.Atom, error) {
	want := which + strconv.Itoa(int(r.Inst))
	n, ok := s.snmp.find("IcmpMsg", func(name []byte) bool { return foldEqual(name, want) })
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}
