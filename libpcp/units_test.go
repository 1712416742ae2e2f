package libpcp_test

import (
	"testing"

	"pcptools/libpcp"
)

func TestUnits(t *testing.T) {
	for _, test := range []struct {
		units libpcp.Units
		want  string
	}{
		{libpcp.NoUnits, ""},
		{libpcp.KByte | libpcp.PerSec, "Kbyte / sec"},
		{libpcp.Byte | libpcp.PerHour, "byte / hour"},
		{libpcp.EByte, "Ebyte"},
		{libpcp.Nanosec, "nanosec"},
		{libpcp.Millisec | libpcp.PerCount, "millisec / count"},
		{libpcp.Hour, "hour"},
		{libpcp.Count, "count"},
		{libpcp.Count + 3*libpcp.Ten, "count x 10^3"},
		{libpcp.Count + 6*libpcp.Ten | libpcp.PerMByte, "count x 10^6 / Mbyte"},
		{libpcp.Count | libpcp.PerMillisec, "count / millisec"},
	} {
		if got := test.units.String(); got != test.want {
			t.Errorf("%#x: got %q, want %q", uint32(test.units), got, test.want)
		}
	}
}
