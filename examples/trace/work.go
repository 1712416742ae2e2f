package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"pcptools/libpcp/trace"
)

// work is something to do, whose name is its tag.
type work struct {
	name string
	do   func() error
}

// works are the kinds of work, each of random size: waiting, which takes less
// than limit, writing and computing.
func works(limit time.Duration) []work {
	return []work{
		{"time_sucker", func() error { time.Sleep(rand.N(limit)); return nil }},
		{"io_sucker", writeMarks},
		{"cpu_sucker", multiply},
	}
}

func writeMarks() error {
	for range rand.IntN(1000) {
		if _, err := io.WriteString(io.Discard, "!"); err != nil {
			return err
		}
	}
	return nil
}

func multiply() error {
	var products [100]float64
	for n := range rand.IntN(1 << 16) {
		for i := range products {
			products[i] = float64(i * n)
		}
	}
	return nil
}

// loop does one kind of work after the other, until ctx ends.
func loop(ctx context.Context, tracer *trace.Client, all []work) error {
	for i := 0; ctx.Err() == nil; i++ {
		if err := tracer.Point("mainloop"); err != nil {
			return fmt.Errorf("point: %w", err)
		}
		w := all[i%len(all)]
		if err := transaction(tracer, w.name, w.do); err != nil {
			return err
		}
	}
	return nil
}

// parallel does all kinds of work at a time, each so often.
func parallel(tracer *trace.Client, all []work, times int) error {
	errs := make([]error, len(all))
	var group sync.WaitGroup
	for i, w := range all {
		group.Go(func() {
			for n := 0; n < times && errs[i] == nil; n++ {
				errs[i] = transaction(tracer, "p"+w.name, w.do)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
