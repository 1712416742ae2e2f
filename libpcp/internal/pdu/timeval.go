package pdu

import (
	"time"

	"pcptools/libpcp/internal/wire"
)

// readTimeval takes a time of two words, seconds and microseconds.
func readTimeval(r *wire.Reader) time.Time {
	sec, usec := r.Int32(), r.Int32()
	return time.Unix(int64(sec), int64(usec)*1000)
}

func appendTimeval(dst []byte, t time.Time) []byte {
	dst = wire.AppendInt32(dst, int32(t.Unix()))
	return wire.AppendInt32(dst, int32(t.Nanosecond()/1000))
}
