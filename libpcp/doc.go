// Package libpcp is the vocabulary of Performance Co-Pilot's PMAPI(3) and the
// [Context] that programs work with: metric names and identifiers,
// descriptors, instance domains, values, labels, help text and error codes.
//
// Metrics come from a [Source]: package pmcd connects to a metrics
// coordinating daemon, package archive reads recorded archives and package
// local runs agents in the calling process. A program opens a source, wraps
// it in a Context with [NewContext] and asks the Context:
//
//	src, err := pmcd.Dial(ctx, "local:")
//	if err != nil { … }
//	c := libpcp.NewContext(src)
//	defer c.Close()
//	ids, err := c.Lookup(ctx, "kernel.all.load")
//	result, err := c.Fetch(ctx, ids)
//
// Failures carry a PMAPI code as an [Error], to be tested with errors.Is;
// [ErrorText] gives the wording PCP's tools print.
//
// Neither a Context nor a Source may be used by two goroutines at once.
package libpcp
