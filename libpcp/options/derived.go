package options

import (
	"path/filepath"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/conf"
)

// definitions returns the derived metrics of the process: at first those that
// are installed, which are read only when one of them can matter.
func (s *Source) definitions() *derive.Definitions {
	if s.derived == nil {
		s.derived = derive.New(s.inv.Stderr)
		paths, set := s.inv.LookupEnv("PCP_DERIVED_CONFIG")
		if !set {
			paths = filepath.Join(conf.Get("PCP_VAR_DIR"), "config", "derived")
		}
		if paths != "" {
			s.derived.Defer(paths)
		}
	}
	return s.derived
}

// LoadDerived takes a file or folder of derived metric definitions
// (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return libpcp.ErrNYI }

// withDerived adds derived metrics to a source.
func (s *Source) withDerived(src libpcp.Source) libpcp.Source {
	return derive.Wrap(src, s.definitions())
}
