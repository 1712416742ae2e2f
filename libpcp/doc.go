// Package libpcp reads metrics of Performance Co-Pilot (PMAPI(3)): live from a
// pmcd, from archives, or from agents in the calling process. Package pcp
// opens these sources; a [Group] fetches metrics by name and returns their
// values as numbers or strings, with instance names and rates:
//
//	c, err := pcp.Open(ctx, pcp.Host, "local:") // or pcp.Archive, pcp.Local
//	if err != nil { … }
//	defer c.Close()
//	g, err := c.Group(ctx, "kernel.all.load[1 minute]", "disk.dev.read")
//	if err != nil { … } // or go on without the metrics that do not exist
//	err = g.SetUnits("disk.dev.read", libpcp.Count|libpcp.PerMin)
//	for s, err := range g.Samples(ctx, time.Second) {
//		if err != nil { … }
//		load, err := s.Float64("kernel.all.load")
//		reads, err := s.Values("disk.dev.read")
//		for _, r := range reads {
//			rate, ok := r.Rate()
//			fmt.Println(s.Time, load, r.Instance, rate, ok)
//		}
//	}
//
// The examples of package pcp are programs that run.
//
// [Context.Records] iterates over the records of an archive. The requests of
// PMAPI(3) are methods of a [Context]: metric names and identifiers,
// descriptors, instance domains, values, labels and help text.
//
// A Context is made with [NewContext] over a [Source]: package pmcd connects to
// a metrics coordinating daemon, package archive reads recorded archives and
// package local runs agents. A Source answers queries, each a request that holds
// its answer afterwards. Programs use them to ask for much in one round trip
// ([Context.Batch]), and wrappers to change the answers of another Source.
//
// Errors carry a PMAPI code as an [Error], to be tested with errors.Is;
// [ErrorText] returns the text that PCP's tools print.
//
// Goroutines do not share a Context or a Source, but each may have its own, and
// there may be any number of them; see [Context].
package libpcp
