package complete

import "strings"

// appendAnswer appends the answer for the shell: first a line that is "list",
// "open" or "files", the last with what precedes the name in the word, then
// the items.
func (r *request) appendAnswer(dst []byte, a answer) []byte {
	a.settle()
	if a.files {
		return r.appendFiles(dst, a.stem)
	}
	switch r.shell {
	case "bash":
		return r.appendBash(dst, a)
	case "zsh":
		return appendZsh(dst, a)
	case "fish":
		return appendFish(dst, a)
	}
	return appendPowerShell(dst, a)
}

func (r *request) appendFiles(dst []byte, stem string) []byte {
	switch r.shell {
	case "powershell":
		return dst // it looks for files if it gets nothing else
	case "zsh":
		stem = stemPattern(stem)
	case "bash":
		if r.word.raw[r.word.at[len(stem)]:] != r.replaced {
			return dst // bash would take the stem for a part of the name
		}
		stem = ""
	}
	return appendLine(dst, "files ", stem)
}

// appendBash appends items that replace the part of the word that bash
// replaces, quoted like the word. A space follows, unless the only item is
// open.
func (r *request) appendBash(dst []byte, a answer) []byte {
	dst = appendLine(dst, bashKind(a.items))
	kept := len(r.word.raw) - len(r.replaced) // bytes of the typed word that stay
	start := r.word.at[len(a.stem)]           // where the completed part starts
	head := ""
	if kept < start {
		head = r.word.raw[kept:start]
	}
	known := 0 // bytes of each item that are kept
	for len(a.stem)+known < len(r.word.text) && r.word.at[len(a.stem)+known] < kept {
		known++
	}
	for _, i := range a.items {
		if text, ok := quoteBash(i.text[known:], r.word.quote); ok {
			dst = appendLine(dst, head, text)
		}
	}
	return dst
}

func bashKind(items []item) string {
	if len(items) == 1 && items[0].open {
		return "open"
	}
	return "list"
}

// appendZsh appends the stem, which the script has zsh skip, and the items with
// a mark: "-" for an open item, "+" for others. Zsh does the quoting.
func appendZsh(dst []byte, a answer) []byte {
	dst = appendLine(dst, "list ", stemPattern(a.stem))
	for _, i := range a.items {
		mark := "+"
		if i.open {
			mark = "-"
		}
		dst = appendLine(dst, mark, i.text, "\t", i.note)
	}
	return dst
}

// stemPattern is a pattern that fits the stem, however it is quoted: the longest
// match counts, so that an option stands for itself.
func stemPattern(stem string) string {
	if stem == "" {
		return ""
	}
	if name, plain := strings.CutSuffix(stem, "="); plain && strings.Trim(name, "-abcdefghijklmnopqrstuvwxyz") == "" {
		return stem
	}
	if last := stem[len(stem)-1:]; strings.Contains("=,/", last) {
		return "*" + last
	}
	return strings.Repeat("?", len(stem))
}

// appendFish appends words; fish does the quoting, and puts no space after a
// word that ends in a dot, a slash or an equals sign.
func appendFish(dst []byte, a answer) []byte {
	dst = appendLine(dst, "list")
	for _, i := range a.items {
		dst = appendLine(dst, a.stem, i.text, "\t", i.note)
	}
	return dst
}

// appendPowerShell appends words as they are to be typed, as they are to be
// listed, and descriptions.
func appendPowerShell(dst []byte, a answer) []byte {
	for _, i := range a.items {
		dst = appendLine(dst, quotePowerShell(a.stem+i.text), "\t", i.text, "\t", i.note)
	}
	return dst
}

func appendLine(dst []byte, parts ...string) []byte {
	return append(append(dst, strings.Join(parts, "")...), '\n')
}
