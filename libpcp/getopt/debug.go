package getopt

import (
	"errors"
	"strconv"
	"strings"

	"pcptools/libpcp/release"
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
	"appl6", "appl7", "appl8", "appl9", "tls", "misc", "qed", "getopt",
}

// DebugForms describes what the argument of -D can be. The zero value describes
// the newest PCP.
type DebugForms struct {
	NoMisc   bool // misc and qed are no names, as before PCP 6.3
	NoGetopt bool // getopt is no name, as before PCP 7.0
	Numbers  bool // 1, 2, 4 and so on stand for names, as before PCP 7.0
}

// DebugForms returns what -D takes in the release to reproduce.
func (v *Invocation) DebugForms() DebugForms {
	named := v.Release.Has(release.NamedDebugOptions)
	return DebugForms{NoMisc: !v.Release.Has(release.MiscDebugOptions), NoGetopt: !named, Numbers: !named}
}

// Names lists the names of debug options, in the order of pmdbg(1).
func (f DebugForms) Names() []string {
	names := make([]string, 0, len(debugNames))
	for _, name := range &debugNames {
		if f.has(name) {
			names = append(names, name)
		}
	}
	return names
}

func (f DebugForms) has(name string) bool {
	switch name {
	case "misc", "qed":
		return !f.NoMisc
	case "getopt":
		return !f.NoGetopt
	}
	return true
}

// DebugSet is a set of debug options: a bit for each of the names in pmdbg(1).
type DebugSet uint64

// Has reports whether the option called name is in the set.
func (s DebugSet) Has(name string) bool { return s&debugOption(name) != 0 }

// Parse reads the argument of -D: a list of debug options, which may end in a
// comma (pmSetDebug(3)).
func (f DebugForms) Parse(spec string) (set DebugSet, ok bool) {
	for spec != "" {
		word, rest, _ := strings.Cut(spec, ",")
		bits := debugOption(word)
		if bits == 0 || !f.has(strings.ToLower(word)) {
			if bits, ok = debugNumber(word); !ok || !f.Numbers {
				return 0, false
			}
		}
		set |= bits
		spec = rest
	}
	return set, true
}

func debugOption(name string) DebugSet {
	if strings.EqualFold(name, "all") {
		return ^DebugSet(0)
	}
	for i, n := range debugNames {
		if strings.EqualFold(name, n) {
			return 1 << i
		}
	}
	return 0
}

func debugNumber(word string) (set DebugSet, ok bool) {
	n, err := strconv.ParseInt(strings.TrimLeft(word, " "), 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	if n == -1 {
		return ^DebugSet(0), true
	}
	return DebugSet(uint32(n)), true
}
