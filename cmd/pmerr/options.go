package main

import (
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp/getopt"
)

// options are the options of this suite.
func (p *pmerr) options() []getopt.Option {
	return []getopt.Option{p.format.Option(), p.style.FieldsOption(columns...), p.strict.Option()}
}

// takeOptions takes the options of ours out of the words.
func (p *pmerr) takeOptions(words []string) (rest []string, err error) {
	options := p.options()
	for len(words) > 0 {
		name, value, given := strings.Cut(words[0], "=")
		i := slices.IndexFunc(options, func(o getopt.Option) bool { return name == "--"+o.Long && (o.Arg != "" || !given) })
		if i < 0 {
			rest, words = append(rest, words[0]), words[1:]
			continue
		}
		words = words[1:]
		if o := options[i]; o.Arg == "" {
			value = "true"
		} else if !given && len(words) == 0 {
			return nil, errors.New("option '" + name + "' requires an argument")
		} else if !given {
			value, words = words[0], words[1:]
		}
		if err := options[i].Value.Set(value); err != nil {
			return nil, err
		}
	}
	return rest, p.format.TableFor(p.style.AskedFields())
}
