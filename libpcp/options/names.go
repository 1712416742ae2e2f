package options

import "pcptools/libpcp"

func (s *Source) setNamespace(file string) error   { return s.loadNamespace(file, false) }
func (s *Source) setUniqueNames(file string) error { return s.loadNamespace(file, true) }

// loadNamespace takes the name space of a file (pmLoadASCIINameSpace(3)), or
// with unique set one in which no metric has two names
// (pmLoadNameSpace(3)).
func (s *Source) loadNamespace(file string, unique bool) error {
	err := s.loadNames(file, unique)
	if err != nil {
		return &RunError{Err: &OpenError{`Cannot load namespace from "` + file + `"`, err}}
	}
	s.Namespace = file
	return nil
}

// loadNames is not there yet: it says so.
func (s *Source) loadNames(string, bool) error {
	if s.Namespace != "" {
		return libpcp.ErrDupPMNS
	}
	return libpcp.ErrNYI
}
