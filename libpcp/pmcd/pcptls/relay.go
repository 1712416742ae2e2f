package pcptls

import (
	"bufio"
	"io"
	"net"

	"pcptools/libpcp/internal/pdu"
)

// relay carries PDUs from the tool, each in a write of its own, and bytes from
// pmcd, until either side ends or a PDU makes no sense.
func relay(tool, pmcd net.Conn) {
	ended := make(chan struct{}, 2)
	go func() {
		io.Copy(tool, pmcd)
		ended <- struct{}{}
	}()
	go func() {
		carryPDUs(pmcd, tool)
		ended <- struct{}{}
	}()
	<-ended
}

func carryPDUs(dst io.Writer, src io.Reader) error {
	in := bufio.NewReaderSize(src, 32<<10)
	var memory []byte
	for {
		_, b, err := pdu.Read(in, memory, pdu.MaxLen)
		if err != nil {
			return err
		}
		if _, err := dst.Write(b); err != nil {
			return err
		}
		memory = b[:0]
	}
}
