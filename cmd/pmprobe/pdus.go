package main

import (
	"fmt"
	"io"

	"pcptools/cmd/internal/debug"
)

// reportPDUs writes how many PDUs of each type were exchanged (-V): from ERROR, whose
// number is 0x7000, to DESC_IDS.
func reportPDUs(out io.Writer, counts debug.Counts) {
	var sent, received [23]int
	for i := range sent {
		if c := counts[0x7000+i]; c != nil {
			sent[i], received[i] = c.Sent, c.Received
		}
	}
	reportCounts(out, "send", sent[:])
	reportCounts(out, "recv", received[:])
}

func reportCounts(out io.Writer, direction string, counts []int) {
	total := 0
	fmt.Fprintf(out, "PDUs %s", direction)
	for _, n := range counts {
		fmt.Fprintf(out, " %3d", n)
		total += n
	}
	fmt.Fprintf(out, "\nTotal: %d\n", total)
}
