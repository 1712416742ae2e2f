package logger

import (
	"testing"
	"time"

	"pcptools/libpcp/internal/pdu"
)

// TestStatusOf has all that a pmlogger says of itself, in both versions of its
// protocol.
func TestStatusOf(t *testing.T) {
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0) }
	for state, started := range map[int32]bool{0: false, 1: true} {
		want := Status{Start: at(1), Last: at(2), Now: at(3), Started: started, Volume: 4, Size: 5 << 32,
			Host: "host", Address: "address", HostTimezone: "UTC-1", LoggerTimezone: "UTC-2"}
		v2 := pdu.LogStatusV2{Start: at(1), Last: at(2), Now: at(3), State: state, Volume: 4, Size: 5 << 32,
			PMCDHost: "host", PMCDAddress: "address", PMCDTimezone: "UTC-1", LoggerTimezone: "UTC-2"}
		if got, err := statusOf(pdu.TypeLogStatusV2, v2.Append(nil)); err != nil || *got != want {
			t.Errorf("version 2: %+v, %v", got, err)
		}
		want.HostZoneinfo, want.LoggerZoneinfo = ":One", ":Two"
		v3 := pdu.LogStatus{Start: at(1), Last: at(2), Now: at(3), State: state, Volume: 4, Size: 5 << 32,
			PMCDHost: "host", PMCDAddress: "address", PMCDTimezone: "UTC-1", LoggerTimezone: "UTC-2", PMCDZoneinfo: ":One", LoggerZoneinfo: ":Two"}
		if got, err := statusOf(pdu.TypeLogStatus, v3.Append(nil)); err != nil || *got != want {
			t.Errorf("version 3: %+v, %v", got, err)
		}
		for n, b := range map[string][]byte{"2": v2.Append(nil), "3": v3.Append(nil)} {
			b = b[:len(b)-4]
			if got, err := statusOf(pdu.TypeLogStatusV2, b); err == nil {
				t.Errorf("version %s, cut: %+v", n, got)
			}
			if got, err := statusOf(pdu.TypeLogStatus, b); err == nil {
				t.Errorf("version %s, cut: %+v", n, got)
			}
		}
	}
}
