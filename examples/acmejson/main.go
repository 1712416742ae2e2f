// Acmejson is a factory that writes its work into two JSON files in the current
// directory, which the JSON agent (pmdajson(1)) turns into metrics. It follows
// PCP's example of that name; package mmv does the same with a store to memory,
// see examples/acme.
//
//	go run ./examples/acmejson
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, "."); err != nil {
		fmt.Fprintln(os.Stderr, "acmejson:", err)
		os.Exit(1)
	}
}

// run works until ctx ends.
func run(ctx context.Context, dir string) error {
	if err := describe(dir); err != nil {
		return err
	}
	f := factory{Products: []product{{Name: "Anvils"}, {Name: "Rockets"}, {Name: "Giant_Rubber_Bands"}}}
	for {
		if err := f.write(dir); err != nil {
			return err
		}
		working := time.Duration(rand.IntN(50000)) * time.Microsecond
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(working):
		}
		f.made(rand.IntN(len(f.Products)), working)
	}
}
