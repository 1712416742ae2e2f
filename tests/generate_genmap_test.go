package tests

import (
	"math/rand/v2"
	"strings"
)

// generatedGenMap makes up a list for pmgenmap, more or less a proper one.
func generatedGenMap(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 2))
	between := []string{"# c\n", "#\n", " # two  words\t x\n", "\n", " \t\n"}
	within := append([]string{" a A\n", "\tb.c\tB_C\n", " b.c  D\n"}, between...)
	odd := []string{"f {\n", "}\n", "\r\n", "\r", "x\n", "a b c\n", "##\n", "{ {\n", "} }\n", "} {\n", "{\n", "\v", "\xe9 q\n",
		"%s %d\n", "\" \\n\n", " ", "\t", "}", "# a"}
	var b strings.Builder
	for _, group := range []string{"f", "g", "h"}[:r.IntN(4)] {
		write := func(pieces []string, n int) {
			for range r.IntN(n) {
				if r.IntN(20) == 0 {
					pieces = odd
				}
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
		}
		write(between, 4)
		b.WriteString(group + " {\n")
		write(within, 7)
		b.WriteString("}\n")
	}
	text := b.String()
	if r.IntN(5) == 0 {
		text = text[:r.IntN(len(text)+1)]
	}
	return text
}
