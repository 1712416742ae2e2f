package pmcdplay

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"

	"pcptools/libpcp"
)

// An Exchange is a request and its reply, as they were sent: one PDU or several,
// headers included. A request that depends on the profile begins with the PDU of
// that. A reply begins with the notices that came before it; an empty one is the
// end of the connection. The greeting is the reply to an empty request.
type Exchange struct{ Request, Reply []byte }

// Equal reports whether two exchanges are the same bytes.
func (e Exchange) Equal(other Exchange) bool {
	return bytes.Equal(e.Request, other.Request) && bytes.Equal(e.Reply, other.Reply)
}

// maxFile is the most that a file of exchanges may expand to, in bytes.
const maxFile = 64 << 20

// Read reads a file of exchanges that [Write] wrote: compressed by gzip, each the
// length of its request (32 bits, big-endian), the request, and likewise the reply.
func Read(r io.Reader) ([]Exchange, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, libpcp.ErrTooBig
	}
	var exchanges []Exchange
	for len(text) > 0 {
		var e Exchange
		for _, part := range []*[]byte{&e.Request, &e.Reply} {
			if *part, text, err = cut(text); err != nil {
				return nil, err
			}
		}
		exchanges = append(exchanges, e)
	}
	return exchanges, nil
}

// cut takes a counted part off a text.
func cut(text []byte) (part, rest []byte, err error) {
	const size = 4
	if len(text) < size || uint64(binary.BigEndian.Uint32(text)) > uint64(len(text)-size) {
		return nil, nil, errors.New("a file of exchanges that is cut short")
	}
	n := size + int(binary.BigEndian.Uint32(text))
	return text[size:n:n], text[n:], nil
}

// Write writes exchanges for [Read]. The same exchanges are the same bytes.
func Write(w io.Writer, exchanges []Exchange) error {
	var text []byte
	for _, e := range exchanges {
		for _, part := range [][]byte{e.Request, e.Reply} {
			text = append(binary.BigEndian.AppendUint32(text, uint32(len(part))), part...)
		}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(text)
	return errors.Join(err, z.Close())
}
