package linux

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// nfsClients are the clients of an NFS version 4 server, and the files they
// hold delegations of: a directory for each client in /proc/fs/nfsd/clients.
type nfsClients struct {
	*machine
	clients set[nfsClient]
	open    set[nfsOpen]
}

// nfsClient is what the file "info" of a client says.
type nfsClient struct{ id, addr, status, host, callbackState, callbackAddr, revoked, slots, targetSlots string }

// nfsOpen is a line of the file "states" of a client.
type nfsOpen struct {
	inode                  uint64
	kind, access, filename string
	client                 nfsClient
}

func (n *nfsClients) readNFSClients(r *pmda.Request) error {
	return n.clients.update(r, func() error {
		n.open.update(r, func() error { return nil })
		const dir = "/proc/fs/nfsd/clients/"
		for _, entry := range n.entries(dir) {
			info, err := n.whole(r, &n.host, dir+entry+"/info")
			if err != nil {
				continue
			}
			c := parseNFSClient(info)
			if c.id == "" {
				continue
			}
			*n.clients.add(c.id) = c
			states, _ := n.whole(r, &n.host, dir+entry+"/states")
			n.addNFSStates(states, c)
		}
		return nil
	})
}

func parseNFSClient(info []byte) (c nfsClient) {
	for len(info) > 0 {
		var line []byte
		line, info = cutLine(info)
		key, value, _ := strings.Cut(string(line), ": ")
		value = strings.Trim(value, `" `)
		switch key {
		case "clientid":
			c.id = value
		case "address":
			c.addr = value
		case "status":
			c.status = value
		case "name": // "Linux NFSv4.2 host"
			if words := strings.Fields(value); len(words) > 2 {
				c.host = words[2]
			}
		case "callback state":
			c.callbackState = value
		case "callback address":
			c.callbackAddr = value
		case "admin-revoked states":
			c.revoked = value
		case "session slots":
			c.slots = value
		case "session target slots":
			c.targetSlots = value
		}
	}
	return c
}

// addNFSStates adds the files of lines
//
//   - 0x01: { type: deleg, access: ra, superblock: "fc:00:865", filename: "a/b" }
//
// Those of other forms are left out, as PCP's agent does.
func (n *nfsClients) addNFSStates(states []byte, c nfsClient) {
	for len(states) > 0 {
		var line []byte
		line, states = cutLine(states)
		o, ok := parseNFSState(line)
		if !ok {
			continue
		}
		o.client = c
		*n.open.add(strconv.FormatUint(o.inode, 10) + ":" + c.id) = o
	}
}

func parseNFSState(line []byte) (o nfsOpen, ok bool) {
	_, fields, _ := bytes.Cut(line, []byte("{ "))
	var values [4]string
	for i, key := range [...]string{"type: ", "access: ", "superblock: ", "filename: "} {
		rest, found := bytes.CutPrefix(fields, []byte(key))
		if !found {
			return o, false
		}
		var value []byte
		if i == len(values)-1 {
			value, _, _ = bytes.Cut(rest, []byte(" }"))
		} else if value, fields, found = bytes.Cut(rest, []byte(", ")); !found {
			return o, false
		}
		values[i] = strings.Trim(string(value), `"`)
	}
	inode := values[2][strings.LastIndexByte(values[2], ':')+1:]
	n, err := strconv.ParseUint(inode, 10, 64)
	name := values[3][strings.LastIndexByte(values[3], '/')+1:]
	return nfsOpen{inode: n, kind: values[0], access: values[1], filename: name}, err == nil
}

