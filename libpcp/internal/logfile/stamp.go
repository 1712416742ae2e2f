package logfile

import (
	"cmp"
	"time"

	"pcptools/libpcp/internal/wire"
)

// Stamp is a time. Nanoseconds are less than a second, except in damaged archives
// and times interpolated in them.
type Stamp struct {
	Sec  int64
	Nsec int64
}

// Second is the nanoseconds of a second.
const Second = 1_000_000_000

// MaxStamp is the latest possible time.
var MaxStamp = Stamp{Sec: 1<<63 - 1}

// StampOf returns the stamp of a time.
func StampOf(t time.Time) Stamp { return Stamp{t.Unix(), int64(t.Nanosecond())} }

// Time returns the time of a stamp.
func (s Stamp) Time() time.Time { return time.Unix(s.Sec, s.Nsec) }

// Compare is negative if s is before t and positive if it is after t.
func (s Stamp) Compare(t Stamp) int {
	const most = 1 << 3 // seconds that nanoseconds may come to
	if uint64(max(s.Sec, t.Sec)-min(s.Sec, t.Sec)) > most {
		return cmp.Compare(s.Sec, t.Sec)
	}
	return cmp.Compare((s.Sec-t.Sec)*Second+s.Nsec, t.Nsec)
}

// CompareNear is Compare for times less than 68 years apart; libpcp (C), which
// looks up metadata by it, takes others for such.
func (s Stamp) CompareNear(t Stamp) int {
	if d := int32(s.Sec - t.Sec); d != 0 {
		return int(d)
	}
	return cmp.Compare(s.Nsec, t.Nsec)
}

// Before reports whether s is before t.
func (s Stamp) Before(t Stamp) bool { return s.Compare(t) < 0 }

// After reports whether s is after t.
func (s Stamp) After(t Stamp) bool { return s.Compare(t) > 0 }

// Add moves s by d nanoseconds and carries.
func (s Stamp) Add(d int64) Stamp {
	s.Nsec += d
	s.Sec += s.Nsec / Second
	s.Nsec %= Second
	if s.Nsec < 0 {
		s.Sec--
		s.Nsec += Second
	}
	return s
}

// Sub is the time from t to s, as if it were a time.
func (s Stamp) Sub(t Stamp) Stamp {
	return Stamp{s.Sec - t.Sec, 0}.Add(s.Nsec - t.Nsec)
}

// StampSize is the length of a stamp in files of a version.
func StampSize(version int) int {
	if version == 3 {
		return 12
	}
	return 8
}

// ReadStamp takes the stamp of a version off r:
//
//	version 2:  i32 seconds, u32 microseconds
//	version 3:  u32 low seconds, u32 high seconds, i32 nanoseconds
func ReadStamp(r *wire.Reader, version int) Stamp {
	low := r.Uint32()
	if version == 3 {
		high := r.Uint32()
		return Stamp{int64(high)<<32 | int64(low), int64(r.Int32())}
	}
	return Stamp{int64(int32(low)), int64(r.Int32() * 1000)}
}

// AppendStamp appends the stamp of a version; version 2 drops nanoseconds.
func AppendStamp(dst []byte, s Stamp, version int) []byte {
	dst = wire.AppendUint32(dst, uint32(s.Sec))
	if version == 3 {
		dst = wire.AppendUint32(dst, uint32(s.Sec>>32))
		return wire.AppendInt32(dst, int32(s.Nsec))
	}
	return wire.AppendUint32(dst, uint32(s.Nsec/1000))
}
