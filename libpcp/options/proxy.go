package options

import (
	"math"
	"strconv"
	"time"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
)

// answerTime is how long a pmproxy may take for an answer. As with a pmcd, 0 is
// for ever, and a malformed value is ignored.
func (s *Source) answerTime(otherwise time.Duration) time.Duration {
	if s.AnswerTimeout > 0 {
		return s.AnswerTimeout
	}
	text, ok := s.lookupEnv("PMCD_REQUEST_TIMEOUT")
	seconds, err := strconv.ParseFloat(text, 64)
	switch {
	case !ok || err != nil || !(seconds >= 0):
		return otherwise
	case seconds == 0 || seconds > 1e9:
		return math.MaxInt64
	}
	return time.Duration(seconds * float64(time.Second))
}

// withoutPassword returns a host specification for messages: the address of a
// pmproxy without its passwords, any other unchanged.
func withoutPassword(spec string) string {
	if !pmproxy.IsAddress(spec) {
		return spec
	}
	return rest.Redact(spec)
}

// protection is the level that the variable PCPTOOLS_PROTECT asks for.
func protection(inv *getopt.Invocation) (pmcd.Protection, error) {
	level, ok := inv.LookupEnv("PCPTOOLS_PROTECT")
	if !ok || level == "" {
		return pmcd.Unprotected, nil
	}
	return pmcd.ParseProtection(level)
}
