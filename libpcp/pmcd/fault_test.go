package pmcd_test

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

var anyMetric = libpcp.NewPMID(29, 0, 10)

// misbehave is a script that greets, answers requests as it should, and the
// next with f, and then waits to be left.
func misbehave(f func(c *pmcdtest.Conn), answers ...pmcdtest.Message) pmcdtest.Script {
	return func(c *pmcdtest.Conn) {
		c.Greet(pmcdtest.AllFeatures)
		for _, m := range answers {
			c.NextRequest()
			c.Send(m)
		}
		if _, _, ok := c.NextRequest(); ok {
			f(c)
		}
		c.Wait()
	}
}

func header(length int32, t pdu.Type) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(length))
	b = binary.BigEndian.AppendUint32(b, uint32(t))
	return binary.BigEndian.AppendUint32(b, 0)
}

// drip sends a byte per second.
func drip(c *pmcdtest.Conn, b []byte) {
	for i := range b {
		if _, err := c.Write(b[i : i+1]); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func setsOf(ids ...libpcp.PMID) *pdu.HighResResult {
	m := &pdu.HighResResult{Time: time.Unix(1, 0)}
	for _, id := range ids {
		m.Sets = append(m.Sets, libpcp.ValueSet{PMID: id})
	}
	return m
}

// faults are what servers may do when asked to fetch, and what the client must
// make of it. All leave a connection that must not be used.
var faults = []struct {
	name   string
	do     func(c *pmcdtest.Conn)
	want   libpcp.Error
	within time.Duration
}{
	{"silence", func(c *pmcdtest.Conn) {}, libpcp.ErrTimeout, 10 * time.Second},
	{"end", func(c *pmcdtest.Conn) { c.Close() }, libpcp.ErrIPC, 0},
	{"half a header", func(c *pmcdtest.Conn) {
		c.Write(header(40, pdu.TypeHighResResult)[:6])
		c.Close()
	}, libpcp.ErrIPC, 0},
	{"half a header, then silence", func(c *pmcdtest.Conn) {
		c.Write(header(40, pdu.TypeHighResResult)[:6])
	}, libpcp.ErrTimeout, 10 * time.Second},
	{"half a PDU", func(c *pmcdtest.Conn) {
		c.Write(setsOf(anyMetric).Append(nil)[:30])
		c.Close()
	}, libpcp.ErrIPC, 0},
	{"drip", func(c *pmcdtest.Conn) {
		drip(c, setsOf(anyMetric).Append(nil))
	}, libpcp.ErrTimeout, 10 * time.Second},
	{"length below a header", func(c *pmcdtest.Conn) {
		c.Write(header(11, pdu.TypeHighResResult))
	}, libpcp.ErrIPC, 0},
	{"negative length", func(c *pmcdtest.Conn) {
		c.Write(header(-1, pdu.TypeHighResResult))
	}, libpcp.ErrIPC, 0},
	{"negative type", func(c *pmcdtest.Conn) {
		c.Write(header(12, -1))
	}, libpcp.ErrIPC, 0},
	{"huge length", func(c *pmcdtest.Conn) {
		c.Write(header(1<<31-1, pdu.TypeHighResResult))
	}, libpcp.ErrTooBig, 0},
	{"large length, little data", func(c *pmcdtest.Conn) {
		c.Write(header(pdu.MaxLen, pdu.TypeHighResResult))
	}, libpcp.ErrTimeout, 10 * time.Second},
	{"another type", func(c *pmcdtest.Conn) {
		c.Send(&pdu.Text{Text: "hello"})
	}, libpcp.ErrIPC, 0},
	{"an unknown type", func(c *pmcdtest.Conn) {
		c.Write(header(12, 0x7fff))
	}, libpcp.ErrIPC, 0},
	{"success instead of values", func(c *pmcdtest.Conn) {
		c.Send(&pdu.Error{})
	}, libpcp.ErrIPC, 0},
	{"an empty result", func(c *pmcdtest.Conn) {
		c.Send(setsOf())
	}, libpcp.ErrIPC, 0},
	{"too many sets", func(c *pmcdtest.Conn) {
		c.Send(setsOf(anyMetric, anyMetric))
	}, libpcp.ErrIPC, 0},
	{"another metric", func(c *pmcdtest.Conn) {
		c.Send(setsOf(anyMetric + 1))
	}, libpcp.ErrIPC, 0},
	{"a count without sets", func(c *pmcdtest.Conn) {
		b := setsOf(anyMetric).Append(nil)
		binary.BigEndian.PutUint32(b[0x0c:], 1<<30)
		c.Write(b)
	}, libpcp.ErrIPC, 0},
	{"endless notices", func(c *pmcdtest.Conn) {
		notice := pdu.Error{Code: 1}
		for {
			if _, err := c.Write(notice.Append(nil)); err != nil {
				return
			}
		}
	}, libpcp.ErrIPC, 0},
	{"a notice, then silence", func(c *pmcdtest.Conn) {
		c.Send(&pdu.Error{Code: 1})
	}, libpcp.ErrTimeout, 10 * time.Second},
}

func TestFaults(t *testing.T) {
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, misbehave(test.do))})
				start := time.Now()
				r, err := sourcetest.Direct(c).Fetch(context.Background(), []libpcp.PMID{anyMetric}, nil)
				if libpcp.Code(err) != test.want || r != nil {
					t.Errorf("got %v, %v; want %v", r, err, test.want)
				}
				if took := time.Since(start); took != test.within {
					t.Errorf("took %v, want %v", took, test.within)
				}
				if again := sourcetest.Direct(c).Lookup(context.Background(), []string{"a"})[0]; libpcp.Code(again.Err) != afterwards(test.want) {
					t.Errorf("afterwards: got %v", again)
				}
			})
		})
	}
}

