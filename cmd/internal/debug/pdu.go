package debug

import (
	"encoding/binary"
	"fmt"
	"os"

	"pcptools/libpcp/pmcd"
)

// appendPDU appends a line about a PDU, and its words as a little-endian host
// has them in memory once it has turned the header round. The file descriptor is the
// one of PCP's tools.
func appendPDU(dst []byte, p pmcd.PDU) []byte {
	b := p.Bytes
	if p.Sent {
		dst = fmt.Appendf(dst, "[%d]pmXmitPDU: %s fd=3 len=%d\n", os.Getpid(), p.Name(), len(b))
	} else {
		from := int32(binary.BigEndian.Uint32(b[8:]))
		dst = fmt.Appendf(dst, "[%d]pmGetPDU: %s fd=3 len=%d from=%d\n", os.Getpid(), p.Name(), len(b), from)
	}
	const headerWords, wordsInLine = 3, 8
	for i := 0; 4*i < len(b); i++ {
		if i > 0 && i%wordsInLine == 0 {
			dst = append(dst, '\n')
		}
		if i%wordsInLine == 0 {
			dst = fmt.Appendf(dst, "%03d: ", i)
		}
		word := [4]byte{'~', '~', '~', '~'}
		copy(word[:], b[4*i:])
		n := binary.LittleEndian.Uint32(word[:])
		if i < headerWords {
			n = binary.BigEndian.Uint32(word[:])
		}
		dst = fmt.Appendf(dst, "%8x ", n)
	}
	return append(dst, '\n')
}
