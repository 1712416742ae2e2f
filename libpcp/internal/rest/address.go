package rest

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// IsAddress reports whether a text begins as the address of a pmproxy does.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// ParseAddress checks the address of a pmproxy, fills in its port and takes its
// query out, which may have the parameters named.
func ParseAddress(address string, parameters ...string) (base url.URL, query url.Values, err error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return base, nil, &AddressError{address, "is malformed"}
	case u.Scheme != "http" && u.Scheme != "https":
		return base, nil, &AddressError{address, "does not begin with http:// or https://"}
	case u.Hostname() == "":
		return base, nil, &AddressError{address, "names no host"}
	case strings.Trim(u.Path, "/") != "" || u.Fragment != "":
		return base, nil, &AddressError{address, "has a path"}
	}
	query = u.Query()
	for name := range query {
		if !slices.Contains(parameters, name) {
			return base, nil, &AddressError{address, "has the parameter " + strconv.Quote(name) + ", which there is not"}
		}
	}
	u.Host = strings.TrimSuffix(u.Host, ":")
	if u.Port() == "" && u.Scheme == "http" {
		u.Host += ":" + DefaultPort
	}
	u.Path, u.RawQuery = "", ""
	return *u, query, nil
}

// AddressError reports an address that names no pmproxy. Its code is EINVAL.
type AddressError struct {
	Address string
	Reason  string
}

func (e *AddressError) Error() string {
	return "address of a pmproxy: " + strconv.Quote(Redact(e.Address)) + " " + e.Reason
}

// Unwrap returns the code.
func (e *AddressError) Unwrap() error { return libpcp.Errno(syscall.EINVAL) }
