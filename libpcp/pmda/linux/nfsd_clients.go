package linux

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// nfsUsers are the clients of an NFS version 4 server, and the files they hold
// delegations of: a directory for each client in /proc/fs/nfsd/clients.
type nfsUsers struct {
	clients set[nfsClient]
	open    set[nfsOpen]
}

// nfsClient is the file "info" of a client.
type nfsClient [nfsFields]string

// nfsField is the source of a field of each client, or of the client that has each
// file.
type nfsField int

const (
	nfsClientID nfsField = iota
	nfsAddress
	nfsStatus
	nfsHost
	nfsCallbackState
	nfsCallbackAddress
	nfsRevoked
	nfsSlots
	nfsTargetSlots
	nfsFields
)

var nfsKeys = [nfsFields]string{
	nfsClientID: "clientid", nfsAddress: "address", nfsStatus: "status", nfsHost: "name", nfsCallbackState: "callback state",
	nfsCallbackAddress: "callback address", nfsRevoked: "admin-revoked states", nfsSlots: "session slots", nfsTargetSlots: "session target slots",
}

// nfsOpen is a line of the file "states" of a client.
type nfsOpen struct {
	inode                  uint64
	kind, access, filename string
	client                 nfsClient
}

var (
	nfsClientInDom = &pmda.InDom{Serial: 45, Members: domain[nfsClient]{nfsServed{}}, OneLine: "the clients of the NFS version 4 server"}
	nfsOpenInDom   = &pmda.InDom{Serial: 46, Members: domain[nfsOpen]{nfsFiles{}}, OneLine: "the files that clients of the NFS version 4 server hold", Labels: `{"indom_name":"per inode, per client_id","inode":"client_id"}`}
)

type nfsServed struct{}

func (nfsServed) set(r *pmda.Request) *set[nfsClient] { return &of(r).nfsUsers.read(r).clients }

type nfsFiles struct{}

func (nfsFiles) set(r *pmda.Request) *set[nfsOpen] { return &of(r).nfsUsers.read(r).open }

func (n *nfsUsers) read(r *pmda.Request) *nfsUsers {
	n.clients.update(r, nil, func() {
		n.open.begin(r, nil)
		h := &of(r).host
		const dir = "/proc/fs/nfsd/clients/"
		for _, entry := range h.entries(dir) {
			info, err := h.textOnce(r, dir+entry+"/info")
			if err != nil {
				continue
			}
			c := parseNFSClient(info)
			if c[nfsClientID] == "" {
				continue
			}
			*n.clients.add(c[nfsClientID]) = c
			states, _ := h.textOnce(r, dir+entry+"/states")
			n.addStates(states, c)
		}
	})
	return n
}

func parseNFSClient(info []byte) (c nfsClient) {
	for line := range linesOf(info) {
		key, value, _ := strings.Cut(string(line), ": ")
		field := nfsField(slices.Index(nfsKeys[:], key))
		if field < 0 {
			continue
		}
		value = strings.Trim(value, `" `)
		if field == nfsHost { // "Linux NFSv4.2 host"
			words := strings.Fields(value)
			if len(words) <= 2 {
				continue
			}
			value = words[2]
		}
		c[field] = value
	}
	return c
}

// addStates adds the files of lines
//
//   - 0x01: { type: deleg, access: ra, superblock: "fc:00:865", filename: "a/b" }
//
// Lines of other forms are left out, as PCP's agent does.
func (n *nfsUsers) addStates(states []byte, c nfsClient) {
	for line := range linesOf(states) {
		o, ok := parseNFSState(line)
		if !ok {
			continue
		}
		o.client = c
		*n.open.add(strconv.FormatUint(o.inode, 10) + ":" + c[nfsClientID]) = o
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

// Value is a text or a number.
func (f nfsField) Value(r *pmda.Request) (libpcp.Atom, error) {
	var c *nfsClient
	var err error
	if r.Metric.InDom == nfsOpenInDom {
		var o *nfsOpen
		if o, err = memberOf[nfsOpen](r); err == nil {
			c = &o.client
		}
	} else {
		c, err = memberOf[nfsClient](r)
	}
	switch {
	case err != nil:
		return libpcp.Atom{}, err
	case r.Metric.Type == str:
		return libpcp.StringAtom(c[f]), nil
	}
	n, _ := strconv.ParseUint(c[f], 10, 64)
	return whole(r, n), nil
}

func (o *nfsOpen) number() uint64       { return o.inode }
func (o *nfsOpen) delegation() string   { return o.kind }
func (o *nfsOpen) accessRights() string { return o.access }
func (o *nfsOpen) name() string         { return o.filename }

var nfsClientMetrics = []pmda.Metric{
	{Name: "nfs4.server.clients.client_id", Cluster: 96, Item: 0, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsClientID, OneLine: "identifier, of each client"},
	{Name: "nfs4.server.clients.addr", Cluster: 96, Item: 1, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsAddress, OneLine: "address, of each client"},
	{Name: "nfs4.server.clients.status", Cluster: 96, Item: 2, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsStatus, OneLine: "whether it is confirmed, of each client"},
	{Name: "nfs4.server.clients.hostname", Cluster: 96, Item: 3, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsHost, OneLine: "name of the host, of each client"},
	{Name: "nfs4.server.clients.callback_state", Cluster: 96, Item: 4, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsCallbackState, OneLine: "state of the callback channel, of each client"},
	{Name: "nfs4.server.clients.callback_addr", Cluster: 96, Item: 5, Type: str, InDom: nfsClientInDom, Sem: discrete, Since: release.LinuxMetrics72, Source: nfsCallbackAddress, OneLine: "address of the callback channel, of each client"},
	{Name: "nfs4.server.clients.admin_revoked_states", Cluster: 96, Item: 6, Type: u64, InDom: nfsClientInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsRevoked, OneLine: "number of states an administrator has revoked, of each client"},
	{Name: "nfs4.server.clients.session_slots", Cluster: 96, Item: 7, Type: u64, InDom: nfsClientInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsSlots, OneLine: "number of session slots, of each client"},
	{Name: "nfs4.server.clients.session_target_slots", Cluster: 96, Item: 8, Type: u64, InDom: nfsClientInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsTargetSlots, OneLine: "number of session slots aimed at, of each client"},
	{Name: "nfs4.server.open.inode", Cluster: 97, Item: 0, Type: u64, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: each[nfsOpen]((*nfsOpen).number), OneLine: "number of the inode, of each open file"},
	{Name: "nfs4.server.open.type", Cluster: 97, Item: 1, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: eachText[nfsOpen]((*nfsOpen).delegation), OneLine: "kind of state: open, lock, deleg or layout, of each open file"},
	{Name: "nfs4.server.open.access", Cluster: 97, Item: 2, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: eachText[nfsOpen]((*nfsOpen).accessRights), OneLine: "granted access, of each open file"},
	{Name: "nfs4.server.open.filename", Cluster: 97, Item: 3, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: eachText[nfsOpen]((*nfsOpen).name), OneLine: "name of the file, of each open file"},
	{Name: "nfs4.server.open.client_id", Cluster: 97, Item: 4, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsClientID, OneLine: "identifier of the client, of each open file"},
	{Name: "nfs4.server.open.client_addr", Cluster: 97, Item: 5, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsAddress, OneLine: "address of the client, of each open file"},
	{Name: "nfs4.server.open.client_hostname", Cluster: 97, Item: 6, Type: str, InDom: nfsOpenInDom, Sem: instant, Since: release.LinuxMetrics72, Source: nfsHost, OneLine: "name of the client, of each open file"},
}
