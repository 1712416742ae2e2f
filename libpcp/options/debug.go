package options

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// debugNames are the names of pmdbg(1). The first 32 have the numbers 1, 2, 4
// and so on as well.
var debugNames = [...]string{
	"pdu", "fetch", "profile", "value", "context", "indom", "pdubuf", "log",
	"logmeta", "optfetch", "af", "appl0", "appl1", "appl2", "pmns", "libpmda",
	"timecontrol", "pmc", "derive", "lock", "interp", "config", "pmapi", "fault",
	"auth", "discovery", "attr", "http", "desperate", "deprecated", "exec", "labels",
	"series", "libweb", "alloc", "services", "appl3", "appl4", "appl5", "access",
	"qa", "search", "query", "compress", "dev0", "dev1", "dev2", "pmlc",
	"appl6", "appl7", "appl8", "appl9", "tls",
}

// debugSet has a bit for each of debugNames.
type debugSet uint64

// Debugging reports whether -D names the debug option given (pmSetDebug(3)).
func (s *Source) Debugging(name string) bool {
	return s.debug&debugOption(name) != 0
}

func (s *Source) setDebug(spec string) error {
	set, ok := parseDebug(spec)
	if !ok {
		return fmt.Errorf("unrecognized debug options specification (%s)", spec)
	}
	s.debug |= set
	return nil
}

func (s *Source) debugVariable(value string) error {
	err := s.setDebug(value)
	if err != nil {
		fmt.Fprintf(s.inv.Stderr, "Error: $PCP_DEBUG=%s is not valid, ignored\n", value)
	}
	return err
}

// parseDebug reads a list of debug options, which may end in a comma.
func parseDebug(spec string) (set debugSet, ok bool) {
	for spec != "" {
		word, rest, _ := strings.Cut(spec, ",")
		bits := debugOption(word)
		if bits == 0 {
			if bits, ok = debugNumber(word); !ok {
				return 0, false
			}
		}
		set |= bits
		spec = rest
	}
	return set, true
}

func debugOption(name string) debugSet {
	if strings.EqualFold(name, "all") {
		return ^debugSet(0)
	}
	for i, n := range debugNames {
		if strings.EqualFold(name, n) {
			return 1 << i
		}
	}
	return 0
}

func debugNumber(word string) (set debugSet, ok bool) {
	n, err := strconv.ParseInt(strings.TrimLeft(word, " "), 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	if n == -1 {
		return ^debugSet(0), true
	}
	return debugSet(uint32(n)), true
}
