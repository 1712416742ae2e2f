package rest

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// password finds what precedes a password among the attributes of a host specification,
// also one in the query of an address, and the password.
var password = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)((?:[?&]|%3f|%26)\s*pass(?:word)?\s*(?:=|%3d))(?:[^&%]|%(?:[^2]|2[^6]|2?$))*`)
})

// Redact returns a host specification or the address of a pmproxy without its passwords,
// for messages; also one that is malformed.
func Redact(spec string) string {
	scheme := strings.Index(spec, "://")
	if u, err := url.Parse(spec); scheme >= 0 && err == nil {
		if _, has := u.User.Password(); has {
			spec = u.Redacted()
		}
	} else if at := strings.LastIndexByte(spec, '@'); scheme >= 0 && at >= 0 {
		spec = spec[at+1:]
	}
	if !strings.ContainsAny(spec, "?&%") {
		return spec
	}
	return password().ReplaceAllString(spec, "${1}xxxxx")
}
