package main

import (
	"strconv"

	"pcptools/libpcp"
)

// codeWords are the codes and their symbols, with the texts, for completion.
func codeWords() []string {
	var words []string
	for _, c := range libpcp.ErrorCodes() {
		words = append(words, c.Symbol+"\t"+c.Text, strconv.Itoa(int(c.Code))+"\t"+c.Text)
	}
	return words
}
