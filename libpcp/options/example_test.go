package options_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// A program takes the options of PCP's tools that name a source, and opens it: here
// agents in the process.
func ExampleSource() {
	var s options.Source
	inv := &getopt.Invocation{Name: "prog", Stderr: os.Stderr}
	spec := getopt.Spec{
		Synopsis: "[options]",
		Source:   &s,
		Groups: []getopt.Group{{Heading: "General options", Options: []getopt.Option{
			s.HostOption(), s.ArchiveOption(inv.Release), s.LocalOption(), s.SamplesOption(),
		}}},
	}
	if _, err := spec.Parse(inv, []string{"-L", "-s", "3"}); err != nil {
		log.Fatal(err)
	}
	c, err := s.Open(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	fmt.Println(s.Kind, *s.Samples)
	// Output:
	// local context 3
}
