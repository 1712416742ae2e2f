package options

import (
	"math"
	"testing"
	"time"

	"pcptools/libpcp/getopt"
)

// TestAnswerTime has what options and the environment say of how long a pmproxy
// may take.
func TestAnswerTime(t *testing.T) {
	for _, test := range []struct {
		environ []string
		option  time.Duration
		want    time.Duration
	}{
		{nil, 0, time.Minute},
		{[]string{"PMCD_REQUEST_TIMEOUT=2.5"}, 0, 2500 * time.Millisecond},
		{[]string{"PMCD_REQUEST_TIMEOUT=2.5"}, time.Second, time.Second},
		{[]string{"PMCD_REQUEST_TIMEOUT=0"}, 0, math.MaxInt64},
		{[]string{"PMCD_REQUEST_TIMEOUT=1e300"}, 0, math.MaxInt64},
		{[]string{"PMCD_REQUEST_TIMEOUT=-1"}, 0, time.Minute},
		{[]string{"PMCD_REQUEST_TIMEOUT=NaN"}, 0, time.Minute},
		{[]string{"PMCD_REQUEST_TIMEOUT=soon"}, 0, time.Minute},
	} {
		s := Source{Setup: Setup{AnswerTimeout: test.option}, inv: &getopt.Invocation{Environ: test.environ}}
		if got := s.answerTime(time.Minute); got != test.want {
			t.Errorf("%v, %v: %v, want %v", test.environ, test.option, got, test.want)
		}
	}
}
