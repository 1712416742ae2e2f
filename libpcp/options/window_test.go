package options

import (
	"encoding/hex"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// TestLayoutZone has the times of events in the zone of the environment, in all the
// spellings that C programs read.
func TestLayoutZone(t *testing.T) {
	data, err := hex.DecodeString("00000001" + "53f99374000d2e82" + "00000001" + "00000000")
	if err != nil {
		t.Fatal(err)
	}
	v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeEvent, Data: data})
	for tz, want := range map[string]string{
		"UTC": "07:25:40.863", "ABC-5:45": "13:10:40.863", "EST5EDT,M3.2.0,M11.1.0": "03:25:40.863", "Nosuch/Zone": "07:25:40.863",
	} {
		s := new(Source)
		s.Begin(&getopt.Invocation{Environ: []string{"TZ=" + tz}, Release: of(t, "6.0.3")}, func(err error) { t.Error(err) })
		want := "[1 event record timestamp " + want + "]"
		if got := string(s.Layout().AppendValue(nil, libpcp.PointerStatic, v, libpcp.TypeEvent)); got != want {
			t.Errorf("TZ=%s: got %s, want %s", tz, got, want)
		}
	}
}
