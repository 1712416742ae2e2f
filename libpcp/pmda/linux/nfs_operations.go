package linux

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// operations are the operations of a version of NFS, in order of the kernel's counts,
// under the names that they have as instances, whose numbers go up from the first.
type operations struct {
	first int32
	names []string
}

// List implements [pmda.Members].
func (o operations) List(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
	instances := make([]libpcp.Instance, len(o.names))
	for i, name := range o.names {
		instances[i] = libpcp.Instance{ID: o.first + int32(i), Name: name}
	}
	return instances, nil
}

var nfsOperationNames = []string{
	"null", "getattr", "setattr", "root", "lookup", "readlink", "read", "wrcache", "write",
	"create", "remove", "rename", "link", "symlink", "mkdir", "rmdir", "readdir", "statfs",
}

var nfs3Operations = []string{
	"null", "getattr", "setattr", "lookup", "access", "readlink", "read", "write", "create",
	"mkdir", "symlink", "mknod", "remove", "rmdir", "rename", "link", "readdir", "readdir+",
	"statfs", "fsinfo", "pathconf", "commit",
}

var nfs4ClientOperations = []string{
	"null", "read", "write", "commit", "open", "open_conf", "open_noat", "open_dgrd", "close",
	"setattr", "fsinfo", "renew", "setclntid", "confirm", "lock", "lockt", "locku", "access",
	"getattr", "lookup", "lookup_root", "remove", "rename", "link", "symlink", "create",
	"pathconf", "statfs", "readlink", "readdir", "server_caps", "delegreturn", "getacl",
	"setacl", "fs_locations", "rel_lkowner", "secinfo", "fsid_present", "exchange_id",
	"create_ses", "destroy_ses", "sequence", "get_lease_t", "reclaim_comp", "layoutget",
	"getdevinfo", "layoutcommit", "secinfononam", "test_stateid", "free_stateid", "getdevlist",
	"bind_ses", "destroy_clntid", "seek", "allocate", "deallocate",
}

var nfs4ServerOperations = []string{
	"op0-unused", "op1-unused", "op2-future", "access", "close", "commit", "create",
	"delegpurge", "delegreturn", "getattr", "getfh", "link", "lock", "lockt", "locku", "lookup",
	"lookup_root", "nverify", "open", "openattr", "open_conf", "open_dgrd", "putfh", "putpubfh",
	"putrootfh", "read", "readdir", "readlink", "remove", "rename", "renew", "restorefh",
	"savefh", "secinfo", "setattr", "setcltid", "setcltidconf", "verify", "write",
	"rellockowner", "bc_ctl", "bind_conn", "exchange_id", "create_ses", "destroy_ses",
	"free_stateid", "getdirdeleg", "getdevinfo", "getdevlist", "layoutcommit", "layoutget",
	"layoutreturn", "secinfononam", "sequence", "set_ssv", "test_stateid", "want_deleg",
	"destroy_clid", "reclaim_comp", "allocate", "copy", "copy_notify", "deallocate",
	"io_advise", "layouterror", "layoutstats", "offload_cancel", "offload_status", "read_plus",
	"seek", "write_same",
}
