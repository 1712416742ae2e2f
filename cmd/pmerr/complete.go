package main

import (
	"strconv"

	"pcptools/libpcp"
)

// codeWords are the codes and their symbols, with the texts, for completion.
func codeWords(texts libpcp.ErrorTexts) []string {
	var words []string
	for _, c := range texts.Codes() {
		words = append(words, c.Symbol+"\t"+c.Text, strconv.Itoa(int(c.Code))+"\t"+c.Text)
	}
	return words
}
