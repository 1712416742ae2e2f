package main

import (
	"fmt"
	"io"

	"pcptools/libpcp/pmcd"
)

// reportPDUs writes how many PDUs of each type were exchanged (-Dappl5).
func reportPDUs(w io.Writer, sent, received pmcd.Counts) {
	var rows []byte
	var allSent, allReceived uint64
	for i := range sent {
		if sent[i]+received[i] > 0 {
			rows = appendPDUs(rows, sent.TypeName(i), sent[i], received[i])
			allSent += sent[i]
			allReceived += received[i]
		}
	}
	if len(rows) == 0 {
		io.WriteString(w, "PDU stats ... no PDU activity\n")
		return
	}
	text := fmt.Appendf(nil, "PDU stats ...\n%-20s %6s %6s\n", "Type", "Xmit", "Recv")
	w.Write(appendPDUs(append(text, rows...), "Total", allSent, allReceived))
}

func appendPDUs(dst []byte, name string, sent, received uint64) []byte {
	return fmt.Appendf(dst, "%-20.20s %6d %6d\n", name, sent, received)
}
