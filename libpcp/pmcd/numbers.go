package pmcd

import (
	"math"
	"strings"
	"time"

	"pcptools/internal/cnum"
)

// parseCInt reads a whole string in C's notation. The empty string is 0.
func parseCInt(s string) (int64, bool) {
	n, size, fits := cnum.Strtol(s, 0)
	return n, fits && size == len(s)
}

// parsePortList reads comma-separated ports. As in C they are cut to 32 bits.
func parsePortList(s string) ([]int32, bool) {
	var ports []int32
	for member := range strings.SplitSeq(s, ",") {
		n, ok := parseCInt(member)
		if !ok || int32(n) < 0 {
			return nil, false
		}
		ports = append(ports, int32(n))
	}
	return ports, true
}

// parseSeconds reads a real number of seconds that is not negative; the empty
// string is 0.
func parseSeconds(s string) (time.Duration, bool) {
	seconds, size, _ := cnum.Strtod(s)
	if size != len(s) || !(seconds >= 0) {
		return 0, false
	}
	const most = float64(math.MaxInt32)
	return time.Duration(min(seconds, most) * float64(time.Second)), true
}

// parseWaits reads comma-separated, positive numbers of seconds.
func parseWaits(s string) ([]time.Duration, bool) {
	var waits []time.Duration
	for member := range strings.SplitSeq(s, ",") {
		n, ok := parseCInt(member)
		if !ok || int32(n) <= 0 {
			return nil, false
		}
		waits = append(waits, time.Duration(int32(n))*time.Second)
	}
	return waits, true
}
