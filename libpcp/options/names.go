package options

import (
	"context"
	"errors"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmns"
)

func (s *Source) setNamespace(file string) error   { return s.loadNamespace(file, false) }
func (s *Source) setUniqueNames(file string) error { return s.loadNamespace(file, true) }

// loadNamespace takes the name space of a file (pmLoadASCIINameSpace(3)), or
// with unique set one in which no metric has two names. What is wrong with it
// is told with the other errors, but for the troubles of preprocessing it.
func (s *Source) loadNamespace(file string, unique bool) error {
	var messages strings.Builder
	tree, err := s.loader.Load(file, pmns.Options{Unique: unique, Stderr: s.inv.Stderr, Messages: &messages})
	if err != nil {
		return errors.Join(getopt.Verbatim(messages.String()),
			&RunError{Err: &OpenError{`Cannot load namespace from "` + file + `"`, err}})
	}
	s.names, s.Namespace = tree, file
	return nil
}

// withNames puts the names of a file, if one is given, in the place of those
// of a source.
func (s *Source) withNames(ctx context.Context, src libpcp.Source) libpcp.Source {
	if s.names == nil && s.Kind == Local {
		s.loadLocalNames()
	}
	switch {
	case s.names == nil:
		return src
	case s.Kind == Archive && s.TrimNames:
		return pmns.Override(src, pmns.TrimTo(ctx, s.names, src))
	case s.Kind == Local:
		return pmns.Override(src, s.names, pmns.ExpandDynamic())
	}
	return pmns.Override(src, s.names)
}

// NamesOnly returns a context for the names of a file alone, with nothing
// behind them, or nil if no file was given or a source was.
func (s *Source) NamesOnly() *libpcp.Context {
	if s.names == nil || s.Kind != Undecided {
		return nil
	}
	return libpcp.NewContext(s.withDerived(pmns.NamesOnly(s.names)))
}
