package pmda_test

import (
	"fmt"
	"log"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Log lines for clients to fetch, each client every line once, from its first fetch on.
func ExampleEventQueue() {
	lines, err := pmda.NewEventQueue(64 << 10)
	if err != nil {
		log.Fatal(err)
	}
	text := libpcp.NewPMID(402, 0, 1)
	client := &pmda.Client{}
	lines.SetFilter(client, func(line []byte) bool { return line[0] != '#' }, nil)
	fetch := func() {
		a, err := lines.Records(client, new(pmda.EventArray), func(to *pmda.EventArray, at time.Time, line []byte) error {
			if err := to.Add(at, libpcp.EventPoint); err != nil {
				return err
			}
			return to.Param(text, libpcp.StringAtom(string(line)))
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		records, err := libpcp.UnpackEvents(libpcp.Block{Type: a.Type, Data: a.Bytes()})
		fmt.Println(len(records), err)
	}
	fetch()
	for _, line := range []string{"started", "# a remark", "stopped"} {
		if err := lines.Append(time.Now(), []byte(line)); err != nil {
			log.Fatal(err)
		}
	}
	fetch()
	lines.SetAccess(client, false)
	fetch()
	fmt.Println(lines.Stats().Count, "lines,", lines.Stats().Clients, "client")
	// Output:
	// no value
	// 2 <nil>
	// no value
	// 3 lines, 1 client
}
