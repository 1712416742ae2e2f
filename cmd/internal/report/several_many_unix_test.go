//go:build unix

package report

import (
	"io"
	"syscall"
	"testing"
	"time"
)

// TestSeveralMany reports on many sources, of which each that ends lets records of the
// next ones be written, in time that is not quadratic in their number. The time is that
// of the processor: on a busy machine all takes longer.
func TestSeveralMany(t *testing.T) {
	const sources = 100_000
	began := processorTime(t)
	s := NewSeveral(Options{Format: JSON, Out: io.Discard, Once: true}, make([]string, sources))
	s.Begin(Header{})
	for i := range sources {
		p := s.Parts()[(i+sources/2)%sources]
		p.Write(&Problem{})
		p.End()
	}
	s.End()
	if took := processorTime(t) - began; took > 20*time.Second {
		t.Errorf("%d sources took %v", sources, took)
	}
}

// processorTime is what this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
