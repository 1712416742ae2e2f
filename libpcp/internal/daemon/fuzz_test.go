package daemon

import (
	"bytes"
	"io"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// bytesConn is a connection to an agent that has sent everything it ever
// sends.
type bytesConn struct{ io.Reader }

func (bytesConn) Write(b []byte) (int, error)      { return len(b), nil }
func (bytesConn) SetWriteDeadline(time.Time) error { return nil }
func (bytesConn) Close() error                     { return nil }

// requests are all that there are.
var requests = [...]func(*Link) error{
	func(l *Link) error {
		ids := []libpcp.PMID{metric, other}
		sets, _, err := l.Fetch(0, ids)
		if err == nil && (len(sets) != 2 || sets[0].PMID != metric || sets[1].PMID != other) {
			panic("sets of something else")
		}
		return err
	},
	func(l *Link) error { return l.Store(0, []libpcp.ValueSet{{PMID: metric}}) },
	func(l *Link) error {
		d, err := l.Desc(0, metric)
		if err == nil && d.PMID != metric {
			panic("descriptor of something else")
		}
		return err
	},
	func(l *Link) error { _, err := l.Instances(0, 1); return err },
	func(l *Link) error { _, err := l.InstanceName(0, 1, 2); return err },
	func(l *Link) error { _, err := l.InstanceID(0, 1, "two"); return err },
	func(l *Link) error { _, err := l.Text(0, libpcp.TextID{Kind: 5, Ident: uint32(metric)}); return err },
	func(l *Link) error {
		_, err := l.Labels(0, libpcp.LabelID{Class: libpcp.LabelDomain, Ident: 253})
		return err
	},
	func(l *Link) error { _, err := l.Lookup(0, "a.b"); return err },
	func(l *Link) error { _, err := l.Names(0, metric); return err },
	func(l *Link) error { _, err := l.Children(0, "a"); return err },
	func(l *Link) error {
		names, err := l.Traverse(0, "a")
		if err == nil && len(names) == 0 {
			panic("no names and no error")
		}
		return err
	},
}

// FuzzLink has an agent send anything, greeting and replies.
func FuzzLink(f *testing.F) {
	creds := pdu.VersionCreds(protocolVersion, 0)
	for i, m := range []pdu.Message{
		&pdu.Result{Sets: []libpcp.ValueSet{{PMID: metric}, {PMID: other}}}, &pdu.Error{Code: libpcp.ErrPMDANotReady},
		&pdu.Desc{Desc: libpcp.Desc{PMID: metric}}, &pdu.Instance{InDom: 1, Instances: []libpcp.Instance{{ID: 2, Name: "two"}}},
		&pdu.Instance{InDom: 1, Instances: []libpcp.Instance{{ID: 2, Name: "two"}}}, &pdu.Instance{InDom: 1}, &pdu.Text{Text: "text"},
		&pdu.Label{ID: libpcp.LabelID{Class: libpcp.LabelDomain, Ident: 253}}, &pdu.PMNSIDs{IDs: []libpcp.PMID{metric}},
		&pdu.PMNSNames{Names: []string{"a.b"}}, &pdu.PMNSNames{Names: []string{"b"}, Status: []int32{0}}, &pdu.PMNSNames{},
	} {
		f.Add(byte(i), m.Append(creds.Append(nil)))
	}
	f.Fuzz(func(t *testing.T, which byte, sent []byte) {
		l, err := Greet(bytesConn{bytes.NewReader(sent)}, limits, which >= 128)
		if err != nil {
			return
		}
		defer l.Close()
		request := requests[int(which)%len(requests)]
		for range 3 {
			err := request(l)
			if l.Err() != nil && err == nil {
				t.Fatal("an agent was dropped, and the request succeeded")
			}
		}
	})
}
