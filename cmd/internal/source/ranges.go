package source

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"pcptools/libpcp/pmproxy"
)

// maxNames is how many sources ranges and patterns may stand for: a network of 2^16
// hosts. To ask them all takes some minutes if none answers.
const maxNames = 1 << 16

func errTooMany() error { return fmt.Errorf("more than %d names", maxNames) }

// hostNames are the hosts that a specification stands for: itself, or with
// ranges such as web[01-20] or rack[a-c]x[1,4-6] several. A bracket where a host
// begins starts an IPv6 address; users, passwords and attributes have no
// ranges.
func hostNames(spec string) ([]string, error) {
	host, attributes := spec, ""
	if at := strings.IndexByte(spec, '?'); at >= 0 {
		host, attributes = spec[:at], spec[at:]
	}
	done := 0
	if pmproxy.IsAddress(host) {
		done = strings.LastIndexByte(host, '@') + 1
	}
	names := []string{host[:done]}
	for {
		length := strings.IndexAny(host[done:], "[]*{}")
		if length < 0 {
			return product(names, []string{host[done:] + attributes})
		}
		at := done + length
		end := strings.IndexByte(host[at:], ']')
		switch {
		case host[at] != '[':
			return nil, fmt.Errorf("a host has no %q in its name: ranges are such as web[01-20]", host[at])
		case end < 0:
			return nil, errors.New("a range has no ]")
		}
		end += at
		items := []string{host[at : end+1]}
		if !hostBegins(host[:at]) {
			var err error
			if items, err = rangeItems(host[at+1 : end]); err != nil {
				return nil, err
			}
		}
		for i := range items {
			items[i] = host[done:at] + items[i]
		}
		var err error
		if names, err = product(names, items); err != nil {
			return nil, err
		}
		done = end + 1
	}
}

// hostBegins reports whether the name of a host follows the text before.
func hostBegins(before string) bool {
	return before == "" || before == "pcp:" || before == "pcps:" || strings.HasSuffix(before, "/") || strings.HasSuffix(before, "@")
}

// product is each of names with each of some ends.
func product(names, ends []string) ([]string, error) {
	if len(names)*len(ends) > maxNames {
		return nil, errTooMany()
	}
	all := make([]string, 0, len(names)*len(ends))
	for _, name := range names {
		for _, end := range ends {
			all = append(all, name+end)
		}
	}
	return all, nil
}

// rangeItems are what a range stands for: numbers, with as many zeros as the
// first has, letters, or several of these.
func rangeItems(text string) (items []string, err error) {
	for item := range strings.SplitSeq(text, ",") {
		low, high, spans := strings.Cut(item, "-")
		if !spans {
			high = low
		}
		some, err := between(low, high)
		if err != nil {
			return nil, fmt.Errorf("[%s] %w", item, err)
		}
		if items = append(items, some...); len(items) > maxNames {
			return nil, errTooMany()
		}
	}
	return items, nil
}

func between(low, high string) (items []string, err error) {
	first, err1 := strconv.ParseUint(low, 10, 32)
	last, err2 := strconv.ParseUint(high, 10, 32)
	numbers := err1 == nil && err2 == nil
	if !numbers {
		if !isLetter(low) || !isLetter(high) {
			return nil, errors.New("is no range of numbers or letters")
		}
		first, last = uint64(low[0]), uint64(high[0])
	}
	switch {
	case first > last:
		return nil, errors.New("counts down")
	case last-first >= maxNames:
		return nil, errTooMany()
	case !numbers && low[0] <= 'Z' && high[0] > 'Z':
		return nil, errors.New("has large and small letters")
	}
	width := 0
	if low[0] == '0' {
		width = len(low)
	}
	for n := first; n <= last; n++ {
		if numbers {
			items = append(items, fmt.Sprintf("%0*d", width, n))
		} else {
			items = append(items, string(rune(n)))
		}
	}
	return items, nil
}

func isLetter(text string) bool {
	return len(text) == 1 && ('a' <= text[0] && text[0] <= 'z' || 'A' <= text[0] && text[0] <= 'Z')
}
