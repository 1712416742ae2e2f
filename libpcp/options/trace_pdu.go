package options

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/pmcd"
)

// pduTrace is what -D pdu shows of a connection: PDUs, in hexadecimal, and the
// values in them.
type pduTrace struct {
	w      io.Writer
	texts  libpcp.ErrorTexts
	client *pmcd.Client // nil until there is one
	asking bool         // for names, which is not shown
}

// pduFile is the file descriptor that the genuine tools have a connection on.
const pduFile = 3

// pdu shows a PDU.
func (t *pduTrace) pdu(p pmcd.PDU) {
	if !t.asking {
		t.w.Write(appendPDU(nil, p))
	}
}

// result shows values.
func (t *pduTrace) result(ctx context.Context, r *libpcp.Result) {
	if t.asking || t.client == nil {
		return
	}
	defer t.quiet()()
	t.w.Write(format.AppendResultDump(ctx, nil, libpcp.NewContext(t.client), r, time.Local, t.texts))
}

// quiet shows nothing until the function it returns is called.
func (t *pduTrace) quiet() (end func()) {
	if t == nil {
		return func() {}
	}
	before := t.asking
	t.asking = true
	return func() { t.asking = before }
}

// appendPDU appends a line about a PDU, and its words as a little-endian host
// has them in memory once it has turned the header round.
func appendPDU(dst []byte, p pmcd.PDU) []byte {
	b := p.Bytes
	if p.Sent {
		dst = fmt.Appendf(dst, "[%d]pmXmitPDU: %s fd=%d len=%d\n", os.Getpid(), p.Name(), pduFile, len(b))
	} else {
		from := int32(binary.BigEndian.Uint32(b[8:]))
		dst = fmt.Appendf(dst, "[%d]pmGetPDU: %s fd=%d len=%d from=%d\n", os.Getpid(), p.Name(), pduFile, len(b), from)
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
