package pmns

import (
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// tokenKind is the kind of a word of a name-space file.
type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenPath // name.name...; a name is no path
	tokenPMID
	tokenOpen
	tokenClose
	tokenBogus
)

// classify returns the kind of a word.
func classify(word string) tokenKind {
	switch {
	case word == "{":
		return tokenOpen
	case word == "}":
		return tokenClose
	case cnum.IsLetter(word[0]):
		return classifyName(word)
	case isPMID(word):
		return tokenPMID
	}
	return tokenBogus
}

func classifyName(word string) tokenKind {
	kind := tokenName
	for i := range len(word) {
		switch c := word[i]; {
		case c == '.':
			kind = tokenPath
		case !isWordByte(c):
			return tokenBogus
		}
	}
	return kind
}

// isPMID reports whether a word looks like an identifier, right or wrong.
func isPMID(word string) bool {
	return strings.Trim(word, "0123456789:*") == "" && strings.Count(word, ":") <= 3
}

// parsePMID reads DOMAIN:CLUSTER:ITEM, or DOMAIN:*:* for the root of a dynamic
// subtree, or DOMAIN alone for the same. Anything may follow the third number.
// The reason is empty, or describes the error.
func parsePMID(word string) (id libpcp.PMID, reason string) {
	domain, rest, ok := leadingInt(word)
	if !ok {
		return libpcp.NullPMID, "Illegal PMID"
	}
	cluster, item, ok := clusterAndItem(rest)
	if !ok {
		return dynamicRoot(word, domain)
	}
	switch {
	case domain > libpcp.DynamicDomain-1:
		reason = "Illegal domain field in PMID"
	case cluster > 4095:
		reason = "Illegal cluster field in PMID"
	case item > 1023:
		reason = "Illegal item field in PMID"
	}
	return libpcp.NewPMID(uint32(domain), uint32(cluster), uint32(item)), reason
}

// clusterAndItem reads :CLUSTER:ITEM.
func clusterAndItem(s string) (cluster, item int32, ok bool) {
	if s, ok = strings.CutPrefix(s, ":"); !ok {
		return 0, 0, false
	}
	if cluster, s, ok = leadingInt(s); !ok {
		return 0, 0, false
	}
	if s, ok = strings.CutPrefix(s, ":"); !ok {
		return 0, 0, false
	}
	item, _, ok = leadingInt(s)
	return cluster, item, ok
}

func dynamicRoot(word string, domain int32) (id libpcp.PMID, reason string) {
	if colon := strings.IndexByte(word, ':'); colon >= 0 && word[colon:] != ":*:*" {
		return libpcp.NullPMID, "Illegal PMID"
	}
	if domain > libpcp.DynamicDomain-1 {
		return libpcp.NullPMID, "Illegal domain field in dynamic PMID"
	}
	return libpcp.NewPMID(libpcp.DynamicDomain, uint32(domain), 0), ""
}

// leadingInt reads the digits a word begins with, as scanf(3) does: what does
// not fit a long is the nearest, and cut to 32 bits.
func leadingInt(s string) (value int32, rest string, ok bool) {
	if s == "" || !cnum.IsDigit(s[0]) {
		return 0, s, false
	}
	n, size, _ := cnum.Strtol(s, 10)
	return int32(n), s[size:], true
}

// isWordByte reports whether c can be part of a name or a macro.
func isWordByte(c byte) bool { return cnum.IsLetter(c) || cnum.IsDigit(c) || c == '_' }
