package main

import (
	"fmt"
	"strconv"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// explain prints what the code in a word means.
func (p *pmerr) explain(env *tool.Env, word string) {
	out := env.Stdout
	code, ok := decode(word)
	if !ok {
		code, ok = named(word)
	}
	if !ok {
		p.strict.Failure()
		out.WriteString("Cannot decode \"" + word + "\" - neither decimal nor hexadecimal\n")
		return
	}
	if code > 0 {
		code = -code
		fmt.Fprintf(out, "Code is positive, assume you mean %d\n", code)
	}
	p.judge(libpcp.Error(code))
	fmt.Fprintf(out, "Code: %d 0x%x Text: %s\n", code, uint32(code), env.ErrorText(libpcp.Error(code)))
}

// judge reports to strict whether a code has a name, or is not one of PMAPI(3) or
// errno(3).
func (p *pmerr) judge(c libpcp.Error) {
	if c == 0 || report.Symbol(c) != "" {
		p.strict.Value()
	} else {
		p.strict.None()
	}
}

// named finds a code by its symbolic name. PCP's tool does not; see the
// intended differences of the conformance tests.
func named(word string) (code int32, ok bool) {
	for _, c := range libpcp.ErrorCodes() {
		if c.Symbol == word {
			return int32(c.Code), true
		}
	}
	return 0, false
}

// decode reads a code as scanf(3) does, by %x if the word is 0x and hex digits
// and by %d otherwise, where anything may follow. Both saturate at 64 bits and
// keep the low 32.
func decode(word string) (code int32, ok bool) {
	if digits, ok := hexDigits(word); ok {
		n, _, _ := cnum.Strtoul(digits, 16)
		return int32(n), true
	}
	return decimal(word)
}

// hexDigits returns what follows 0x in a word that has only hex digits there.
func hexDigits(word string) (digits string, ok bool) {
	if len(word) < 3 || word[0] != '0' || word[1]|0x20 != 'x' {
		return "", false
	}
	digits = word[2:]
	for i := range len(digits) {
		if !cnum.IsHexDigit(digits[i]) {
			return "", false
		}
	}
	return digits, true
}

func decimal(word string) (code int32, ok bool) {
	n, size, _ := cnum.Strtol(word, 10)
	return int32(n), size > 0
}

// codeWords are the codes and their symbols, with the texts, for completion.
func codeWords(texts libpcp.ErrorTexts) []string {
	var words []string
	for _, c := range texts.Codes() {
		words = append(words, c.Symbol+"\t"+c.Text, strconv.Itoa(int(c.Code))+"\t"+c.Text)
	}
	return words
}
