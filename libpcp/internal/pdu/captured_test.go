package pdu

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/libpcp"
)

// newMessage returns the message of a type, or nil.
func newMessage(t Type) Message {
	switch t {
	case TypeError:
		return new(Error)
	case TypeResult:
		return new(Result)
	case TypeProfile:
		return new(Profile)
	case TypeFetch:
		return new(Fetch)
	case TypeDescReq:
		return new(DescReq)
	case TypeDesc:
		return new(Desc)
	case TypeInstanceReq:
		return new(InstanceReq)
	case TypeInstance:
		return new(Instance)
	case TypeTextReq:
		return new(TextReq)
	case TypeText:
		return new(Text)
	case TypeCreds:
		return new(Creds)
	case TypePMNSIDs:
		return new(PMNSIDs)
	case TypePMNSNames:
		return new(PMNSNames)
	case TypePMNSChild:
		return new(PMNSChild)
	case TypePMNSTraverse:
		return new(PMNSTraverse)
	case TypeAttr:
		return new(Attr)
	case TypeLabelReq:
		return new(LabelReq)
	case TypeLabel:
		return new(Label)
	case TypeHighResFetch:
		return new(HighResFetch)
	case TypeHighResResult:
		return new(HighResResult)
	case TypeDescIDs:
		return new(DescIDs)
	case TypeDescs:
		return new(Descs)
	case TypeLogControl:
		return new(LogControl)
	case TypeTraceData:
		return new(TraceData)
	case TypeTraceAck:
		return new(TraceAck)
	case TypeLogStatusV2:
		return new(LogStatusV2)
	case TypeLogRequest:
		return new(LogRequest)
	case TypeLogStatus:
		return new(LogStatus)
	}
	return nil
}

// equal compares messages, empty slices being like nil.
func equal(t testing.TB, got, want any) {
	t.Helper()
	opts := cmp.Options{cmpopts.EquateEmpty(), cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(libpcp.Profile{})}
	if d := cmp.Diff(want, got, opts); d != "" {
		t.Errorf("message differs (-want +got):\n%s", d)
	}
}

// captured returns the PDUs of testdata/captured.txt.
func captured(t testing.TB) [][]byte {
	text, err := os.ReadFile("testdata/captured.txt")
	if err != nil {
		t.Fatal(err)
	}
	var pdus [][]byte
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		_, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		pdus = append(pdus, b)
	}
	return pdus
}

// What was captured decodes, and encodes to the bytes that were captured.
func TestCaptured(t *testing.T) {
	for _, b := range captured(t) {
		h := parseHeader(b)
		m := newMessage(h.Type)
		if err := m.Decode(b); err != nil {
			t.Errorf("%x: %v", b, err)
			continue
		}
		got := m.Append(nil)
		SetFrom(got, h.From)
		if !bytes.Equal(got, b) {
			t.Errorf("%v %+v\n got %x\nwant %x", h.Type, m, got, b)
		}
	}
}

// No part of a PDU is taken for a whole one, and whatever its length says.
func TestTruncated(t *testing.T) {
	for _, b := range captured(t) {
		typ := parseHeader(b).Type
		for n := range len(b) {
			part := bytes.Clone(b[:n])
			if n >= HeaderLen {
				end(part, 0)
			}
			err := newMessage(typ).Decode(part)
			if err != nil && libpcp.Code(err) != libpcp.ErrIPC {
				t.Fatalf("%x: %v, want %v", part, err, libpcp.ErrIPC)
			}
			if err == nil && !complete(typ, b, n) {
				t.Errorf("%v: the first %d of %d bytes were accepted: %x", typ, n, len(b), part)
			}
		}
	}
}

// complete reports whether the first n bytes of a PDU may stand alone: what
// they lack is padding, or they are of a type without an end of its own.
func complete(typ Type, b []byte, n int) bool {
	switch typ {
	case TypeError:
		return n == HeaderLen+4
	case TypeAttr:
		return true
	}
	return len(b)-n < 4 && (b[n] == '~' || typ == TypeLogStatus)
}
