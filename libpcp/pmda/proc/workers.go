package proc

import (
	"runtime"
	"sync"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

const (
	maxWorkers = 4
	// fewProcesses are not worth a worker of their own.
	fewProcesses = 256
)

// workers look at processes, several at the same time: with many processes
// nearly all time is spent in the kernel.
type workers struct {
	found   []pmda.Value       // reused
	failed  []error            // nil for those found; reused
	buffers [maxWorkers][]byte // for files, one of each worker
}

// each calls f for all processes, with their places. What panics does so here.
func (w *workers) each(all []*process, f func(at int, p *process)) {
	count := min(maxWorkers, runtime.GOMAXPROCS(0))
	share := max(fewProcesses, (len(all)+count-1)/count)
	var group sync.WaitGroup
	var panicked [maxWorkers]any
	for worker := 1; worker*share < len(all); worker++ {
		group.Go(func() {
			defer func() { panicked[worker] = recover() }()
			w.look(worker, all, share, f)
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
	w.look(0, all, share, f)
}

// look calls f for the share of a worker.
func (w *workers) look(worker int, all []*process, share int, f func(at int, p *process)) {
	for at := worker * share; at < min((worker+1)*share, len(all)); at++ {
		p := all[at]
		p.buffer = &w.buffers[worker]
		f(at, p)
	}
}

// values are what f supplies for processes, valid until the next call. If there
// are none the error is that of the last one.
func (w *workers) values(all []*process, f func(p *process) (libpcp.Atom, error)) ([]pmda.Value, error) {
	w.found = resize(w.found, len(all))
	w.failed = resize(w.failed, len(all))
	w.each(all, func(at int, p *process) {
		var atom libpcp.Atom
		atom, w.failed[at] = f(p)
		w.found[at] = pmda.Value{Inst: p.pid, Atom: atom}
	})
	values := w.found[:0]
	var err error
	for at, v := range w.found {
		if err = w.failed[at]; err == nil {
			values = append(values, v)
		}
	}
	if len(values) > 0 {
		return values, nil
	}
	return nil, err
}

// resize is a slice of n elements, in the same memory if there is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
