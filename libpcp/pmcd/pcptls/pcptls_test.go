//go:build unix

package pcptls_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmcd/pcps"
	"pcptools/libpcp/pmcd/pcptls"
)

// TestMain is the program, under its name. It leaves a note of its process, if
// a file for that is named.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "pcptls" {
		os.Setenv("GORACE", "atexit_sleep_ms=0") // of the program
		os.Exit(m.Run())
	}
	if file := os.Getenv("PCPTLS_NOTE"); file != "" {
		os.WriteFile(file, fmt.Append(nil, os.Getpid()), 0o600)
	}
	if err := pcptls.Serve(os.Args[1], pcps.Client); err != nil {
		os.Exit(1)
	}
}

// install makes a file the program, for the time of the test.
func install(t testing.TB, file string) {
	dir := t.TempDir()
	if file != "" {
		if err := os.Symlink(file, filepath.Join(dir, "pcptls")); err != nil {
			t.Fatal(err)
		}
	}
	t.(interface{ Setenv(key, value string) }).Setenv("PATH", dir)
	t.(interface{ Setenv(key, value string) }).Setenv("PCP_TLSCONF_PATH", os.DevNull)
}

func installSelf(t testing.TB) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	install(t, self)
}

// installShell makes a script the program.
func installShell(t testing.TB, script string) {
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	install(t, file)
}

// dial connects to a fake pmcd that goes on in TLS by a script.
func dial(t testing.TB, script pmcdtest.Script) (*pmcd.Client, error) {
	t.Helper()
	d := pmcd.Dialer{Secure: pcptls.Client}
	c, err := d.Dial(context.Background(), "pcps://"+pmcdtest.Listen(t, pmcdtest.Secure(t, 0, script)))
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

func mustDial(t testing.TB, script pmcdtest.Script) *pmcd.Client {
	t.Helper()
	c, err := dial(t, script)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// within waits for what comes about by another process.
func within(t testing.TB, limit time.Duration, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in time: ", what)
		}
	}
}

// noteProcess returns where to find the process of the next connection.
func noteProcess(t testing.TB) (pid func() int) {
	file := filepath.Join(t.TempDir(), "pid")
	t.(*testing.T).Setenv("PCPTLS_NOTE", file)
	return func() (pid int) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Sscan(string(text), &pid)
		return pid
	}
}

// gone reports whether there is no such process, not even a zombie.
func gone(pid int) bool { return syscall.Kill(pid, 0) == syscall.ESRCH }

// TestSource runs the conformance suite by way of the program.
func TestSource(t *testing.T) {
	installSelf(t)
	sourcetest.Run(t, func(t testing.TB) libpcp.Source {
		return mustDial(t, func(c *pmcdtest.Conn) { pmcdtest.Answer(c, sourcetest.NewMemory(300)) })
	})
}

// TestBig takes a large PDU each way.
func TestBig(t *testing.T) {
	installSelf(t)
	long := strings.Repeat("help ", 1<<20)
	names := []string{strings.Repeat("n", 60_000)}
	c := mustDial(t, func(c *pmcdtest.Conn) {
		_, b, _ := c.NextRequest()
		var m pdu.PMNSNames
		if err := m.Decode(b); err != nil || len(m.Names) != 1 || m.Names[0] != names[0] {
			t.Errorf("pmcd received %v of %d bytes", err, len(b))
		}
		c.Send(&pdu.PMNSIDs{Status: 1, IDs: []libpcp.PMID{7}})
		c.NextRequest()
		c.Send(&pdu.Text{Ident: 7, Text: long})
		c.Wait()
	})
	if found := c.Lookup(context.Background(), names)[0]; found.Err != nil || found.ID != 7 {
		t.Errorf("got %v", found)
	}
	text, err := c.Text(context.Background(), libpcp.TextID{Ident: 7, Kind: libpcp.TextPMID})
	if text != long {
		t.Errorf("got %d bytes, %v", len(text), err)
	}
}

