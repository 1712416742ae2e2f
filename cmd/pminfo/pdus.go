package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"pcptools/cmd/internal/debug"
	"pcptools/libpcp/pmcd"
)

// reportPDUs writes how many PDUs were exchanged, by type (-Dappl5).
func reportPDUs(w io.Writer, n debug.Counts) {
	if len(n) == 0 {
		io.WriteString(w, "PDU stats ... no PDU activity\n")
		return
	}
	sent, received := 0, 0
	text := fmt.Appendf(nil, "PDU stats ...\n%-20s %6s %6s\n", "Type", "Xmit", "Recv")
	for _, t := range slices.Sorted(maps.Keys(n)) {
		text = appendPDUs(text, pmcd.TypeName(t), n[t].Sent, n[t].Received)
		sent += n[t].Sent
		received += n[t].Received
	}
	w.Write(appendPDUs(text, "Total", sent, received))
}

func appendPDUs(dst []byte, name string, sent, received int) []byte {
	return fmt.Appendf(dst, "%-20.20s %6d %6d\n", name, sent, received)
}
