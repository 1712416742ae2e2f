package pdu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

const (
	// HeaderLen is the length of a header in bytes.
	HeaderLen = 12
	// MaxLen is a generous limit on what a peer may send, in bytes. The
	// largest replies seen are traversals of a whole name space, of the order
	// of 100 kB.
	MaxLen = 64 << 20
	// MaxRequest is the longest PDU that pmcd takes from a client, in bytes;
	// it closes the connection on a longer one.
	MaxRequest = 65536

	firstRead = 64 << 10 // what a peer's word is trusted for at once
)

// Header is what every PDU starts with.
//
//	00  length of the PDU in bytes, header included
//	04  type
//	08  from: a process id or context number, which receivers ignore
type Header struct {
	Len  int32
	Type Type
	From int32
}

// Read takes one PDU off r: its header, and the whole of it, header
// included. It uses the memory of buf as far as that goes, which may be nil;
// so values that alias a PDU live until its buffer is used again.
//
// A close before the first byte is io.EOF; within the PDU, or a header that
// cannot be, libpcp.ErrIPC; a length over limit libpcp.ErrTooBig. A length
// that no PDU of the type has is a header that cannot be. Failures of r itself,
// such as a deadline, are returned as they are. After any failure the stream
// cannot be used any more.
func Read(r io.Reader, buf []byte, limit int) (Header, []byte, error) {
	if cap(buf) < HeaderLen {
		buf = make([]byte, HeaderLen, 512)
	}
	buf = buf[:HeaderLen]
	if _, err := io.ReadFull(r, buf); err != nil {
		return Header{}, nil, readError("PDU header", err)
	}
	h := parseHeader(buf)
	switch {
	case h.Len < HeaderLen || h.Type < 0:
		return h, nil, fmt.Errorf("PDU header: length %d, type %d: %w", h.Len, int32(h.Type), libpcp.ErrIPC)
	case int64(h.Len) > int64(limit):
		return h, nil, fmt.Errorf("%v PDU of %d bytes: %w", h.Type, h.Len, libpcp.ErrTooBig)
	case h.Len > h.Type.maxLen():
		return h, nil, fmt.Errorf("%v PDU of %d bytes: %w", h.Type, h.Len, libpcp.ErrIPC)
	}
	buf, err := readBody(r, buf, int(h.Len))
	if err != nil {
		return h, nil, readError(h.Type.String(), err)
	}
	return h, buf, nil
}

// readBody extends buf to n bytes. Memory grows with the bytes that have arrived,
// not with the announced length: by 8 each time, and by 16 in the end, so that
// the buffers on the way are small beside the last.
func readBody(r io.Reader, buf []byte, n int) ([]byte, error) {
	for len(buf) < n {
		have := len(buf)
		want := max(cap(buf), firstRead, 8*have)
		if want >= n/2 {
			want = n
		}
		if want > cap(buf) {
			grown := make([]byte, want)
			copy(grown, buf)
			buf = grown
		}
		buf = buf[:want]
		if _, err := io.ReadFull(r, buf[have:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return buf, nil
}

// readError leaves a clean end of the stream alone and makes one within a PDU
// a protocol failure.
func readError(what string, err error) error {
	switch {
	case err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: %w: %w", what, libpcp.ErrIPC, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// parseHeader reads the header of b, which is long enough.
func parseHeader(b []byte) Header {
	r := wire.NewReader(b)
	return readHeader(&r)
}

func readHeader(r *wire.Reader) Header {
	return Header{Len: r.Int32(), Type: Type(r.Int32()), From: r.Int32()}
}

// SetFrom fills in the From field of the PDU that b starts with.
func SetFrom(b []byte, from int32) {
	binary.BigEndian.PutUint32(b[8:HeaderLen], uint32(from))
}

var errHeader = errors.New("not a PDU of this type and length")

// body checks that b is one PDU of type t and returns a Reader placed after
// its header.
func body(b []byte, t Type) wire.Reader {
	r := wire.NewReader(b)
	h := readHeader(&r)
	if r.Err() == nil && (int64(h.Len) != int64(len(b)) || h.Type != t) {
		r.Fail(errHeader)
	}
	return r
}

// finish reports what went wrong in r, trailing bytes included.
func finish(r *wire.Reader, t Type) error { return failure(t, r.Finish()) }

// failure makes a decoding error of a PDU out of err, unless it is nil.
func failure(t Type, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%v PDU: %w: %w", t, libpcp.ErrIPC, err)
}

// begin appends a header of type t and returns where it starts; end fills in
// the length when the body is there.
func begin(dst []byte, t Type) (out []byte, start int) {
	start = len(dst)
	dst = wire.AppendUint32(dst, 0)
	dst = wire.AppendInt32(dst, int32(t))
	return wire.AppendUint32(dst, 0), start
}

func end(dst []byte, start int) []byte {
	binary.BigEndian.PutUint32(dst[start:], uint32(len(dst)-start))
	return dst
}
