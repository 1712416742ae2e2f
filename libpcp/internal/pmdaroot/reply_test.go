package pmdaroot

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"syscall"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// Replies of the pmdaroot of PCP 6.0.3.
const (
	greeting  = "009000001800000000000000020000000700000000000000"
	found     = "069000002400000000000000020000004d0000000c000000646f636b65722f7765626279"
	notFound  = "069000001800000091cfffff020000000000000000000000"
	processOf = "049000001800000000000000020000007853000000000000"
)

func TestParseReply(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		need.Skip(t, "needs a little-endian machine: so was it recorded")
	}
	for _, c := range []struct {
		message string
		kind    uint32
		want    reply
		err     error
	}{
		{greeting, typeGreeting, reply{7, ""}, nil},
		{found, typeCgroup + 1, reply{77, "docker/webby"}, nil},
		{processOf, typeProcess + 1, reply{21368, ""}, nil},
		{notFound, typeCgroup + 1, reply{}, libpcp.ErrNoContainer},
		{found, typeProcess + 1, reply{}, syscall.ESRCH},
		{found[:46], typeCgroup + 1, reply{}, syscall.EINVAL},
		{found[:60], typeCgroup + 1, reply{}, syscall.E2BIG},
		{"069000001800000000000000020000004d00000003000000414243", typeCgroup + 1, reply{}, syscall.E2BIG},
		{"069000001800000000000000020000004d000000ffffffff41", typeCgroup + 1, reply{}, syscall.E2BIG},
		{"069000001800000005000000020000004d00000000000000", typeCgroup + 1, reply{}, syscall.EINVAL},
		{"009000001800000000000000030000000700000000000000", typeGreeting, reply{}, syscall.EOPNOTSUPP},
		{"", typeGreeting, reply{}, syscall.EINVAL},
	} {
		b, err := hex.DecodeString(c.message)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parseReply(b, c.kind); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", c.message, got, err)
		}
	}
}

func FuzzParseReply(f *testing.F) {
	for _, seed := range []string{greeting, found, notFound, processOf} {
		b, _ := hex.DecodeString(seed)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, kind := range []uint32{typeGreeting, typeCgroup + 1} {
			r, err := parseReply(b, kind)
			if err == nil && !bytes.Contains(b[headerSize:], []byte(r.name)) {
				t.Errorf("%q is not in %q", r.name, b)
			}
		}
	})
}