// afterwards is the code of requests without a connection, by what it was lost.
func afterwards(fault libpcp.Error) libpcp.Error {
	if fault == libpcp.ErrTimeout {
		return fault
	}
	return libpcp.ErrIPC
}

// TestFaultsWithin does the same amid a batch: what was answered before stays,
// the fault has its own code, and what comes after fails.
func TestFaultsWithin(t *testing.T) {
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				known := &pdu.PMNSIDs{Status: 1, IDs: []libpcp.PMID{anyMetric}}
				c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, misbehave(test.do, known))})
				before := &libpcp.LookupQuery{Names: []string{"a.metric"}}
				wrong := &libpcp.FetchQuery{IDs: []libpcp.PMID{anyMetric}}
				after := &libpcp.TextQuery{ID: libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID}}
				c.Ask(context.Background(), before, wrong, after)
				if got := before.Replies[0]; got.Err != nil || got.ID != anyMetric {
					t.Errorf("before: got %v", got)
				}
				if libpcp.Code(wrong.Err) != test.want {
					t.Errorf("got %v, want %v", wrong.Err, test.want)
				}
				if libpcp.Code(after.Err) != afterwards(test.want) {
					t.Errorf("after: got %v", after.Err)
				}
			})
		})
	}
}

// TestRefusedGreetings dials servers whose greeting must not be accepted.
func TestRefusedGreetings(t *testing.T) {
	send := func(b []byte) pmcdtest.Script {
		return func(c *pmcdtest.Conn) {
			c.Write(b)
			c.Wait()
		}
	}
	greeting := func(g pdu.Greeting) pmcdtest.Script { return send(g.Append(nil)) }
	short := pdu.Error{}
	text := pdu.Text{Text: "hello"}
	for _, test := range []struct {
		name   string
		script pmcdtest.Script
		want   libpcp.Error
		within time.Duration
	}{
		{"too many connections", greeting(pdu.Greeting{Status: libpcp.ErrConnLimit}), libpcp.ErrConnLimit, 0},
		{"no permission", greeting(pdu.Greeting{Status: libpcp.ErrPermission}), libpcp.ErrPermission, 0},
		{"short", send(short.Append(nil)), libpcp.ErrIPC, 0},
		{"of another type", send(text.Append(nil)), libpcp.ErrIPC, 0},
		{"text", send([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")), libpcp.ErrIPC, 0},
		{"silence", send(nil), libpcp.ErrTimeout, 10 * time.Second},
		{"end", func(*pmcdtest.Conn) {}, libpcp.ErrIPC, 0},
		{"certificate required", greeting(pdu.Greeting{Features: pdu.FeatureCertReqd | pdu.FeatureSecure}), libpcp.ErrNeedClientCert, 0},
		{"credentials required, no mechanism named", greeting(pdu.Greeting{Features: pdu.FeatureCredsReqd | pdu.FeatureAuth}), libpcp.ErrTimeout, 10 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, test.script)}
				start := time.Now()
				_, err := d.Dial(context.Background(), "fake")
				if libpcp.Code(err) != test.want || time.Since(start) != test.within {
					t.Errorf("got %v after %v; want %v after %v", err, time.Since(start), test.want, test.within)
				}
			})
		})
	}
}

// TestAuthenticationRefused has a pmcd refuse a password at once, or in the reply to the
// first request.
func TestAuthenticationRefused(t *testing.T) {
	const badPassword = libpcp.ErrNYI - 13
	for _, late := range []bool{false, true} {
		serve := pmcdtest.Pipe(t, func(c *pmcdtest.Conn) {
			c.Greet(pdu.FeatureAuth | pdu.FeatureCredsReqd)
			if late {
				c.Send(&pdu.Attr{Key: pdu.AttrAuth, Payload: []byte("PLAIN")})
				c.NextRequest()
			}
			c.Send(&pdu.Error{Code: badPassword})
			c.Wait()
		})
		d := pmcd.Dialer{NetDial: serve}
		c, err := d.Dial(t.Context(), "pcp://fake?username=me&password=secret")
		if late {
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			err = sourcetest.Direct(c).Lookup(t.Context(), []string{"a"})[0].Err
		}
		if !errors.Is(err, pmcd.ErrAuthentication) || libpcp.Code(err) != badPassword || errors.Is(err, pmcd.ErrLateRefusal) != late {
			t.Errorf("late %v: %v", late, err)
		}
	}
}

