package figures

import (
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestForm writes numbers that are compared with each other.
func TestForm(t *testing.T) {
	for _, test := range []struct {
		units   string
		numbers Numbers
		values  []float64
		want    string
	}{
		{"Kbyte", Numbers{}, []float64{16064544, 947080, 0}, "15.32 0.90 0.00 Gbyte"},
		{"Kbyte", Numbers{Kept: true}, []float64{16064544, 12}, "16064544 12 Kbyte"},
		{"byte", Numbers{}, []float64{1023, 4}, "1023 4 byte"},
		{"byte", Numbers{}, []float64{1024}, "1.000 Kbyte"},
		{"byte / sec", Numbers{Broad: true}, []float64{0.25, 0}, "0.2500 0.0000 byte / sec"},
		{"Kbyte / sec", Numbers{Broad: true}, []float64{0.25}, "256.0 byte / sec"},
		{"Mbyte / sec", Numbers{Broad: true}, []float64{-3 * 1024 * 1024}, "-3.000 Tbyte / sec"},
		{"millisec", Numbers{}, []float64{10626040, 60000}, "2.952 0.017 hour"},
		{"sec", Numbers{}, []float64{2340}, "39.00 min"},
		{"sec", Numbers{}, []float64{1561935578}, "1561935578 sec"},
		{"sec", Numbers{Broad: true}, []float64{1e-7}, "100.0 nanosec"},
		{"millisec / count", Numbers{Broad: true}, []float64{0.5}, "500.0 microsec / count"},
		{"", Numbers{Broad: true}, []float64{2.94, 2.9, 10}, "2.94 2.90 10.00 "},
		{"", Numbers{Share: true, Broad: true}, []float64{0.1828, 0.07}, "18.28 7.00 "},
		{"", Numbers{Broad: true}, []float64{1e-7, 0}, "1.000e-07 0 "},
		{"", Numbers{Broad: true}, []float64{1e20, 1}, "1.000e+20 1 "},
		{"count / sec", Numbers{Broad: true}, []float64{1385, 0.2}, "1385.0 0.2 count / sec"},
		{"count", Numbers{}, []float64{123456789}, "123456789 count"},
		{"count / sec", Numbers{Broad: true}, []float64{730.6, 40.27, 0}, "730.6 40.3 0.0 count / sec"},
	} {
		units, _, err := libpcp.ParseUnits(test.units)
		if err != nil {
			t.Fatal(err)
		}
		test.numbers.Units = units
		for _, v := range test.values {
			test.numbers.Add(v, v == float64(int64(v)) && !test.numbers.Broad)
		}
		form := test.numbers.Form()
		var got []string
		for _, v := range test.values {
			got = append(got, form.Text(v))
		}
		if got := strings.Join(got, " ") + " " + form.Units.String(); got != test.want {
			t.Errorf("%v %s: %q, want %q", test.values, test.units, got, test.want)
		}
	}
}

// TestLikeUnits asks about units that PCP does not know.
func TestLikeUnits(t *testing.T) {
	for text, want := range map[string]string{
		"G": "Gbyte", "gigs": "Gbyte", "Gbyts": "Gbyte", "MBps": "Mbyte/sec", "B/s": "byte/s", "count / msec": "count/millisec",
		"Gbit": "", "Gbite": "", "furlong": "", "x/y": "",
	} {
		if want != "" {
			want = "; did you mean " + want + "?"
		}
		if _, _, err := libpcp.ParseUnits(text); err == nil && want != "" {
			t.Errorf("%s is known", text)
		}
		if got := LikeUnits(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
