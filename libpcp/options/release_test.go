package options

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

func of(t *testing.T, version string) release.Release {
	t.Helper()
	v, err := release.Parse(version)
	if err != nil {
		t.Fatal(err)
	}
	return release.Of(v)
}

// TestReleases has the lines before the usage text, as PCP's tools of
// the release printed them.
func TestReleases(t *testing.T) {
	const (
		zones  = "pminfo: at most one of -Z and -z allowed\n"
		source = "pminfo: use of timezone from metric source requires a source\n"
		bogus  = "bogus\n^ -- unexpected value\n\n"
	)
	unknown := func(spec string) string {
		return "pmval: unrecognized debug options specification (" + spec + ")\n"
	}
	for _, test := range []struct {
		environ, command string
		want             map[string]string
	}{
		{"PCP_HOSTZONE=1 PCP_TIMEZONE=UTC", "pminfo", map[string]string{"6.3.8": zones + source, "7.2.2": zones}},
		{"", "pmval x -t bogus", map[string]string{
			"6.3.8": "pmval: -t argument not in pmParseHighResInterval(3) format:\n" + bogus,
			"7.0.0": "pmval: -t argument not in pmParseInterval(3) format:\n" + bogus}},
		{"", "pmval x -D 1", map[string]string{"6.0.3": "", "6.3.8": "", "7.0.0": unknown("1")}},
		{"", "pmval x -D pdu,128", map[string]string{"6.3.8": "", "7.2.2": unknown("pdu,128")}},
		{"", "pmval x -D misc,QED", map[string]string{"6.0.3": unknown("misc,QED"), "6.3.8": "", "7.2.2": ""}},
		{"", "pmval x -D getopt", map[string]string{"6.0.3": unknown("getopt"), "6.3.8": unknown("getopt"), "7.2.2": ""}},
		{"PCP_DEBUG=1", "pmval x", map[string]string{"6.3.8": "",
			"7.2.2": "Error: $PCP_DEBUG=1 is not valid, ignored\n" + unknown("1")}},
	} {
		for version, want := range test.want {
			var b bytes.Buffer
			words := strings.Fields(test.command)
			inv := &getopt.Invocation{Name: words[0], Environ: strings.Fields(test.environ), Release: of(t, version), Stderr: &b}
			_, err := toolSpecs()[words[0]].Parse(inv, words[1:])
			text := b.String()
			if exit := (*getopt.Exit)(nil); errors.As(err, &exit) {
				text += exit.Text
			}
			if got, _, _ := strings.Cut(text, "Usage: "); got != want {
				t.Errorf("%s: %s %s: got\n%swant\n%s", version, test.environ, test.command, got, want)
			}
		}
	}
}

func TestZoneChecked(t *testing.T) {
	for version, want := range map[string]error{"6.3.8": nil, "7.2.0": syscall.EINVAL} {
		zone := "<+04>-4"
		s := Source{Timing: Timing{Zone: &zone, inv: &getopt.Invocation{Release: of(t, version)}}}
		if _, _, err := s.zone(t.Context(), nil); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", version, err, want)
		}
	}
}

// Local contexts refuse a container before they have agents.
func TestContainerChecked(t *testing.T) {
	for version, want := range map[string]string{"6.3.0": "", "6.3.1": "Cannot make standalone connection on localhost: Invalid argument"} {
		var s Source
		s.Begin(&getopt.Invocation{Release: of(t, version)}, func(err error) { t.Error(err) })
		s.Kind, s.Container = Local, "a/b"
		_, err := s.Open(t.Context())
		got := ""
		if err != nil {
			got = libpcp.ErrorTexts{}.Message(err)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", version, got, want)
		}
	}
}

// An empty host is no host, though to package pcp it is the pmcd on this host.
func TestEmptyHost(t *testing.T) {
	var s Source
	s.Begin(&getopt.Invocation{}, func(err error) { t.Error(err) })
	s.Kind = Host
	if _, err := s.Open(t.Context()); !errors.Is(err, libpcp.ErrNotHost) {
		t.Errorf("got %v, want %v", err, libpcp.ErrNotHost)
	}
}

// A name of three letters is UTC where PCP's tools are reproduced, and a zone
// elsewhere.
func TestShortZones(t *testing.T) {
	t.Setenv("TZDIR", t.TempDir())
	part := "TZif2" + strings.Repeat("\x00", 15+4*4) + "\x00\x00\x00\x01\x00\x00\x00\x04" + // one type of time, four bytes of names
		"\xff\xff\xb9\xb0\x00\x00EST\x00"
	if err := os.WriteFile(filepath.Join(os.Getenv("TZDIR"), "EST"), []byte(part+part+"\nEST5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	winter := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		zone       string
		structured bool
		offset     int
		short      string
	}{
		{"EST", false, 0, "EST"},
		{"EST", true, -5 * 3600, ""},
		{":EST", false, -5 * 3600, ""},
		{"UTC", false, 0, ""},
		{"XYZ", false, 0, ""},
		{"EST5EDT", false, -5 * 3600, ""},
	} {
		s := Source{Timing: Timing{Zone: &test.zone, Structured: test.structured, inv: new(getopt.Invocation)}}
		zone, _, err := s.zone(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, offset := winter.In(zone).Zone(); offset != test.offset || s.ShortZone() != test.short {
			t.Errorf("%+v: offset %d, short %q", test, offset, s.ShortZone())
		}
	}
}
