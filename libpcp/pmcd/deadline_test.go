package pmcd_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestDeadline asks a pmcd 200 ms away for everything, with a deadline that comes
// sooner each time: whatever it cuts off, and all that follows, is a timeout.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near := pmcdtest.Pipe(t, pmcdtest.Serve(sourcetest.NewMemory(2), pmcdtest.AllFeatures))
		d := pmcd.Dialer{NetDial: delayed(t, near, 200*time.Millisecond)}
		for limit := 50 * time.Millisecond; limit < 2*time.Second; limit += 50 * time.Millisecond {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			timeouts := 0
			for what, err := range failures(ctx, d) {
				if libpcp.Code(err) == libpcp.ErrTimeout {
					timeouts++
				} else {
					t.Errorf("%v: %s: %v", limit, what, err)
				}
			}
			if timeouts == 0 && limit < time.Second {
				t.Errorf("%v: no timeouts", limit)
			}
			cancel()
		}
	})
}

// failures dials, asks for this and that, and returns what fails.
func failures(ctx context.Context, d pmcd.Dialer) map[string]error {
	failed := make(map[string]error)
	note := func(what string, err error) {
		if err != nil {
			failed[what] = err
		}
	}
	client, err := d.Dial(ctx, "pcp://fake")
	if err != nil {
		return map[string]error{"dial": err}
	}
	c := sourcetest.Direct(client)
	defer c.Close()
	c.HostName(ctx)
	note("lookup", c.Lookup(ctx, []string{"memory.one"})[0].Err)
	id := libpcp.NewPMID(200, 0, 1)
	names, lookup, desc := &libpcp.TraverseQuery{Name: "memory"}, &libpcp.LookupQuery{Names: []string{"memory.load"}}, &libpcp.DescsQuery{IDs: []libpcp.PMID{id}}
	fetch := &libpcp.FetchQuery{IDs: []libpcp.PMID{id}, Profile: new(libpcp.Profile)}
	c.Ask(ctx, names, lookup, desc, fetch)
	note("names", names.Err)
	note("look-up in a batch", lookup.Replies[0].Err)
	note("descriptor in a batch", desc.Replies[0].Err)
	note("values in a batch", fetch.Err)
	_, err = c.Fetch(ctx, []libpcp.PMID{id}, nil)
	note("values", err)
	_, err = c.Text(ctx, libpcp.TextID{Kind: libpcp.TextPMID | libpcp.TextOneLine, Ident: uint32(id)})
	note("text", err)
	_, err = c.Instances(ctx, libpcp.NewInDom(200, 1))
	note("instances", err)
	return failed
}

// TestCauses has what the system reports when a connection fails: PCP has a code
// for all of it, and the cause is there too.
func TestCauses(t *testing.T) {
	system := func(n syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", n)}
	}
	for _, test := range []struct {
		spec  string
		err   error
		code  libpcp.Error
		cause libpcp.Error
	}{
		{"pcp://h", system(syscall.ECONNREFUSED), libpcp.Errno(syscall.ECONNREFUSED), libpcp.Errno(syscall.ECONNREFUSED)},
		{"pcp://h", system(syscall.EMFILE), libpcp.Errno(syscall.ECONNREFUSED), libpcp.Errno(syscall.EMFILE)},
		{"pcp://h", system(syscall.ENETUNREACH), libpcp.Errno(syscall.ECONNREFUSED), libpcp.Errno(syscall.ENETUNREACH)},
		{"pcp://h", system(syscall.ETIMEDOUT), libpcp.Errno(syscall.ECONNREFUSED), libpcp.ErrTimeout},
		{"pcp://h", &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, libpcp.Errno(syscall.ECONNREFUSED), libpcp.ErrTimeout},
		{"pcp://h", context.DeadlineExceeded, libpcp.Errno(syscall.ECONNREFUSED), libpcp.ErrTimeout},
		{"unix:///nosuch/socket", system(syscall.EMFILE), libpcp.Errno(syscall.ENOENT), libpcp.Errno(syscall.EMFILE)},
		{"unix:///nosuch/socket", system(syscall.ENOENT), libpcp.Errno(syscall.ENOENT), libpcp.Errno(syscall.ENOENT)},
		{"pcp://h", &net.DNSError{Err: "no such host", Name: "h", IsNotFound: true}, libpcp.Errno(syscall.EHOSTUNREACH), libpcp.Errno(syscall.EHOSTUNREACH)},
		{"pcp://h", &net.DNSError{Err: "i/o timeout", Name: "h", IsTimeout: true, IsTemporary: true}, libpcp.ErrAgain, libpcp.ErrAgain},
		{"pcp://h", &net.DNSError{Err: "server misbehaving", Name: "h"}, libpcp.ErrAgain, libpcp.ErrAgain},
		{"pcp://h", &net.DNSError{Err: "dial udp 127.0.0.1:53: socket: " + syscall.EMFILE.Error(), Name: "h"}, libpcp.Errno(syscall.EHOSTUNREACH), libpcp.Errno(syscall.EMFILE)},
	} {
		d := pmcd.Dialer{NetDial: func(context.Context, string, string) (net.Conn, error) { return nil, test.err }}
		_, err := d.Dial(t.Context(), test.spec)
		var dial *pmcd.DialError
		if !errors.As(err, &dial) {
			t.Fatalf("%v: %v", test.err, err)
		}
		cause := dial.Cause()
		if libpcp.Code(err) != test.code || libpcp.Code(cause) != test.cause || !errors.Is(cause, err) {
			t.Errorf("%s: %v: code %v, cause %v; want %v, %v", test.spec, test.err, libpcp.Code(err), libpcp.Code(cause), test.code, test.cause)
		}
		if text := fmt.Sprint(cause); text == "" {
			t.Errorf("%v: no text", test.err)
		}
	}
}

// TestEndedBeforeSent asks with a context that has ended before: nothing is sent,
// and the connection answers the next request.
func TestEndedBeforeSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, pmcdtest.Serve(sourcetest.NewMemory(2), pmcdtest.AllFeatures))})
		c := sourcetest.Direct(client)
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		expired, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		time.Sleep(time.Second)
		for ctx, want := range map[context.Context]error{cancelled: context.Canceled, expired: context.DeadlineExceeded} {
			if _, err := c.Traverse(ctx, ""); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
			if _, err := c.Traverse(t.Context(), ""); err != nil {
				t.Errorf("after %v: %v", want, err)
			}
		}
	})
}
