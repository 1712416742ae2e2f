package library

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/release"
)

// openArchive opens an archive as a release does.
func openArchive(t *testing.T, r release.Release, path string) *libpcp.Context {
	t.Helper()
	a, err := archive.Open(t.Context(), path, archive.Options{Release: r})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	t.Cleanup(func() { c.Close() })
	return c
}

// TestFetchGroup samples metrics by names, as numbers, with rates of counters.
func TestFetchGroup(t *testing.T) {
	archives := need.Archives(t)
	tests := []struct {
		archive        string
		seconds, count int
		metrics        string
	}{
		{"pcp-zeroconf", 0, 8, "kernel.all.load disk.dev.read mem.freemem"},
		{"pcp-zeroconf", 10, 5, "kernel.all.load disk.dev.read mem.freemem kernel.all.cpu.user network.interface.in.bytes"},
		{"20041125", 60, 6, "kernel.all.load disk.all.read disk.dev.write"},
		{"20041125", 0, 6, "kernel.all.load"},
		{"all-irix-6.5.25", 60, 3, "kernel.all.cpu.user disk.dev.total"},
		{"mirage", 5, 8, "sample.mirage sample.bin sample.drift"},
		{"mirage", 0, 8, "sample.mirage sample.drift"},
		{"ok-foo", 1, 10, "sample.seconds sample.bin sample.colour sample.drift"},
		{"ok-foo", 0, 10, "sample.bin"},
		{"gap", 30, 10, "sample.bin"},
		{"dyninsts", 20, 8, "disk.dev.write mem.util.free"},
		{"ok-foo", 1, 2, "sample.nosuch"},
	}
	inEachRelease(t, "fetchgroup.c", func(t *testing.T, c program) {
		for _, test := range tests {
			t.Run(test.archive, func(t *testing.T) {
				path, metrics := filepath.Join(archives, test.archive), strings.Fields(test.metrics)
				want := c.run(t, "", append([]string{path, strconv.Itoa(test.seconds), strconv.Itoa(test.count)}, metrics...)...)
				same(t, want, sample(t, openArchive(t, c.release(), path), test.seconds, test.count, metrics))
			})
		}
	}, archives)
}

// rewind positions an archive at its start.
func rewind(t *testing.T, c *libpcp.Context, mode libpcp.Mode, seconds int) {
	t.Helper()
	a, err := c.Recording()
	if err != nil {
		t.Fatal(err)
	}
	label, err := a.Label()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetMode(t.Context(), mode, label.Start.Truncate(time.Microsecond), time.Duration(seconds)*time.Second); err != nil {
		t.Fatal(err)
	}
}

// sample does what testdata/fetchgroup.c does.
func sample(t *testing.T, c *libpcp.Context, seconds, count int, metrics []string) string {
	t.Helper()
	ctx := context.Background()
	var out strings.Builder
	g, err := c.Group(ctx, metrics...)
	if err != nil {
		for _, scale := range []string{"instant", "rate"} {
			fmt.Fprintf(&out, "%s %s: error %d\n", metrics[0], scale, int(libpcp.Code(err)))
		}
		return out.String()
	}
	mode := libpcp.ModeForw
	if seconds > 0 {
		mode = libpcp.ModeInterp
	}
	rewind(t, c, mode, seconds)
	for range count {
		s, err := g.Fetch(ctx)
		if err != nil {
			fmt.Fprintf(&out, "error %d\n", int(libpcp.Code(err)))
			break
		}
		fmt.Fprintf(&out, "%d.%06d\n", s.Time.Unix(), s.Time.Nanosecond()/1000)
		for _, metric := range metrics {
			readings, err := s.Values(metric)
			fmt.Fprintf(&out, "%s %d", metric, int(libpcp.Code(err)))
			slices.SortFunc(readings, func(r, s libpcp.Reading) int { return cmp.Compare(r.Inst, s.Inst) })
			for _, r := range readings {
				fmt.Fprintf(&out, " %d[%s]=%.17g", r.Inst, r.Instance, r.Float64())
				if rate, ok := r.Rate(); ok {
					fmt.Fprintf(&out, "+%.12g", rate)
				}
			}
			fmt.Fprintln(&out)
		}
	}
	return out.String()
}

// TestFetchUnits samples metrics in other units.
func TestFetchUnits(t *testing.T) {
	archives := need.Archives(t)
	tests := []struct{ archive, metric, units string }{
		{"pcp-zeroconf", "mem.freemem", "Mbyte"}, {"pcp-zeroconf", "mem.freemem", "byte / hour"},
		{"pcp-zeroconf", "mem.freemem", "count"}, {"pcp-zeroconf", "mem.freemem", "Kbyte / byte"},
		{"pcp-zeroconf", "disk.dev.read_bytes", "Mbyte / min"}, {"pcp-zeroconf", "disk.dev.read_bytes", "Mbyte"},
		{"pcp-zeroconf", "disk.dev.read", "count / hour"}, {"pcp-zeroconf", "disk.dev.read", "count x 10^3"},
		{"pcp-zeroconf", "kernel.all.cpu.user", ""}, {"pcp-zeroconf", "kernel.all.cpu.user", "sec"},
		{"pcp-zeroconf", "kernel.all.cpu.user", "count / sec"},
		{"pcp-zeroconf", "kernel.all.load", ""}, {"pcp-zeroconf", "kernel.all.load", "count"}, {"pcp-zeroconf", "kernel.all.load", "/ sec"},
		{"pcp-zeroconf", "no.such", "count"}, {"pcp-zeroconf", "kernel.uname.release", "count"},
		{"20041125", "disk.dev.write", "count / min"}, {"mirage", "sample.mirage", "Gbyte"}, {"ok-foo", "sample.drift", "/ sec"},
	}
	inEachRelease(t, "fetchunits.c", func(t *testing.T, c program) {
		for _, test := range tests {
			t.Run(test.metric+" in "+test.units, func(t *testing.T) {
				path := filepath.Join(archives, test.archive)
				want := c.run(t, "", path, "10", "6", test.metric, test.units)
				same(t, want, sampleUnits(t, openArchive(t, c.release(), path), test.metric, test.units))
			})
		}
	}, archives)
}

// sampleUnits does what testdata/fetchunits.c does.
func sampleUnits(t *testing.T, c *libpcp.Context, metric, text string) string {
	t.Helper()
	ctx := t.Context()
	units, _, err := libpcp.ParseUnits(text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := c.Group(ctx, metric)
	if err == nil {
		err = g.SetUnits(metric, units)
	}
	if err != nil {
		return fmt.Sprintf("error %d\n", int(libpcp.Code(err)))
	}
	rewind(t, c, libpcp.ModeInterp, 10)
	var out strings.Builder
	for range 6 {
		s, err := g.Fetch(ctx)
		if err != nil {
			return fmt.Sprintf("%serror %d\n", out.String(), int(libpcp.Code(err)))
		}
		readings, err := s.Values(metric)
		fmt.Fprint(&out, int(libpcp.Code(err)))
		slices.SortFunc(readings, func(r, s libpcp.Reading) int { return cmp.Compare(r.Inst, s.Inst) })
		for _, r := range readings {
			value, ok := r.Float64(), true
			if r.Units() != units {
				value, ok = r.Rate()
			}
			if ok {
				fmt.Fprintf(&out, " %d=%.10g", r.Inst, value)
			}
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}
