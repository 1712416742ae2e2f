package pcptls

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/pmcd"
)

// writes notes each write.
type writes [][]byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, bytes.Clone(b))
	return len(b), nil
}

// TestCarryPDUs checks that each PDU is a write, however the bytes come, and
// where they cannot be PDUs that none follows.
func TestCarryPDUs(t *testing.T) {
	good := (&pdu.Error{Code: 1}).Append(nil)
	large := (&pdu.Text{Text: strings.Repeat("x", 200_000)}).Append(nil)
	for _, test := range []struct {
		length int64
		want   error
	}{
		{length: -1, want: libpcp.ErrIPC}, {length: 0, want: libpcp.ErrIPC}, {length: 11, want: libpcp.ErrIPC},
		{length: pdu.MaxLen + 1, want: libpcp.ErrTooBig}, {length: pdu.MaxLen, want: libpcp.ErrIPC},
	} {
		bad := binary.BigEndian.AppendUint32(nil, uint32(test.length))
		bad = append(bad, make([]byte, 20)...)
		for _, src := range []io.Reader{
			bytes.NewReader(bytes.Join([][]byte{good, large, good, bad}, nil)),
			iotest.OneByteReader(bytes.NewReader(bytes.Join([][]byte{good, large, good, bad}, nil))),
		} {
			var got writes
			err := carryPDUs(&got, src)
			if len(got) != 3 || !bytes.Equal(got[0], good) || !bytes.Equal(got[1], large) || !bytes.Equal(got[2], good) {
				t.Errorf("%d: wrote %d", test.length, len(got))
			}
			if !errors.Is(err, test.want) {
				t.Errorf("%d: got %v, want %v", test.length, err, test.want)
			}
		}
	}
}

func TestStatus(t *testing.T) {
	long := strings.Repeat("x", 2*maxStatus)
	for _, test := range []struct {
		err        error
		line, text string
	}{
		{nil, "0\n", ""},
		{fmt.Errorf("more: %w", libpcp.ErrTLS), "-12414\n", ""},
		{&pmcd.SecureError{Text: "a\nb c", Err: libpcp.ErrNotConn}, "-12391 a b c\n", "a b c"},
		{&pmcd.SecureError{Text: long, Err: libpcp.ErrNotConn},
			"-12391 " + long[:maxStatus-8] + "\n", long[:maxStatus-8]},
	} {
		line := appendStatus(nil, test.err)
		if string(line) != test.line {
			t.Errorf("%v: got %q", test.err, line)
		}
		rest := strings.NewReader(string(line) + "rest")
		err := readStatus(rest)
		var logged *pmcd.SecureError
		if errors.As(err, &logged) != (test.text != "") || logged != nil && logged.Text != test.text {
			t.Errorf("%q: got %v", line, err)
		}
		if libpcp.Code(err) != libpcp.Code(test.err) || rest.Len() != len("rest") {
			t.Errorf("%q: got %v, and %d bytes are left", line, err, rest.Len())
		}
	}
	for _, line := range []string{"", "\n", "0", "1\n", "00\n", "0 x\n", "-x\n", "-99999999999\n", "hello\n", long} {
		if err := readStatus(strings.NewReader(line)); !errors.Is(err, libpcp.ErrIPC) {
			t.Errorf("%.20q: got %v", line, err)
		}
	}
}

func FuzzStatus(f *testing.F) {
	f.Add([]byte("0\n"))
	f.Add([]byte("-12391 text\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		err := readStatus(bytes.NewReader(line))
		if err == nil && !bytes.HasPrefix(line, []byte("0\n")) || libpcp.Code(err) > 0 {
			t.Errorf("%q: %v", line, err)
		}
	})
}
