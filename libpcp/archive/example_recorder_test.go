package archive_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/simple"
)

// Metrics are recorded for a while, and again after an interruption.
func ExampleRecorder() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	o := pcp.Opener{Agents: []local.Agent{{New: simple.New}}}
	c, err := o.Open(ctx, pcp.Local, "")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	base := filepath.Join(dir, "simple")
	r, err := archive.NewRecorder(ctx, c, base, archive.WriterOptions{Version: 3}, "simple.color", "simple.numfetch")
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		err := r.Run(short, time.Hour)
		cancel()
		if err != nil {
			log.Fatal(err)
		}
		if err := r.Mark(); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(r.Skipped(), r.Close())
	a, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	for rec, err := range a.Records(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rec.Mark(), len(rec.Sets))
	}
	// Output:
	// 0 <nil>
	// false 2
	// true 0
	// false 2
	// true 0
}
