// Package trace instruments programs: transactions and their times, points that
// a program passes, and values that it observes, which the trace PMDA makes
// metrics of (pmdatrace(1)).
//
//	var tracer trace.Client // the zero value is ready
//
//	defer tracer.Close()
//	err := tracer.Begin("checkout")
//	...
//	err = tracer.End("checkout")              // trace.transact.*
//	err = tracer.Point("cache miss")          // trace.point.*
//	err = tracer.Observe("queue length", 17)  // trace.observe.*
//	err = tracer.Counter("bytes sent", total) // trace.counter.*
//
// The instance of the metrics is the tag. By default each event waits for the
// agent's answer, and an agent that is lost is looked for again later, while
// calls succeed and their events are lost. With [Client.Asynchronous] events
// are sent in the background: a call takes less than a microsecond, and an
// agent that is lost stays lost.
//
// A Client is the library of pmtracebegin(3); what that keeps for a process, a
// Client keeps for itself.
package trace
