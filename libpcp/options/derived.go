package options

import "pcptools/libpcp"

// LoadDerived takes the definitions of derived metrics in a file or folder
// (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return libpcp.ErrNYI }

// withDerived adds the derived metrics of the run to a source.
func (s *Source) withDerived(src libpcp.Source) libpcp.Source { return src }
