package getopt

// descriptionColumn is where descriptions start in the usage text.
const descriptionColumn = 24

// appendUsage appends the usage text of the program called name.
func (s *Spec) appendUsage(dst []byte, name string) []byte {
	dst = append(dst, "Usage: "...)
	dst = append(dst, name...)
	dst = append(dst, ' ')
	dst = append(dst, s.Synopsis...)
	dst = append(dst, '\n')
	for _, g := range s.Groups {
		dst = append(dst, '\n')
		dst = append(dst, g.Heading...)
		dst = append(dst, ":\n"...)
		for _, o := range g.Options {
			if !o.Hidden {
				dst = o.appendUsage(dst)
			}
		}
	}
	return dst
}

func (o *Option) appendUsage(dst []byte) []byte {
	start := len(dst)
	dst = o.appendForms(append(dst, "  "...))
	if len(dst)-start >= descriptionColumn {
		dst = append(dst, '\n')
		start = len(dst)
	}
	for len(dst)-start < descriptionColumn {
		dst = append(dst, ' ')
	}
	dst = append(dst, o.Text...)
	return append(dst, '\n')
}

// appendForms appends "-x ARG, --long=ARG", or the one form that exists.
func (o *Option) appendForms(dst []byte) []byte {
	if o.Short != 0 {
		dst = append(dst, '-', o.Short)
		if o.Arg != "" {
			dst = append(append(dst, ' '), o.Arg...)
		}
		if o.Long != "" {
			dst = append(dst, ", "...)
		}
	}
	if o.Long != "" {
		dst = append(append(dst, "--"...), o.Long...)
		if o.Arg != "" {
			dst = append(append(dst, '='), o.Arg...)
		}
	}
	return dst
}
