package interpolate

import (
	"slices"

	"pcptools/libpcp"
)

// choice is the instances of a domain that a profile asks for: all but those listed,
// or none but those.
type choice struct {
	exclude bool
	insts   []int32
}

// choiceOf is valid as long as the profile is as it is.
func choiceOf(profile *libpcp.Profile, d libpcp.InDom) choice {
	if profile == nil {
		return choice{}
	}
	i := slices.IndexFunc(profile.InDoms, func(e libpcp.InDomProfile) bool { return e.InDom == d })
	if i < 0 {
		return choice{exclude: profile.ExcludeAll}
	}
	return choice{profile.InDoms[i].Exclude, profile.InDoms[i].Insts}
}

func (c choice) equal(other choice) bool {
	return c.exclude == other.exclude && slices.Equal(c.insts, other.insts)
}

func (c choice) clone() choice { return choice{c.exclude, slices.Clone(c.insts)} }

// set is the choice as a set.
func (c choice) set() (includes func(inst int32) bool) {
	listed := make(map[int32]bool, len(c.insts))
	for _, inst := range c.insts {
		listed[inst] = true
	}
	return func(inst int32) bool { return listed[inst] == c.exclude }
}
