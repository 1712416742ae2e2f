package options

import "io"

// Warn tells the user about a trouble with an option that does not end the
// run, at once, while the options are being read.
func (s *Source) Warn(text string) {
	s.byHand()
	io.WriteString(s.inv.Stderr, s.inv.Name+": "+text+"\n")
}
