// Package glob matches names against patterns of a shell.
package glob

// Match reports whether name matches pattern: * stands for any characters, ?
// for one, [abc] and [a-z] for one of those, [!abc] for another, and \ takes
// the meaning of what follows. A bracket that is not closed is a character. A
// pattern matches a name that is the same text, too.
func Match(pattern, name string) bool {
	if pattern == name {
		return true
	}
	// Where to go on when what follows the last * did not match.
	retry, from := -1, 0
	p, n := 0, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			retry, from = p+1, n
			p++
			continue
		}
		if size, ok := matchOne(pattern[p:], name[n]); ok {
			p += size
			n++
			continue
		}
		if retry < 0 {
			return false
		}
		from++
		p, n = retry, from
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// matchOne reports whether the first element of a pattern matches c, and how
// long it is.
func matchOne(pattern string, c byte) (size int, ok bool) {
	if pattern == "" {
		return 0, false
	}
	switch pattern[0] {
	case '?':
		return 1, true
	case '\\':
		if len(pattern) > 1 {
			return 2, pattern[1] == c
		}
	case '[':
		if size, ok, closed := matchClass(pattern, c); closed {
			return size, ok
		}
	}
	return 1, pattern[0] == c
}

// matchClass matches a bracketed set of characters.
func matchClass(pattern string, c byte) (size int, ok, closed bool) {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	for start := i; i < len(pattern); i++ {
		if pattern[i] == ']' && i > start {
			return i + 1, ok != negated, true
		}
		lo, hi := pattern[i], pattern[i]
		if i+2 < len(pattern) && pattern[i+1] == '-' && pattern[i+2] != ']' {
			hi = pattern[i+2]
			i += 2
		}
		ok = ok || lo <= c && c <= hi
	}
	return 0, false, false
}

// Literal reports whether a pattern has nothing in it that stands for
// something else.
func Literal(pattern string) bool {
	for i := range len(pattern) {
		switch pattern[i] {
		case '*', '?', '[', '\\':
			return false
		}
	}
	return true
}
