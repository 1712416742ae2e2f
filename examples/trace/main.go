// Trace reports its work to the trace agent (pmdatrace(1)). It combines PCP's
// examples app1, app2 and app3:
//
//	go run ./examples/trace            # app1: each kind of event once
//	go run ./examples/trace loop       # app2: one kind of work after the other
//	go run ./examples/trace parallel   # app3: all kinds at a time, ten times
//	pminfo -f trace
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"pcptools/libpcp/trace"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tracer := &trace.Client{Warnings: os.Stderr}
	defer tracer.Close()
	var err error
	switch {
	case len(os.Args) < 2:
		err = once(tracer, time.Second)
	case os.Args[1] == "loop":
		err = loop(ctx, tracer, works(10*time.Second))
	case os.Args[1] == "parallel":
		err = parallel(tracer, works(10*time.Second), 10)
	default:
		fmt.Fprintln(os.Stderr, "usage: trace [loop | parallel]")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "trace:", err)
		os.Exit(1)
	}
}

// once reports two transactions, which take twice and once as long as unit, and
// an event of each other kind.
func once(tracer *trace.Client, unit time.Duration) error {
	if err := transaction(tracer, "simple", func() error { time.Sleep(2 * unit); return nil }); err != nil {
		return err
	}
	if err := transaction(tracer, "ascanbe", func() error { time.Sleep(unit); return nil }); err != nil {
		return err
	}
	if err := tracer.Observe("observe", 101); err != nil {
		return fmt.Errorf("observe: %w", err)
	}
	if err := tracer.Counter("counter", 101.1); err != nil {
		return fmt.Errorf("counter: %w", err)
	}
	if err := tracer.Point("imouttahere"); err != nil {
		return fmt.Errorf("point: %w", err)
	}
	return nil
}

// transaction reports how long work takes, unless it fails.
func transaction(tracer *trace.Client, tag string, work func() error) error {
	if err := tracer.Begin(tag); err != nil {
		return fmt.Errorf("%s: begin: %w", tag, err)
	}
	if err := work(); err != nil {
		tracer.Abort(tag)
		return fmt.Errorf("%s: %w", tag, err)
	}
	if err := tracer.End(tag); err != nil {
		return fmt.Errorf("%s: end: %w", tag, err)
	}
	return nil
}