// TestTimeouts has limits of the program go before those of the environment.
func TestTimeouts(t *testing.T) {
	never := func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	environment := func(name string) (string, bool) {
		return "7", name == "PMCD_CONNECT_TIMEOUT" || name == "PMCD_REQUEST_TIMEOUT"
	}
	for _, test := range []struct {
		connect, request time.Duration
		dial             func(*testing.T) pmcdtest.NetDial
		want             time.Duration
	}{
		{2 * time.Second, 0, func(*testing.T) pmcdtest.NetDial { return never }, 2 * time.Second},
		{0, time.Hour, func(*testing.T) pmcdtest.NetDial { return never }, 7 * time.Second},
		{time.Hour, 3 * time.Second, func(t *testing.T) pmcdtest.NetDial { return pmcdtest.Pipe(t, (*pmcdtest.Conn).Wait) }, 3 * time.Second},
		{-1, 0, func(t *testing.T) pmcdtest.NetDial { return pmcdtest.Pipe(t, (*pmcdtest.Conn).Wait) }, 7 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			d := pmcd.Dialer{NetDial: test.dial(t), LookupEnv: environment, ConnectTimeout: test.connect, RequestTimeout: test.request}
			if _, err := d.Dial(t.Context(), "pcp://fake"); err == nil || time.Since(start) != test.want {
				t.Errorf("%v, %v: %v after %v, want %v", test.connect, test.request, err, time.Since(start), test.want)
			}
		})
	}
}

// TestStuckServer has a server that greets and then never reads.
func TestStuckServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dialStuck := func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			t.Cleanup(func() { client.Close() })
			go func() {
				g := pdu.Greeting{Version: pdu.Version, Features: pmcdtest.AllFeatures}
				server.Write(g.Append(nil))
			}()
			return client, nil
		}
		c := dial(t, pmcd.Dialer{NetDial: dialStuck})
		_, err := sourcetest.Direct(c).Traverse(context.Background(), "")
		if libpcp.Code(err) != libpcp.ErrTimeout {
			t.Errorf("got %v", err)
		}
	})
}

func TestCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, misbehave(func(*pmcdtest.Conn) {}))}
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(3*time.Second, cancel)
		start := time.Now()
		_, err := sourcetest.Direct(dial(t, d)).Traverse(ctx, "")
		if !errors.Is(err, context.Canceled) || time.Since(start) != 3*time.Second {
			t.Errorf("cancelled: got %v after %v", err, time.Since(start))
		}
		ctx, cancel = context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err = sourcetest.Direct(dial(t, d)).Traverse(ctx, ""); !errors.Is(err, libpcp.ErrTimeout) {
			t.Errorf("past its deadline: got %v", err)
		}
		if _, err = sourcetest.Direct(dial(t, d)).Traverse(ctx, ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("begun after the deadline: got %v", err)
		}
	})
}

// TestRequestTimeout checks the two readings of PMCD_REQUEST_TIMEOUT=0, and
// fractions of a second.
func TestRequestTimeout(t *testing.T) {
	silent := misbehave(func(*pmcdtest.Conn) {})
	answer := misbehave(func(c *pmcdtest.Conn) {
		time.Sleep(time.Hour)
		c.Send(setsOf(anyMetric))
	})
	for _, test := range []struct {
		name, value string
		script      pmcdtest.Script
		want        libpcp.Error
		within      time.Duration
	}{
		{"half a second", "0.5", silent, libpcp.ErrTimeout, time.Second / 2},
		{"malformed", "5x", silent, libpcp.ErrTimeout, 10 * time.Second},
		{"none", "0", answer, 0, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("PMCD_REQUEST_TIMEOUT", test.value)
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, test.script)})
				start := time.Now()
				_, err := sourcetest.Direct(c).Fetch(context.Background(), []libpcp.PMID{anyMetric}, nil)
				if libpcp.Code(err) != test.want || time.Since(start) != test.within {
					t.Errorf("got %v after %v; want %v after %v", err, time.Since(start), test.want, test.within)
				}
			})
		})
	}
	t.Run("no time to traverse", func(t *testing.T) {
		t.Setenv("PMCD_REQUEST_TIMEOUT", "")
		synctest.Test(t, func(t *testing.T) {
			c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, silent)})
			if _, err := sourcetest.Direct(c).Traverse(context.Background(), ""); err != libpcp.ErrTimeout {
				t.Errorf("got %v", err)
			}
		})
	})
}
