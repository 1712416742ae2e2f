package proc

import (
	"errors"
	"fmt"
	"strings"
)

// errPredicate is the failure to parse a predicate, which has been reported.
var errPredicate = errors.New("predicate")

// maxDepth bounds how deep predicates nest.
const maxDepth = 1000

// parsePredicate returns the predicate in a configuration, nil for an empty one.
// It reports errors line by line, in PCP's words; some errors do no harm.
func parsePredicate(text string, report func(line string)) (predicate, error) {
	p := &predicateParser{report: report}
	p.scanner = scanner{rest: text, report: p.complain}
	p.next()
	if p.token.kind == tokenEnd {
		return nil, nil
	}
	if err := p.version(); err != nil {
		return nil, err
	}
	all, err := p.either(0)
	if err == nil && p.token.kind != tokenEnd {
		err = p.unexpected()
	}
	return all, err
}

type predicateParser struct {
	scanner scanner
	token   token // not yet used
	report  func(line string)
}

func (p *predicateParser) next() { p.token = p.scanner.next() }

// complain reports an error at a text. Like PCP it knows of one line.
func (p *predicateParser) complain(problem, text string) {
	p.report("Specification error in configuration")
	p.report(fmt.Sprintf("[line 1] %s: %s", problem, strings.TrimRight(text, "\n")))
}

func (p *predicateParser) unexpected() error {
	p.complain("syntax error", p.token.text)
	return errPredicate
}

// accept skips the next word if it is a sign.
func (p *predicateParser) accept(signs ...string) (string, bool) {
	if p.token.kind == tokenSign {
		for _, sign := range signs {
			if p.token.text == sign {
				p.next()
				return sign, true
			}
		}
	}
	return "", false
}

// version reads "Version 1.0", which a configuration may begin with.
func (p *predicateParser) version() error {
	if p.token.kind != tokenVersion {
		return nil
	}
	p.next()
	if p.token.kind != tokenNumber {
		return p.unexpected()
	}
	if p.token.num != 1 {
		p.report("Wrong version number in configuration predicate")
		p.report(fmt.Sprintf("Expected version %.2f, but was given version %.2f .", 1.0, p.token.num))
		return errPredicate
	}
	p.next()
	return nil
}

// either reads terms connected by ||.
func (p *predicateParser) either(depth int) (predicate, error) {
	return p.connected("||", depth, func() (predicate, error) {
		return p.connected("&&", depth, func() (predicate, error) { return p.term(depth) })
	})
}

func (p *predicateParser) connected(sign string, depth int, operand func() (predicate, error)) (predicate, error) {
	all, err := operand()
	for count := depth; err == nil; count++ {
		if _, ok := p.accept(sign); !ok {
			break
		}
		if count >= maxDepth {
			return nil, p.unexpected()
		}
		var right predicate
		if right, err = operand(); err == nil {
			all = connective{sign, all, right}
		}
	}
	return all, err
}

// term reads what && connects.
func (p *predicateParser) term(depth int) (predicate, error) {
	if depth > maxDepth {
		return nil, p.unexpected()
	}
	if _, ok := p.accept("!"); ok {
		of, err := p.term(depth + 1)
		return negation{of}, err
	}
	if _, ok := p.accept("("); ok {
		inside, err := p.either(depth + 1)
		if err != nil {
			return nil, err
		}
		if _, ok := p.accept(")"); !ok {
			return nil, p.unexpected()
		}
		return inside, nil
	}
	switch t := p.token; t.kind {
	case tokenTruth:
		p.next()
		return truthValue(t.text == "true"), nil
	case tokenNumber, tokenNumberName:
		return p.comparison()
	case tokenString, tokenStringName:
		return p.ofStrings()
	}
	return nil, p.unexpected()
}

func (p *predicateParser) comparison() (predicate, error) {
	left, _ := p.number()
	sign, ok := p.accept("<", "<=", ">", ">=", "==", "!=")
	if !ok {
		return nil, p.unexpected()
	}
	right, ok := p.number()
	if !ok {
		return nil, p.unexpected()
	}
	return comparison{sign, left, right}, nil
}

func (p *predicateParser) number() (n number64, ok bool) {
	switch p.token.kind {
	case tokenNumber:
		n = number64{value: p.token.num}
	case tokenNumberName:
		n = number64{name: p.token.text}
	default:
		return n, false
	}
	p.next()
	return n, true
}

func (p *predicateParser) ofStrings() (predicate, error) {
	left, _ := p.word()
	if sign, ok := p.accept("==", "!="); ok {
		right, ok := p.word()
		if !ok {
			return nil, p.unexpected()
		}
		return equality{sign, left, right}, nil
	}
	sign, ok := p.accept("~", "!~")
	if !ok || p.token.kind != tokenPattern {
		return nil, p.unexpected()
	}
	pattern := p.token.text
	re, err := compilePattern(pattern)
	if err != nil {
		p.complain(err.Error(), pattern)
	}
	p.next()
	return match{not: sign == "!~", of: left, pattern: pattern, re: re}, nil
}

func (p *predicateParser) word() (w word, ok bool) {
	switch p.token.kind {
	case tokenString:
		w = word{value: p.token.text}
	case tokenStringName:
		w = word{name: p.token.text}
	default:
		return w, false
	}
	p.next()
	return w, true
}
