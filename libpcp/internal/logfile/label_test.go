package logfile

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestCheckLabel has texts of labels that just fit, and do not.
func TestCheckLabel(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	for _, test := range []struct {
		version              uint32
		host, zone, zoneinfo int // the longest
	}{{2, 63, 39, 255}, {3, 255, 255, 255}} {
		label := func(host, zone, zoneinfo int) *Label {
			return &Label{Magic: Magic + test.version, Host: text(host), Zone: text(zone), Zoneinfo: text(zoneinfo)}
		}
		fits := label(test.host, test.zone, test.zoneinfo)
		if err := fits.Check(); err != nil {
			t.Errorf("version %d: %v", test.version, err)
		}
		again, err := DecodeLabel(fits.Append(nil), 0)
		if test.version == 2 {
			again.Zoneinfo = fits.Zoneinfo // which it has no room for
		}
		if err != nil || again != *fits {
			t.Errorf("version %d: %+v, %v", test.version, again, err)
		}
		for _, long := range []*Label{label(test.host+1, 0, 0), label(0, test.zone+1, 0), label(0, 0, test.zoneinfo+1)} {
			if err := long.Check(); !errors.Is(err, libpcp.ErrTooBig) {
				t.Errorf("version %d, too long: %v", test.version, err)
			}
		}
		for _, cut := range []*Label{{Host: "a\x00b"}, {Zone: "a\x00b"}, {Zoneinfo: "\x00"}} {
			cut.Magic = Magic + test.version
			if err := cut.Check(); !errors.Is(err, libpcp.ErrLabel) {
				t.Errorf("version %d, %+v: %v", test.version, cut, err)
			}
		}
	}
}

// TestCompareStamps orders stamps, those of damaged archives with more nanoseconds
// than a second has too.
func TestCompareStamps(t *testing.T) {
	for _, test := range []struct {
		s, t Stamp
		want int
	}{
		{Stamp{1, 5}, Stamp{1, 5}, 0}, {Stamp{1, 5}, Stamp{1, 6}, -1}, {Stamp{1, 999999999}, Stamp{2, 0}, -1}, {Stamp{-1, 0}, Stamp{0, 0}, -1},
		{Stamp{0, 2 * Second}, Stamp{1, 0}, 1}, {Stamp{0, Second}, Stamp{1, 0}, 0}, {Stamp{2, -Second}, Stamp{1, 0}, 0}, {Stamp{2, -Second - 1}, Stamp{1, 0}, -1},
		{Stamp{0, 4294967295}, Stamp{4, 294967294}, 1}, {Stamp{0, 4294967295}, Stamp{4, 294967295}, 0}, {Stamp{0, 4294967295}, Stamp{4, 294967296}, -1},
		{Stamp{8, -2147483648}, Stamp{0, 4294967295}, 1}, {Stamp{7, -2147483648}, Stamp{0, 4294967295}, 1}, {Stamp{6, -2147483648}, Stamp{0, 4294967295}, -1},
		{Stamp{math.MaxInt64, 0}, Stamp{math.MinInt64, 0}, 1}, {MaxStamp, Stamp{0, 0}, 1}, {MaxStamp, MaxStamp, 0}, {MaxStamp, Stamp{math.MaxInt64 - 1, 999999999}, 1},
		{Stamp{1 << 40, 0}, Stamp{1 << 41, 0}, -1}, {Stamp{1 << 40, 2 * Second}, Stamp{1<<40 + 1, 0}, 1},
	} {
		for _, pair := range []struct {
			s, t Stamp
			want int
		}{{test.s, test.t, test.want}, {test.t, test.s, -test.want}} {
			if got := pair.s.Compare(pair.t); got != pair.want || pair.s.Before(pair.t) != (pair.want < 0) || pair.s.After(pair.t) != (pair.want > 0) {
				t.Errorf("%v and %v: %d, want %d", pair.s, pair.t, got, pair.want)
			}
		}
	}
	for _, test := range []struct {
		s, t Stamp
		want int
	}{
		{Stamp{1, 5}, Stamp{1, 6}, -1}, {Stamp{1, 6}, Stamp{1, 5}, 1}, {Stamp{1, 5}, Stamp{1, 5}, 0}, {Stamp{2, 0}, Stamp{1, 5}, 1}, {Stamp{1, 9}, Stamp{3, 0}, -2},
		{Stamp{1 << 32, 7}, Stamp{0, 7}, 0}, {Stamp{1 << 31, 0}, Stamp{0, 0}, math.MinInt32},
	} {
		if got := test.s.CompareNear(test.t); got != test.want {
			t.Errorf("near: %v and %v: %d, want %d", test.s, test.t, got, test.want)
		}
	}
	for _, test := range []struct {
		s    Stamp
		d    int64
		want Stamp
	}{
		{Stamp{1, 999999999}, 1, Stamp{2, 0}}, {Stamp{1, 0}, -1, Stamp{0, 999999999}}, {Stamp{0, 0}, -2 * Second, Stamp{-2, 0}},
		{Stamp{1, 5}, 0, Stamp{1, 5}}, {Stamp{1, 3 * Second}, 0, Stamp{4, 0}},
	} {
		if got := test.s.Add(test.d); got != test.want {
			t.Errorf("%v and %d: %v, want %v", test.s, test.d, got, test.want)
		}
	}
	if got := (Stamp{5, 1}).Sub(Stamp{3, 2}); got != (Stamp{1, 999999999}) {
		t.Errorf("difference %v", got)
	}
	if StampSize(2) != 8 || StampSize(3) != 12 {
		t.Error("sizes", StampSize(2), StampSize(3))
	}
}
