package pmcd_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestReconnectHoldsBack reconnects all the time to what is not there, as a
// program that polls does, and notes when something is tried.
func TestReconnectHoldsBack(t *testing.T) {
	for _, test := range []struct {
		waits string
		want  []time.Duration // in seconds
		warns int
	}{
		{"2,4", []time.Duration{0, 2, 6, 10, 14}, 0},
		{"1", []time.Duration{0, 1, 2, 3, 4}, 0},
		{"", []time.Duration{0, 5, 15, 35, 75}, 0},
		{"2,0", []time.Duration{0, 5, 15, 35, 75}, 1},
	} {
		t.Run(test.waits, func(t *testing.T) {
			if test.waits != "" {
				t.Setenv("PMCD_RECONNECT_TIMEOUT", test.waits)
			}
			synctest.Test(t, func(t *testing.T) {
				serve := pmcdtest.Pipe(t, pmcdtest.Serve(sourcetest.NewMemory(0), pmcdtest.AllFeatures))
				var tried []time.Duration
				up, start, warnings := true, time.Now(), 0
				c := dial(t, pmcd.Dialer{
					Log: func(_, _ string) { warnings++ },
					NetDial: func(ctx context.Context, network, address string) (net.Conn, error) {
						if up {
							return serve(ctx, network, address)
						}
						tried = append(tried, time.Since(start)/time.Second)
						return nil, syscall.ECONNREFUSED
					},
				})
				up = false
				for len(tried) < len(test.want) {
					attempts := len(tried)
					err := sourcetest.Direct(c).Reconnect(context.Background())
					if !errors.Is(err, syscall.ETIMEDOUT) {
						t.Fatalf("got %v", err)
					}
					var early *pmcd.BackoffError
					switch refused := errors.As(err, &early); {
					case refused != (len(tried) == attempts):
						t.Fatalf("got %v after %d attempts", err, len(tried))
					case refused && time.Until(early.NotBefore) > 80*time.Second || refused && time.Until(early.NotBefore) <= 0:
						t.Fatalf("refused until %v", early.NotBefore)
					}
					time.Sleep(250 * time.Millisecond)
				}
				if !slices.Equal(tried, test.want) || warnings != test.warns {
					t.Errorf("tried after %d seconds, %d warnings; want %d, %d", tried, warnings, test.want, test.warns)
				}
				up = true
				time.Sleep(2 * time.Minute)
				if err := sourcetest.Direct(c).Reconnect(context.Background()); err != nil {
					t.Error(err)
				}
				if _, err := sourcetest.Direct(c).Traverse(context.Background(), ""); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestReconnectAfterFault(t *testing.T) {
	ctx := context.Background()
	first := true
	good := pmcdtest.Serve(sourcetest.NewMemory(0), pmcdtest.AllFeatures)
	c := dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, func(c *pmcdtest.Conn) {
		if first {
			first = false
			misbehave(func(c *pmcdtest.Conn) { c.Close() })(c)
			return
		}
		good(c)
	})})
	for range 2 {
		if _, err := sourcetest.Direct(c).Traverse(ctx, ""); !errors.Is(err, libpcp.ErrIPC) {
			t.Errorf("got %v", err)
		}
	}
	if err := sourcetest.Direct(c).Reconnect(ctx); err != nil {
		t.Fatal(err)
	}
	if names, err := sourcetest.Direct(c).Traverse(ctx, ""); err != nil || len(names) == 0 {
		t.Errorf("got %q, %v", names, err)
	}
}

// TestDuplicate checks that a duplicate is a connection of its own, and in
// the same container.
func TestDuplicate(t *testing.T) {
	ctx := context.Background()
	var r recorder
	d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, r.script(pmcdtest.AllFeatures, func(pdu.Type, []byte) []pmcdtest.Message {
		return []pmcdtest.Message{&pdu.PMNSNames{Names: []string{"a"}}}
	}))}
	c, err := d.Dial(ctx, "fake?container=abc")
	if err != nil {
		t.Fatal(err)
	}
	dup, err := c.Duplicate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := sourcetest.Direct(c).Traverse(ctx, ""); !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("closed: got %v", err)
	}
	if _, err := sourcetest.Direct(dup).Traverse(ctx, ""); err != nil {
		t.Errorf("duplicate: got %v", err)
	}
	if want := []pdu.Type{pdu.TypeCreds, pdu.TypeAttr, pdu.TypePMNSTraverse}; !slices.Equal(r.types, want) {
		t.Errorf("sent %v, want %v", r.types, want)
	}
	if err := dup.Close(); err != nil {
		t.Error(err)
	}
	if err := dup.Close(); err != nil {
		t.Errorf("closed again: got %v", err)
	}
}
