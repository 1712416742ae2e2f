package archive_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// An archive replayed: its records forwards and backwards, and then at an
// interval.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	base := filepath.Join(dir, "rooms")
	if err := record(base); err != nil {
		log.Fatal(err)
	}
	source, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c := libpcp.NewContext(source)
	defer c.Close()
	last := noon.Add(10 * time.Second)
	show(c, libpcp.ModeForw, noon)
	show(c, libpcp.ModeBack, last)
	interpolate(c, noon, last)
	// Output:
	// 12:00:00 18.5
	// 12:00:10 18.6
	// 12:00:10 18.6
	// 12:00:00 18.5
	// 12:00:00.000 18.50
	// 12:00:02.500 18.50
	// 12:00:05.000 18.50
	// 12:00:07.500 18.60
	// 12:00:10.000 18.60
}

// show prints the temperature of the first room in each record.
func show(c *libpcp.Context, mode libpcp.Mode, from time.Time) {
	if err := c.SetMode(context.Background(), mode, from, 0); err != nil {
		log.Fatal(err)
	}
	for r, err := range c.Records(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		if r.Mark() {
			continue // logging was interrupted
		}
		degrees, err := r.Set(temperature.PMID).Float64(0, temperature.Type)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Time.UTC().Format(time.TimeOnly), degrees)
		c.Recycle(r) // optional: the next record is read into its memory
	}
}

// interpolate prints it every two and a half seconds. A counter would be
// interpolated; other metrics have the value of the nearest record.
func interpolate(c *libpcp.Context, from, to time.Time) {
	if err := c.SetMode(context.Background(), libpcp.ModeInterp, from, 2500*time.Millisecond); err != nil {
		log.Fatal(err)
	}
	for {
		r, err := c.Fetch(context.Background(), []libpcp.PMID{temperature.PMID})
		if err == libpcp.ErrEOL || err == nil && r.Time.After(to) {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		r.SortInstances() // interpolated values come in another order
		degrees, err := r.Sets[0].Float64(0, temperature.Type)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.2f\n", r.Time.UTC().Format("15:04:05.000"), degrees)
	}
}
