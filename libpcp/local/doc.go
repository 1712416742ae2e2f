// Package local is a source of metrics without a pmcd: it runs agents in the
// calling process (PM_CONTEXT_LOCAL in pmNewContext(3)), and starts agents
// that are programs, as a pmcd does.
//
//	src := local.New(local.Config{},
//		local.Agent{New: linux.New},
//		local.Daemon(72, "/var/lib/pcp/pmdas/mounts/pmdamounts", "-d", "72"))
//	c := libpcp.NewContext(src)
//	defer c.Close()
//
// The first request that concerns an agent creates it, so that unused agents
// cost nothing. An agent that panics, or exceeds [Config].Timeout, fails that
// request only, with the code that a pmcd returns.
//
// A program starts when needed, and ends with the source or with this process,
// even if that is killed. If it dies, breaks the protocol or does not answer in
// time, its metrics fail with the codes that a pmcd returns; it is restarted at
// once, and then once a minute. Most programs leave the names of their metrics
// to namespace files: see [Command].Names, and package pmns for a namespace
// over a source.
package local
