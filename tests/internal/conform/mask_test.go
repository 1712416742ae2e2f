package conform

import (
	"fmt"
	"testing"
)

// TestRates checks that rates of two live runs are compared, however roughly.
func TestRates(t *testing.T) {
	const header = "1|metric:    %s\n1|host:      here\n1|semantics: %s\n1|units:     count / sec\n1|samples:   2\n1|\n"
	const rate, value = "cumulative counter (converting to rate)", "instantaneous value"
	for _, test := range []struct {
		metric, semantics, a, b string
		same                    bool
	}{
		{"sample.rapid", rate, "  7.675E+10", "  7.675E+10", true},
		{"sample.rapid", rate, "  7.675E+10", "  5.100E+10", true},
		{"sample.rapid", rate, "  7.675E+10", "  9.100E+09", true},
		{"sample.rapid", rate, "  7.675E+10", "  7.675E+07", false},
		{"sample.rapid", rate, "  7.675E+10", "  7.675E+13", false},
		{"sample.rapid", rate, "  7.675E+10", "  0.0      ", false},
		{"sample.rapid", rate, "  7.675E+10", " -7.675E+10", false},
		{"sample.rapid", rate, "  7.675E+10", "          !", false},
		{"sample.rapid", rate, "          !", "          ?", false},
		{"sample.rapid", rate, "          !", "          !", true},
		{"sample.byte_ctr", rate, "   990.4   ", "  1107.    ", true},
		{"sample.byte_ctr", rate, "   990.4   ", "   1.107   ", false},
		{"sample.byte_ctr", rate, "   990.4   ", "  1107.", false},
		{"sample.byte_ctr", rate, "   990.4   ", "  1107. 1. ", false},
		{"sample.seconds", rate, "     0.0   ", "     9.949 ", true},
		{"sample.seconds", rate, "     0.0   ", "  9949.    ", false},
		{"sample.ulonglong.bin_ctr", rate, " 0.0   9.949", " 9.9   10.65", true},
		{"sample.ulonglong.bin_ctr", rate, " 0.0   9.949", " 9.9   10650", false},
		{"sample.milliseconds", rate, " 0.9995", " 1.000 ", true},
		{"sample.milliseconds", rate, " 0.9995", " 999.5 ", false},
		{"sample.long.one", value, "     1", "     2", false},
		{"pmcd.pid", value, "      9999", "     10000", true},
		{"pmcd.pid", value, "      9999", "    10000", false},
		{"pmcd.pid", value, "      9999", "         ?", false},
	} {
		text := func(row string) []byte {
			return fmt.Appendf(nil, header+"1|%s\n= 0\n", test.metric, test.semantics, row)
		}
		s := &Suite{opts: Options{Live: true}}
		if got := s.same(text(test.a), text(test.b)); got != test.same {
			t.Errorf("%s: %q and %q: same %t, want %t", test.metric, test.a, test.b, got, test.same)
		}
	}
}
