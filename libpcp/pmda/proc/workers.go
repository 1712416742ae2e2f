package proc

import (
	"runtime"
	"sync"
)

const (
	maxWorkers = 4
	// fewProcesses are not worth a worker of their own.
	fewProcesses = 256
	// turn is how many processes are looked at in one go.
	turn = 16
)

// workers look at processes, several at the same time: with many processes
// nearly all time is spent in the kernel.
type workers struct {
	all [maxWorkers]process
}

// each calls f for all processes, with the number of the worker and the
// process's place. Each worker has a share of places that follow each other.
// What panics does so here.
func (w *workers) each(h *host, as viewer, pids []int32, f func(worker, at int, p *process)) {
	count := min(maxWorkers, runtime.GOMAXPROCS(0))
	share := max(fewProcesses, (len(pids)+count-1)/count)
	look := func(worker int) {
		p := &w.all[worker]
		p.begin(h, as)
		defer p.end()
		for at := worker * share; at < min((worker+1)*share, len(pids)); at++ {
			p.visit(pids[at])
			f(worker, at, p)
			if at%turn == turn-1 {
				runtime.Gosched() // otherwise the scheduler would interrupt it by a signal
			}
		}
	}
	var group sync.WaitGroup
	var panicked [maxWorkers]any
	for worker := 1; worker*share < len(pids); worker++ {
		group.Go(func() {
			defer func() { panicked[worker] = recover() }()
			look(worker)
		})
	}
	defer func() {
		group.Wait()
		for _, cause := range panicked {
			if cause != nil {
				panic(cause)
			}
		}
	}()
	look(0)
}
