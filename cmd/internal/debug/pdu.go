package debug

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// pdu prints a PDU, in hexadecimal.
func (t *tracer) pdu(p pmcd.PDU) {
	if !t.asking {
		t.w.Write(appendPDU(nil, p))
	}
}

// values prints the values in a PDU, once a context knows names.
func (t *tracer) values(ctx context.Context, v traced.Values) {
	if !t.asking && t.dialed {
		defer t.quiet()()
		t.w.Write(t.appendResult(ctx, nil, libpcp.NewContext(v.Client), v.Result, time.Local))
	}
}

// appendPDU appends a line about a PDU, and its words as a little-endian host
// has them in memory once it has turned the header round.
func appendPDU(dst []byte, p pmcd.PDU) []byte {
	b := p.Bytes
	if p.Sent {
		dst = fmt.Appendf(dst, "[%d]pmXmitPDU: %s fd=%d len=%d\n", os.Getpid(), p.Name(), descriptor, len(b))
	} else {
		from := int32(binary.BigEndian.Uint32(b[8:]))
		dst = fmt.Appendf(dst, "[%d]pmGetPDU: %s fd=%d len=%d from=%d\n", os.Getpid(), p.Name(), descriptor, len(b), from)
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
