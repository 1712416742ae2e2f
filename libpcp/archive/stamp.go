package archive

import (
	"cmp"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// stamp is a time as archives hold it. Nanoseconds are those of a second, but
// for the current time of an interpolated replay (see interval) and what
// damaged archives have.
type stamp struct {
	sec  int64
	nsec int64
}

const second = 1_000_000_000 // nanoseconds

// maxStamp is the end that is reported when it cannot be found.
var maxStamp = stamp{sec: 1<<63 - 1}

func stampOf(t time.Time) stamp { return stamp{t.Unix(), int64(t.Nanosecond())} }

func (s stamp) time() time.Time { return time.Unix(s.sec, s.nsec) }

// result is a result of that time, without value sets.
func (s stamp) result() *libpcp.Result {
	r := new(libpcp.Result)
	s.setTime(r)
	return r
}

func (s stamp) setTime(r *libpcp.Result) {
	r.Time = s.time()
	r.Uncarried = int(r.Time.Unix() - s.sec)
}

func (s stamp) compare(t stamp) int {
	const most = 1 << 3 // seconds that nanoseconds may come to
	if c := cmp.Compare(s.sec, t.sec); c != 0 && uint64(s.sec-t.sec+most) > 2*most {
		return c
	}
	return cmp.Compare((s.sec-t.sec)*second+s.nsec, t.nsec)
}

func (s stamp) before(t stamp) bool { return s.compare(t) < 0 }

func (s stamp) after(t stamp) bool { return s.compare(t) > 0 }

// add moves s by d nanoseconds and carries.
func (s stamp) add(d int64) stamp {
	s.nsec += d
	s.sec += s.nsec / second
	s.nsec %= second
	if s.nsec < 0 {
		s.sec--
		s.nsec += second
	}
	return s
}

// stampSize is the length of a timestamp in files of a version.
func stampSize(version int) int {
	if version == 3 {
		return 12
	}
	return 8
}

// readStamp takes the timestamp of a version off r:
//
//	version 2:  i32 seconds, u32 microseconds
//	version 3:  u32 low seconds, u32 high seconds, i32 nanoseconds
func readStamp(r *wire.Reader, version int) stamp {
	low := r.Uint32()
	if version == 3 {
		high := r.Uint32()
		return stamp{int64(high)<<32 | int64(low), int64(r.Int32())}
	}
	return stamp{int64(int32(low)), int64(r.Int32() * 1000)}
}

// appendStamp appends the timestamp of a version; version 2 drops nanoseconds.
func appendStamp(dst []byte, s stamp, version int) []byte {
	dst = wire.AppendUint32(dst, uint32(s.sec))
	if version == 3 {
		dst = wire.AppendUint32(dst, uint32(s.sec>>32))
		return wire.AppendInt32(dst, int32(s.nsec))
	}
	return wire.AppendUint32(dst, uint32(s.nsec/1000))
}

// minus is the time from t to s, as if it were a time.
func (s stamp) minus(t stamp) stamp {
	return stamp{s.sec - t.sec, 0}.add(s.nsec - t.nsec)
}