// TestEnds checks that the process ends, and is not left as a zombie, and no
// descriptor of it, whoever ends the connection; and what requests get.
func TestEnds(t *testing.T) {
	descriptors := func() int {
		files, _ := os.ReadDir("/proc/self/fd")
		return len(files)
	}
	for _, test := range []struct {
		name string
		end  func(c *pmcd.Client, pid int)
	}{
		{"by the tool", func(c *pmcd.Client, _ int) { c.Close() }},
		{"by pmcd", func(c *pmcd.Client, _ int) {
			if _, err := c.Traverse(context.Background(), ""); !errors.Is(err, libpcp.ErrIPC) {
				t.Errorf("got %v", err)
			}
		}},
		{"killed", func(c *pmcd.Client, pid int) {
			syscall.Kill(pid, syscall.SIGKILL)
			if _, err := c.Traverse(context.Background(), ""); !errors.Is(err, libpcp.ErrIPC) {
				t.Errorf("got %v", err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			installSelf(t)
			pid := noteProcess(t)
			var done sync.WaitGroup
			done.Add(1)
			before := descriptors()
			d := pmcd.Dialer{Secure: pcptls.Client}
			script := pmcdtest.Secure(t, 0, func(c *pmcdtest.Conn) { c.NextRequest(); done.Done() })
			address := pmcdtest.Listen(t, script)
			c, err := d.Dial(context.Background(), "pcps://"+address)
			if err != nil {
				t.Fatal(err)
			}
			test.end(c, pid())
			within(t, 3*time.Second, "the end of the process", func() bool { return gone(pid()) })
			done.Wait()
			// What remains is the fake's: its listener.
			within(t, 3*time.Second, "the end of descriptors", func() bool { return descriptors() <= before+2 })
		})
	}
}

// TestDeaf has a pmcd that reads nothing any more, from the handshake on or
// after that, and a tool that leaves it with much unsent.
func TestDeaf(t *testing.T) {
	installSelf(t)
	config := &tls.Config{Certificates: []tls.Certificate{pmcdtest.Certificate(t)}}
	for _, inHandshake := range []bool{true, false} {
		pid := noteProcess(t)
		near, far := tcpPair(t)
		if !inHandshake {
			go tls.Server(far, config).Handshake()
		}
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		c, err := pcptls.Client(ctx, near, "fake")
		if inHandshake {
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		} else {
			if err != nil {
				t.Fatal(err)
			}
			c.SetDeadline(time.Now().Add(100 * time.Millisecond))
			large := (&pdu.Text{Text: strings.Repeat("x", 32<<20)}).Append(nil)
			for err == nil {
				_, err = c.Write(large)
			}
			c.Close()
		}
		within(t, 5*time.Second, "the end of the process", func() bool { return gone(pid()) })
	}
}

// tcpPair returns both ends of a connection that lasts until the test ends.
func tcpPair(t testing.TB) (near, far net.Conn) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if near, err = net.Dial("tcp4", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if far, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		near.Close()
		far.Close()
	})
	return near, far
}

// TestNoProgram checks what is made of a program that is not there, or not
// what it should be.
func TestNoProgram(t *testing.T) {
	for _, test := range []struct {
		name    string
		install func(t testing.TB)
		want    libpcp.Error
		log     string
	}{
		{"missing", func(t testing.TB) { install(t, "") }, libpcp.Errno(syscall.EOPNOTSUPP),
			"Error Cannot find pcptls, which speaks TLS"},
		{"ends", func(t testing.TB) { installShell(t, "exit 0") }, libpcp.ErrIPC, ""},
		{"killed", func(t testing.TB) { installShell(t, "kill -9 $$") }, libpcp.ErrIPC, ""},
		{"garbage", func(t testing.TB) { installShell(t, "echo hello >&4") }, libpcp.ErrIPC, ""},
		{"endless", func(t testing.TB) { installShell(t, "while echo -n 00000000; do :; done >&4") }, libpcp.ErrIPC, ""},
		{"refuses", func(t testing.TB) { installShell(t, "echo -12391 Cannot load it >&4") }, libpcp.ErrNotConn,
			"Error Cannot load it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.install(t)
			var log []string
			d := pmcd.Dialer{Secure: pcptls.Client,
				Log: func(priority, text string) { log = append(log, priority+" "+text) }}
			address := pmcdtest.Listen(t, pmcdtest.Secure(t, 0, func(*pmcdtest.Conn) {}))
			_, err := d.Dial(context.Background(), "pcps://"+address)
			if libpcp.Code(err) != test.want || strings.Join(log, "|") != test.log {
				t.Errorf("got %v, logged %q", err, log)
			}
		})
	}
}
