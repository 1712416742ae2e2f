package linux

import (
	"context"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// listMessages finds the types in the lines of /proc/net/snmp
//
//	IcmpMsg: InType3 OutType3
//	IcmpMsg: 1 4
func (a *agent) listMessages(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	text, err := a.snmpFile.of(r, &a.host, "/proc/net/snmp")
	if err != nil {
		return nil, err
	}
	a.snmp.snmp.reset(text)
	var list []libpcp.Instance
	a.snmp.snmp.find("IcmpMsg", func(name []byte) bool {
		list = appendMessage(list, string(name))
		return false
	})
	sortInstances(list)
	return list, nil
}

func appendMessage(list []libpcp.Instance, name string) []libpcp.Instance {
	_, name, _ = strings.Cut(name, "Type")
	id, err := strconv.ParseUint(name, 10, 8)
	if err != nil {
		return list
	}
	for _, i := range list {
		if i.ID == int32(id) {
			return list
		}
	}
	return append(list, libpcp.Instance{ID: int32(id), Name: "Type" + strconv.FormatUint(id, 10)})
}

// icmpMessage supplies the count of a type of message; which is "intype" or
// "outtype".
func (a *agent) icmpMessage(r *pmda.Request, which string) (libpcp.Atom, error) {
	want := which + strconv.Itoa(int(r.Inst))
	n, ok := a.snmp.snmp.find("IcmpMsg", func(name []byte) bool { return foldEqual(name, want) })
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}
