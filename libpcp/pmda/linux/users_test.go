package linux

import (
	"encoding/binary"
	"testing"
)

// TestUtmp counts records of the size that each processor has.
func TestUtmp(t *testing.T) {
	for arch, size := range map[string]int{"amd64": 384, "386": 384, "arm": 384, "arm64": 400, "loong64": 400, "ppc64le": 384, "riscv64": 384, "s390x": 400} {
		var text []byte
		for _, user := range []string{"", "root", "a", "gone", "b"} {
			r := make([]byte, size)
			kind := uint16(utmpLogin)
			if user == "gone" {
				kind = 8 // DEAD_PROCESS
			}
			binary.NativeEndian.PutUint16(r, kind)
			copy(r[utmpUser:], user)
			text = append(text, r...)
		}
		if got, want := countSessions(text, utmpRecord(arch)), (sessions{users: 3, roots: 1, sessions: 5}); got != want {
			t.Errorf("%s: %+v, want %+v", arch, got, want)
		}
	}
}
