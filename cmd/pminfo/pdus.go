package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"pcptools/libpcp/pmcd"
)

// pduCounts are how many PDUs were exchanged, by type.
type pduCounts map[int]*struct{ sent, received int }

func (n pduCounts) count(p pmcd.PDU) {
	c := n[p.Type()]
	if c == nil {
		c = new(struct{ sent, received int })
		n[p.Type()] = c
	}
	if p.Sent {
		c.sent++
	} else {
		c.received++
	}
}

// report writes them (-Dappl5).
func (n pduCounts) report(w io.Writer) {
	if len(n) == 0 {
		io.WriteString(w, "PDU stats ... no PDU activity\n")
		return
	}
	sent, received := 0, 0
	text := fmt.Appendf(nil, "PDU stats ...\n%-20s %6s %6s\n", "Type", "Xmit", "Recv")
	for _, t := range slices.Sorted(maps.Keys(n)) {
		text = appendPDUs(text, pmcd.TypeName(t), n[t].sent, n[t].received)
		sent += n[t].sent
		received += n[t].received
	}
	w.Write(appendPDUs(text, "Total", sent, received))
}

func appendPDUs(dst []byte, name string, sent, received int) []byte {
	return fmt.Appendf(dst, "%-20.20s %6d %6d\n", name, sent, received)
}
