package options

import (
	"errors"
	"io"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/rest"
)

// HostsOption is --hosts, which PCP's tools lack.
func (c *Choice) HostsOption() getopt.Option {
	return getopt.Option{Long: "hosts", Arg: "HOSTS", Exact: true,
		Text:     "ask all of these hosts: a,b,web[01-20],@FILE, with - for standard input",
		Value:    getopt.Func(func(list string) error { return c.addSeveral(Host, list) }),
		Complete: getopt.Completion{Kind: getopt.Hosts, List: true}}
}

// ArchivesOption is --archives, which PCP's tools lack.
func (c *Choice) ArchivesOption() getopt.Option {
	return getopt.Option{Long: "archives", Arg: "FILES", Exact: true,
		Text:     "ask all of these archives, each for itself: a,DIR,'2026*',@FILE, with - for standard input",
		Value:    getopt.Func(func(list string) error { return c.addSeveral(Archive, list) }),
		Complete: getopt.Completion{Kind: getopt.Archives, List: true}}
}

func (c *Choice) addSeveral(kind Kind, list string) error {
	if len(c.several.lists) > 0 && c.several.kind != kind {
		return errHostsAndArchives
	}
	c.several.kind = kind
	c.several.lists = append(c.several.lists, list)
	return nil
}

// checkSeveral finds what does not go with a list of sources.
func (c *Choice) checkSeveral(tracing bool) error {
	switch {
	case !c.Several():
		return nil
	case c.host != nil || c.archived || c.local:
		return errors.New("a list of hosts or archives is the only source of metrics")
	case tracing:
		return errors.New("-D takes a single source of metrics")
	}
	return nil
}

// Shown is the name of a source for reports: of a host, without its password.
func (c *Choice) Shown(name string) string {
	if c.Kind == Archive {
		return withoutPassword(name)
	}
	return rest.Redact(name)
}

// One returns one of several sources, to be used by a goroutine of its own. Its
// messages go to stderr, and it asks the user for nothing.
func (s *Source) One(name string, stderr io.Writer) *Source {
	inv := *s.inv
	inv.Stderr, inv.Flush = stderr, nil
	one := &Source{Setup: s.Setup, Choice: s.Choice.one(name), Timing: s.Timing, Debugging: Debugging{inv: &inv, set: s.set},
		Naming: Naming{Namespace: s.Namespace, names: s.names}, inv: &inv, amongOthers: true}
	one.Timing.inv, one.debug = &inv, &one.Debugging
	if !s.bare() {
		one.derived = s.definitions().Clone(inv.Messages())
	}
	return one
}

// one is the choice of one of several sources.
func (c *Choice) one(name string) Choice {
	one := Choice{Kind: c.Kind, Series: c.Series, Container: c.Container, contained: c.contained}
	if one.Kind == Archive {
		one.Archives = name
	} else {
		one.Host = name
	}
	return one
}
