package options

import (
	"fmt"
	"io"
)

// Debugging reports whether -D names the debug option given (pmSetDebug(3)).
func (s *Source) Debugging(name string) bool { return s.debug.Has(name) }

// Tracing reports whether -D names any debug option.
func (s *Source) Tracing() bool { return s.debug != 0 }

func (s *Source) setDebug(spec string) error {
	set, ok := s.inv.DebugForms().Parse(spec)
	if !ok {
		return fmt.Errorf("unrecognized debug options specification (%s)", spec)
	}
	s.debug |= set
	return nil
}

func (s *Source) debugVariable(value string) error {
	err := s.setDebug(value)
	if err != nil {
		s.debugComplaint = fmt.Sprintf("Error: $PCP_DEBUG=%s is not valid, ignored\n", value)
		io.WriteString(s.inv.Stderr, s.debugComplaint)
	}
	return err
}
