// Package local is a source of metrics with no pmcd: agents that run in the
// calling process (PM_CONTEXT_LOCAL in pmNewContext(3)).
//
//	src := local.New(local.Config{}, local.Agent{Domain: 60, New: linux.New})
//	c := libpcp.NewContext(src)
//	defer c.Close()
//
// Agents are made when something is asked that concerns them, so that what is
// not used costs nothing. One that panics, or does not answer in time, fails
// the request as it would through pmcd, and no more than that.
package local
