package pmcd

import (
	"math"
	"strconv"
	"strings"
	"time"
)

const cSpace = " \t\n\v\f\r"

// parseCInt reads a whole string as C's strtol does with base 0: blanks in
// front, a sign, hexadecimal and octal notation. The empty string is 0.
func parseCInt(s string) (int64, bool) {
	if s == "" {
		return 0, true
	}
	s = strings.TrimLeft(s, cSpace)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	base := 10
	switch {
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	n, err := strconv.ParseUint(s, base, 63)
	if err != nil {
		return 0, false
	}
	if negative {
		return -int64(n), true
	}
	return int64(n), true
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
	if s == "" {
		return 0, true
	}
	seconds, err := strconv.ParseFloat(strings.TrimLeft(s, cSpace), 64)
	if err != nil || seconds < 0 || math.IsNaN(seconds) || strings.Contains(s, "_") {
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
