package complete

import (
	"strings"

	"pcptools/libpcp/getopt"
)

// The variables of a request, beside [Variable]. Bash splits words in its own
// way, so its script passes the whole line before and after the cursor, the
// name of the command, and bash's word. The other scripts pass the word up to
// the cursor, and the words before and after it, each on a line.
const (
	lineVariable    = "PCPTOOLS_LINE"
	restVariable    = "PCPTOOLS_REST"
	commandVariable = "PCPTOOLS_COMMAND"
	wordVariable    = "PCPTOOLS_WORD"
	beforeVariable  = "PCPTOOLS_BEFORE"
	afterVariable   = "PCPTOOLS_AFTER"
)

// request is a command line in the state it was in when the user asked.
type request struct {
	shell    string
	before   []string // words before the one to complete
	word     word
	replaced string // the end of word.raw that bash replaces
	after    []string
}

// newRequest reads the request; ok is false without a request.
func newRequest(inv *getopt.Invocation) (r *request, ok bool) {
	get := func(name string) string {
		value, _ := inv.LookupEnv(name)
		return value
	}
	r = &request{shell: get(Variable)}
	switch r.shell {
	case "bash":
		return r, r.readLine(get(lineVariable), get(restVariable), get(commandVariable), get(wordVariable))
	case "zsh", "fish", "powershell":
		r.before, r.after = lines(get(beforeVariable)), lines(get(afterVariable))
		r.word = word{text: get(wordVariable)}
		if r.shell == "fish" {
			r.word = lastWord(r.word.text) // it comes with its quotes
		}
		return r, true
	}
	return nil, false
}

// readLine takes the words of a line apart as bash does.
func (r *request) readLine(line, rest, command, replaced string) bool {
	if lastWord(line).ansi { // what would be quoted elsewhere might end the quotes
		return false
	}
	words := lex(line)
	for len(words) > 0 && words[0].text != command && words[0].raw != command {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	last := len(words) - 1
	for _, w := range words[1:last] {
		r.before = append(r.before, w.text)
	}
	r.word = words[last]
	if strings.HasSuffix(r.word.raw, replaced) {
		r.replaced = replaced
	} else {
		r.replaced = r.word.raw
	}
	r.after = restWords(rest)
	return true
}

// restWords are the words after the cursor, without the rest of the word at the
// cursor.
func restWords(rest string) []string {
	var words []string
	if rest == "" {
		return nil
	}
	for i, w := range lex(rest) {
		if i > 0 || rest[0] == ' ' {
			words = append(words, w.text)
		}
	}
	return words
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