// nfsClient supplies what is known of a client.
func (h *nfsClients) nfsClient(r *pmda.Request) (libpcp.Atom, error) {
	if err := h.readNFSClients(r); err != nil {
		return libpcp.Atom{}, err
	}
	c, err := h.clients.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	s := c.named(r.Metric.Key)
	if r.Metric.Type == str {
		return libpcp.StringAtom(s), nil
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return whole(r, n), nil
}

func (c *nfsClient) named(name string) string {
	switch name {
	case "client_id":
		return c.id
	case "addr":
		return c.addr
	case "status":
		return c.status
	case "hostname":
		return c.host
	case "callback_state":
		return c.callbackState
	case "callback_addr":
		return c.callbackAddr
	case "admin_revoked_states":
		return c.revoked
	case "session_slots":
		return c.slots
	}
	return c.targetSlots
}

// nfsOpenFile supplies what is known of an open file.
func (n *nfsClients) nfsOpenFile(r *pmda.Request) (libpcp.Atom, error) {
	if err := n.readNFSClients(r); err != nil {
		return libpcp.Atom{}, err
	}
	o, err := n.open.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "inode":
		return whole(r, o.inode), nil
	case "type":
		return libpcp.StringAtom(o.kind), nil
	case "access":
		return libpcp.StringAtom(o.access), nil
	case "filename":
		return libpcp.StringAtom(o.filename), nil
	default:
		return libpcp.StringAtom(o.client.named(r.Metric.Key)), nil
	}
}

var nfsClientMetrics = []pmda.Metric{
	{Name: "nfs4.server.clients.client_id", Key: "client_id", Cluster: 96, Item: 0, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "identifier, of each client"},
	{Name: "nfs4.server.clients.addr", Key: "addr", Cluster: 96, Item: 1, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "address, of each client"},
	{Name: "nfs4.server.clients.status", Key: "status", Cluster: 96, Item: 2, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "whether it is confirmed, of each client"},
	{Name: "nfs4.server.clients.hostname", Key: "hostname", Cluster: 96, Item: 3, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "name of the host, of each client"},
	{Name: "nfs4.server.clients.callback_state", Key: "callback_state", Cluster: 96, Item: 4, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "state of the callback channel, of each client"},
	{Name: "nfs4.server.clients.callback_addr", Key: "callback_addr", Cluster: 96, Item: 5, Type: str, InDom: nfsClientInDom, Sem: discrete, OneLine: "address of the callback channel, of each client"},
	{Name: "nfs4.server.clients.admin_revoked_states", Key: "admin_revoked_states", Cluster: 96, Item: 6, Type: u64, InDom: nfsClientInDom, Sem: instant, OneLine: "number of states an administrator has revoked, of each client"},
	{Name: "nfs4.server.clients.session_slots", Key: "session_slots", Cluster: 96, Item: 7, Type: u64, InDom: nfsClientInDom, Sem: instant, OneLine: "number of session slots, of each client"},
	{Name: "nfs4.server.clients.session_target_slots", Key: "session_target_slots", Cluster: 96, Item: 8, Type: u64, InDom: nfsClientInDom, Sem: instant, OneLine: "number of session slots aimed at, of each client"},
	{Name: "nfs4.server.open.inode", Key: "inode", Cluster: 97, Item: 0, Type: u64, InDom: nfsOpenInDom, Sem: instant, OneLine: "number of the inode, of each open file"},
	{Name: "nfs4.server.open.type", Key: "type", Cluster: 97, Item: 1, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "kind of state: open, lock, deleg or layout, of each open file"},
	{Name: "nfs4.server.open.access", Key: "access", Cluster: 97, Item: 2, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "granted access, of each open file"},
	{Name: "nfs4.server.open.filename", Key: "filename", Cluster: 97, Item: 3, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "name of the file, of each open file"},
	{Name: "nfs4.server.open.client_id", Key: "client_id", Cluster: 97, Item: 4, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "identifier of the client, of each open file"},
	{Name: "nfs4.server.open.client_addr", Key: "addr", Cluster: 97, Item: 5, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "address of the client, of each open file"},
	{Name: "nfs4.server.open.client_hostname", Key: "hostname", Cluster: 97, Item: 6, Type: str, InDom: nfsOpenInDom, Sem: instant, OneLine: "name of the client, of each open file"},
}
