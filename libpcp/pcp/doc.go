// Package pcp opens sources of metrics as pmNewContext(3) does: a pmcd, an
// archive, or agents in this process, with the derived metrics of the site.
//
//	c, err := pcp.Open(ctx, pcp.Host, "local:")
//	if err != nil { … }
//	defer c.Close()
//	g, err := c.Group(ctx, "kernel.all.load[1 minute]", "disk.dev.read")
//	if err != nil { … }
//	for s, err := range g.Samples(ctx, time.Second) {
//		…
//	}
//
// Programs that need only some of the packages that it combines (pmcd,
// archive, local, derive) can use those directly.
package pcp
