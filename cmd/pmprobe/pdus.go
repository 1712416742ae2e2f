package main

import (
	"fmt"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/pmcd"
)

// pduTypes is how many types of PDU are reported: from ERROR to DESC_IDS.
const pduTypes = 23

// reportPDUs writes how many PDUs of each type were sent and received.
func reportPDUs(out *tool.Output, sent, received pmcd.Counts) {
	reportCounts(out, "send", sent)
	reportCounts(out, "recv", received)
}

func reportCounts(out *tool.Output, direction string, counts pmcd.Counts) {
	total := uint64(0)
	fmt.Fprintf(out, "PDUs %s", direction)
	for _, n := range counts[:pduTypes] {
		fmt.Fprintf(out, " %3d", n)
		total += n
	}
	fmt.Fprintf(out, "\nTotal: %d\n", total)
}
