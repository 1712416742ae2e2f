package linux

import "pcptools/libpcp"

// The operations of each version of NFS, in order of the kernel's counts, under
// the names that they have as instances.
var nfsOperationNames = []libpcp.Instance{
	{ID: 0, Name: "null"}, {ID: 1, Name: "getattr"}, {ID: 2, Name: "setattr"}, {ID: 3, Name: "root"},
	{ID: 4, Name: "lookup"}, {ID: 5, Name: "readlink"}, {ID: 6, Name: "read"}, {ID: 7, Name: "wrcache"},
	{ID: 8, Name: "write"}, {ID: 9, Name: "create"}, {ID: 10, Name: "remove"}, {ID: 11, Name: "rename"},
	{ID: 12, Name: "link"}, {ID: 13, Name: "symlink"}, {ID: 14, Name: "mkdir"}, {ID: 15, Name: "rmdir"},
	{ID: 16, Name: "readdir"}, {ID: 17, Name: "statfs"},
}

var nfs3Operations = []libpcp.Instance{
	{ID: 0, Name: "null"}, {ID: 1, Name: "getattr"}, {ID: 2, Name: "setattr"}, {ID: 3, Name: "lookup"},
	{ID: 4, Name: "access"}, {ID: 5, Name: "readlink"}, {ID: 6, Name: "read"}, {ID: 7, Name: "write"},
	{ID: 8, Name: "create"}, {ID: 9, Name: "mkdir"}, {ID: 10, Name: "symlink"}, {ID: 11, Name: "mknod"},
	{ID: 12, Name: "remove"}, {ID: 13, Name: "rmdir"}, {ID: 14, Name: "rename"}, {ID: 15, Name: "link"},
	{ID: 16, Name: "readdir"}, {ID: 17, Name: "readdir+"}, {ID: 18, Name: "statfs"}, {ID: 19, Name: "fsinfo"},
	{ID: 20, Name: "pathconf"}, {ID: 21, Name: "commit"},
}

var nfs4ClientOperations = []libpcp.Instance{
	{ID: 0, Name: "null"}, {ID: 1, Name: "read"}, {ID: 2, Name: "write"}, {ID: 3, Name: "commit"},
	{ID: 4, Name: "open"}, {ID: 5, Name: "open_conf"}, {ID: 6, Name: "open_noat"}, {ID: 7, Name: "open_dgrd"},
	{ID: 8, Name: "close"}, {ID: 9, Name: "setattr"}, {ID: 10, Name: "fsinfo"}, {ID: 11, Name: "renew"},
	{ID: 12, Name: "setclntid"}, {ID: 13, Name: "confirm"}, {ID: 14, Name: "lock"}, {ID: 15, Name: "lockt"},
	{ID: 16, Name: "locku"}, {ID: 17, Name: "access"}, {ID: 18, Name: "getattr"}, {ID: 19, Name: "lookup"},
	{ID: 20, Name: "lookup_root"}, {ID: 21, Name: "remove"}, {ID: 22, Name: "rename"}, {ID: 23, Name: "link"},
	{ID: 24, Name: "symlink"}, {ID: 25, Name: "create"}, {ID: 26, Name: "pathconf"}, {ID: 27, Name: "statfs"},
	{ID: 28, Name: "readlink"}, {ID: 29, Name: "readdir"}, {ID: 30, Name: "server_caps"},
	{ID: 31, Name: "delegreturn"}, {ID: 32, Name: "getacl"}, {ID: 33, Name: "setacl"},
	{ID: 34, Name: "fs_locations"}, {ID: 35, Name: "rel_lkowner"}, {ID: 36, Name: "secinfo"},
	{ID: 37, Name: "fsid_present"}, {ID: 38, Name: "exchange_id"}, {ID: 39, Name: "create_ses"},
	{ID: 40, Name: "destroy_ses"}, {ID: 41, Name: "sequence"}, {ID: 42, Name: "get_lease_t"},
	{ID: 43, Name: "reclaim_comp"}, {ID: 44, Name: "layoutget"}, {ID: 45, Name: "getdevinfo"},
	{ID: 46, Name: "layoutcommit"}, {ID: 47, Name: "secinfononam"}, {ID: 48, Name: "test_stateid"},
	{ID: 49, Name: "free_stateid"}, {ID: 50, Name: "getdevlist"}, {ID: 51, Name: "bind_ses"},
	{ID: 52, Name: "destroy_clntid"}, {ID: 53, Name: "seek"}, {ID: 54, Name: "allocate"},
	{ID: 55, Name: "deallocate"},
}

