// Package libpcp reads metrics of Performance Co-Pilot (PMAPI(3)): of a pmcd, of
// archives, or of agents in the process. Start here, with package pcp:
//
//	c, err := pcp.Open(ctx, pcp.Host, "local:") // or pcp.Archive, pcp.Local
//	g, err := c.Group(ctx, "kernel.all.load[1 minute]", "disk.dev.read")
//	for s, err := range g.Samples(ctx, time.Second) {
//		if err != nil { … }
//		load, err := s.Float64("kernel.all.load")
//		reads, err := s.Values("disk.dev.read") // with instance names and rates
//	}
//
// A [Group] has samples, in units of its choice. A [Context] has the requests of
// PMAPI, Set, and Records of an archive; each goroutine needs its own. Errors carry
// a PMAPI code, an [Error], for errors.Is. Package pcp has programs that run.
//
// For authors of sources: a [Source] answers queries, such as a [FetchQuery] (in
// packages pmcd, archive and local); [NewContext], [AskExcept] for a wrapper, and
// [NewValueSet], [ParseLabels] and the like make what it answers with.
//
// For the tools: [Context.Batch] asks much in one round trip, [Extract] and
// [ConvertScale] convert as PCP does, [ErrorText] is PCP's text, and a [Tracer]
// follows what happens.
package libpcp
