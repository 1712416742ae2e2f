package main

import (
	"fmt"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/pmcd"
)

// pduCounts are how many PDUs of each type were exchanged: from ERROR, whose
// number is 0x7000, to DESC_IDS.
type pduCounts struct{ sent, received [23]int }

func (n *pduCounts) count(p pmcd.PDU) {
	counts := &n.received
	if p.Sent {
		counts = &n.sent
	}
	if i := p.Type() - 0x7000; i >= 0 && i < len(counts) {
		counts[i]++
	}
}

// report writes them (-V).
func (n *pduCounts) report(out *tool.Output) {
	reportCounts(out, "send", n.sent[:])
	reportCounts(out, "recv", n.received[:])
}

func reportCounts(out *tool.Output, direction string, counts []int) {
	total := 0
	fmt.Fprintf(out, "PDUs %s", direction)
	for _, n := range counts {
		fmt.Fprintf(out, " %3d", n)
		total += n
	}
	fmt.Fprintf(out, "\nTotal: %d\n", total)
}
