// Package trace instruments programs: it reports transactions and their times,
// points that are passed, and values that are observed to the trace PMDA,
// which exports them as metrics (pmdatrace(1)).
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
// agent's answer. When the connection is lost, it is attempted again later;
// until then calls succeed and their events are dropped. With
// [Client.Asynchronous] events are sent in the background: a call takes less
// than a microsecond, and a lost connection is not attempted again.
//
// A Client is the counterpart of the library of pmtracebegin(3), with its own
// state where that has one per process.
package trace