var nfs4ServerOperations = []libpcp.Instance{
	{ID: 1, Name: "op0-unused"}, {ID: 2, Name: "op1-unused"}, {ID: 3, Name: "op2-future"}, {ID: 4, Name: "access"},
	{ID: 5, Name: "close"}, {ID: 6, Name: "commit"}, {ID: 7, Name: "create"}, {ID: 8, Name: "delegpurge"},
	{ID: 9, Name: "delegreturn"}, {ID: 10, Name: "getattr"}, {ID: 11, Name: "getfh"}, {ID: 12, Name: "link"},
	{ID: 13, Name: "lock"}, {ID: 14, Name: "lockt"}, {ID: 15, Name: "locku"}, {ID: 16, Name: "lookup"},
	{ID: 17, Name: "lookup_root"}, {ID: 18, Name: "nverify"}, {ID: 19, Name: "open"}, {ID: 20, Name: "openattr"},
	{ID: 21, Name: "open_conf"}, {ID: 22, Name: "open_dgrd"}, {ID: 23, Name: "putfh"}, {ID: 24, Name: "putpubfh"},
	{ID: 25, Name: "putrootfh"}, {ID: 26, Name: "read"}, {ID: 27, Name: "readdir"}, {ID: 28, Name: "readlink"},
	{ID: 29, Name: "remove"}, {ID: 30, Name: "rename"}, {ID: 31, Name: "renew"}, {ID: 32, Name: "restorefh"},
	{ID: 33, Name: "savefh"}, {ID: 34, Name: "secinfo"}, {ID: 35, Name: "setattr"}, {ID: 36, Name: "setcltid"},
	{ID: 37, Name: "setcltidconf"}, {ID: 38, Name: "verify"}, {ID: 39, Name: "write"},
	{ID: 40, Name: "rellockowner"}, {ID: 41, Name: "bc_ctl"}, {ID: 42, Name: "bind_conn"},
	{ID: 43, Name: "exchange_id"}, {ID: 44, Name: "create_ses"}, {ID: 45, Name: "destroy_ses"},
	{ID: 46, Name: "free_stateid"}, {ID: 47, Name: "getdirdeleg"}, {ID: 48, Name: "getdevinfo"},
	{ID: 49, Name: "getdevlist"}, {ID: 50, Name: "layoutcommit"}, {ID: 51, Name: "layoutget"},
	{ID: 52, Name: "layoutreturn"}, {ID: 53, Name: "secinfononam"}, {ID: 54, Name: "sequence"},
	{ID: 55, Name: "set_ssv"}, {ID: 56, Name: "test_stateid"}, {ID: 57, Name: "want_deleg"},
	{ID: 58, Name: "destroy_clid"}, {ID: 59, Name: "reclaim_comp"}, {ID: 60, Name: "allocate"},
	{ID: 61, Name: "copy"}, {ID: 62, Name: "copy_notify"}, {ID: 63, Name: "deallocate"},
	{ID: 64, Name: "io_advise"}, {ID: 65, Name: "layouterror"}, {ID: 66, Name: "layoutstats"},
	{ID: 67, Name: "offload_cancel"}, {ID: 68, Name: "offload_status"}, {ID: 69, Name: "read_plus"},
	{ID: 70, Name: "seek"}, {ID: 71, Name: "write_same"},
}
