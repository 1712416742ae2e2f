package main

import (
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// isIdentifier reports whether an argument asks for a metric or an instance
// domain by number rather than by name: it starts with a digit.
func isIdentifier(arg string) bool {
	return arg != "" && arg[0] >= '0' && arg[0] <= '9'
}

// parsePMID reads domain.cluster.item as C's scanf would: blanks and a sign
// are skipped before each number, what follows the third is ignored and a
// number too large for its field is cut.
func parsePMID(arg string) (libpcp.PMID, bool) {
	f, ok := scanDotted(arg, 3)
	if !ok {
		return libpcp.NullPMID, false
	}
	return libpcp.NewPMID(f[0], f[1], f[2]), true
}

// parseInDom reads domain.serial in the same manner.
func parseInDom(arg string) (libpcp.InDom, bool) {
	f, ok := scanDotted(arg, 2)
	if !ok {
		return libpcp.NullInDom, false
	}
	return libpcp.NewInDom(f[0], f[1]), true
}

// scanDotted reads n numbers separated by single dots from the front of s.
func scanDotted(s string, n int) ([]uint32, bool) {
	fields := make([]uint32, n)
	for i := range fields {
		if i > 0 {
			var found bool
			if s, found = strings.CutPrefix(s, "."); !found {
				return nil, false
			}
		}
		var ok bool
		if fields[i], s, ok = scanUnsigned(s); !ok {
			return nil, false
		}
	}
	return fields, true
}

// scanUnsigned reads one number as scanf's %u does and returns what follows
// it. The value saturates at 64 bits and is then cut to 32.
func scanUnsigned(s string) (value uint32, rest string, ok bool) {
	n, size, _ := cnum.Strtoul(s, 10)
	return uint32(n), s[size:], size > 0
}
