package main

import (
	"errors"
	"strings"
)

// takeOptions takes the options of ours off the front of the words.
func (p *pmerr) takeOptions(words []string) ([]string, error) {
	for len(words) > 0 {
		name, given := strings.CutPrefix(words[0], "--format=")
		switch {
		case words[0] == "--strict":
			p.strict.Option().Value.Set("true")
		case given:
			if err := p.format.Set(name); err != nil {
				return nil, err
			}
		case words[0] == "--format" && len(words) == 1:
			return nil, errors.New("option '--format' requires an argument")
		case words[0] == "--format":
			words = words[1:]
			if err := p.format.Set(words[0]); err != nil {
				return nil, err
			}
		default:
			return words, nil
		}
		words = words[1:]
	}
	return words, nil
}
