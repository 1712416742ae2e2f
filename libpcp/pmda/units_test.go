package pmda_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

func TestUnits(t *testing.T) {
	for _, test := range []struct {
		units pmda.Units
		want  string
	}{
		{pmda.None, ""},
		{pmda.KByte | pmda.PerSec, "Kbyte / sec"},
		{pmda.Byte | pmda.PerHour, "byte / hour"},
		{pmda.EByte, "Ebyte"},
		{pmda.Nanosec, "nanosec"},
		{pmda.Millisec | pmda.PerCount, "millisec / count"},
		{pmda.Hour, "hour"},
		{pmda.Count, "count"},
		{pmda.Count + 3*pmda.Ten, "count x 10^3"},
		{pmda.Count + 6*pmda.Ten | pmda.PerMByte, "count x 10^6 / Mbyte"},
		{pmda.Count | pmda.PerMillisec, "count / millisec"},
	} {
		if got := libpcp.UnitsFromWord(uint32(test.units)).String(); got != test.want {
			t.Errorf("%#x: got %q, want %q", uint32(test.units), got, test.want)
		}
	}
}
