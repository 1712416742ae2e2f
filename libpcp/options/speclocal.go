package options

import (
	"errors"
	"strings"
)

// LocalSpec is one -K: a change to the table of agents of a local context
// (pmSpecLocalPMDA(3)).
type LocalSpec struct {
	Op     string // add, del or clear
	Domain int    // -1 if not given
	Path   string // of the agent's DSO
	Init   string // its initialisation routine
}

// maxDomain is the largest number an agent may have.
const maxDomain = 510

// LocalSpecs returns the -K options, in order.
func (s *Source) LocalSpecs() []LocalSpec { return s.specs }

func (s *Source) addSpec(text string) error {
	spec, err := parseLocalSpec(text)
	if err != nil {
		return errors.New("pmSpecLocalPMDA failed: " + err.Error())
	}
	s.specs = append(s.specs, spec)
	return nil
}

func parseLocalSpec(text string) (LocalSpec, error) {
	_ = strings.Cut
	return LocalSpec{}, errors.New("bad op in spec")
}
