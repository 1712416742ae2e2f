package tool

import (
	"runtime"
	"runtime/debug"
)

// By default the heap grows to twice the bytes in use before the collector runs
// again. That is fast, but too much while a long reply is in use: so the heap
// may grow by headroom bytes, or by leastGrowth if that is more. Before its
// first collection the heap may take half as much again: most commands end by
// then, and the collector itself takes memory.
const (
	headroom    = 12 << 20
	leastGrowth = 25 // percent of the bytes in use
	mostGrowth  = 100
	firstGrowth = 150
)

// boundHeap has the collector run more often the more memory is in use. A
// process in which it never runs takes no notice.
func boundHeap() {
	growth := uint64(firstGrowth)
	debug.SetGCPercent(firstGrowth)
	eachCollection(func() {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		inUse := stats.NextGC * 100 / (100 + growth)
		now := min(mostGrowth, max(leastGrowth, 100*headroom/max(inUse, 1)))
		if now != growth {
			growth = now
			debug.SetGCPercent(int(growth))
		}
	})
}

// eachCollection calls f after each run of the collector, until the process
// ends: when it has found that nothing refers to an object.
func eachCollection(f func()) {
	type object struct{ _ [16]byte }
	var again func(*object)
	again = func(o *object) {
		f()
		runtime.SetFinalizer(o, again)
	}
	runtime.SetFinalizer(new(object), again)
}
