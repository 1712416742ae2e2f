// Package glob matches names against patterns of a shell.
package glob

import (
	"path"
	"strings"
)

// Match reports whether name matches pattern: * stands for any characters, ?
// for one, [abc] and [a-z] for one of those, [!abc] for another, and \ takes
// the meaning of what follows. Brackets that are no such set are characters. A
// pattern matches a name that is the same text, too.
func Match(pattern, name string) bool {
	if pattern == name {
		return true
	}
	pattern, name = asPath.Replace(pattern), strings.ReplaceAll(name, "/", "\x00")
	ok, err := path.Match(pattern, name)
	if err != nil {
		ok, _ = path.Match(quoteSets.Replace(pattern), name)
	}
	return ok
}

// asPath makes a pattern one of path.Match, for which slashes and sets are special in
// other ways; quoteSets makes one without sets. What a backslash is before stays.
var asPath = strings.NewReplacer(`\\`, `\\`, `\[`, `\[`, "[!", "[^", "/", "\x00")
var quoteSets = strings.NewReplacer(`\\`, `\\`, `\[`, `\[`, "[", `\[`)

// Instance reports whether a pattern matches the name of an instance, or is the first word
// of it (pmLookupInDom(3)), or the name of the program of a process. Zeros before a number,
// such as that of a process, do not count.
func Instance(pattern, name string) bool {
	first, rest, more := strings.Cut(name, " ")
	program, _, _ := strings.Cut(rest, " ")
	return Match(pattern, name) || more && strings.TrimLeft(pattern, "0") == strings.TrimLeft(first, "0") ||
		len(first) > 5 && program != "" && pattern == path.Base(program)
}

// Literal reports whether a pattern has nothing in it that stands for
// something else.
func Literal(pattern string) bool { return !strings.ContainsAny(pattern, `*?[\`) }
