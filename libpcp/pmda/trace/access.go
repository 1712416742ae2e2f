package trace

import (
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
)

// Access is a list of rules: which hosts may report events, over how many
// connections (pmdatrace -A). Of the rules that match a host the one with the
// longest pattern decides; a host that none matches is allowed.
type Access []rule

// rule is allow:HOST[:CONNECTIONS] or disallow:HOST, where HOST is an address,
// the beginning of one with an asterisk, or an asterisk.
type rule struct {
	pattern string
	limit   int // of connections; 0: not allowed
	open    int
}

// Add parses a rule and appends it.
func (a *Access) Add(text string) error {
	verb, host, _ := strings.Cut(text, ":")
	host, most, limited := cutLast(host)
	r := rule{pattern: host, limit: math.MaxInt}
	switch {
	case host == "":
		return fmt.Errorf("access rule %q: no host", text)
	case verb == "allow" && limited:
		n, err := strconv.ParseUint(most, 10, 31)
		if err != nil {
			return fmt.Errorf("access rule %q: no number of connections", text)
		}
		if n > 0 {
			r.limit = int(n)
		}
	case verb == "disallow" && !limited:
		r.limit = 0
	case verb != "allow":
		return fmt.Errorf("access rule %q: neither allow nor disallow", text)
	}
	*a = append(*a, r)
	return nil
}

// cutLast cuts off what follows the last colon, unless text is an IPv6 address.
func cutLast(text string) (host, rest string, found bool) {
	if _, err := netip.ParseAddr(text); err == nil {
		return text, "", false
	}
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// find is the rule for an address, or nil.
func (a Access) find(address string) (found *rule) {
	for i := range a {
		if r := &a[i]; r.matches(address) && (found == nil || r.length() > found.length()) {
			found = r
		}
	}
	return found
}

// length is the length of the pattern without an asterisk.
func (r *rule) length() int { return len(strings.TrimSuffix(r.pattern, "*")) }

func (r *rule) matches(address string) bool {
	prefix, pattern := strings.CutSuffix(r.pattern, "*")
	if pattern {
		return strings.HasPrefix(address, prefix)
	}
	if r.pattern == "localhost" {
		return address == "127.0.0.1" || address == "::1"
	}
	return r.pattern == address
}
