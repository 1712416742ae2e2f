package derive

import "regexp"

// matcher is the filter of a matchinst.
type matcher struct {
	re     *regexp.Regexp
	except bool // instances that do not match
}

func newMatcher(expression string, except bool) (*matcher, error) {
	re, err := compileERE(expression)
	if err != nil {
		return nil, err
	}
	return &matcher{re, except}, nil
}

func (m *matcher) matches(name string) bool {
	return m.re.MatchString(latin1(name)) != m.except
}
