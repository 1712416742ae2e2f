package options

import "pcptools/libpcp/getopt"

// The common options, with the descriptions of pmGetOptions(3).

// DerivedOption is --derived, and -c in some tools. Report is called with the
// error of loading the definitions, and returns the error of the option.
func (s *Source) DerivedOption(short byte, report func(error) error) getopt.Option {
	return getopt.Option{Short: short, Long: "derived", Arg: "FILE",
		Text: "load derived metric definitions from FILE(s)", Complete: getopt.Completion{Kind: getopt.Files},
		Value: getopt.Func(func(file string) error {
			if err := s.LoadDerived(file); err != nil {
				return report(err)
			}
			return nil
		})}
}

// IntervalOption is -t, --interval.
func (s *Source) IntervalOption() getopt.Option {
	return getopt.Option{Short: 't', Long: "interval", Arg: "DELTA",
		Text: "sampling interval", Value: getopt.Func(s.setInterval)}
}

// NamespaceOption is -n, --namespace.
func (s *Source) NamespaceOption() getopt.Option {
	return getopt.Option{Short: 'n', Long: "namespace", Arg: "FILE",
		Text: "use an alternative PMNS", Value: getopt.Func(s.setNamespace),
		Complete: getopt.Completion{Kind: getopt.Files}}
}

// SpecLocalOption is -K, --spec-local.
func (s *Source) SpecLocalOption() getopt.Option {
	return getopt.Option{Short: 'K', Long: "spec-local", Arg: "SPEC",
		Text: "optional additional PMDA spec for local connection", Value: getopt.Func(func(text string) error { return s.agents.change(text) })}
}

// UniqueNamesOption is -N, --uniqnames.
func (s *Source) UniqueNamesOption() getopt.Option {
	return getopt.Option{Short: 'N', Long: "uniqnames", Arg: "FILE",
		Text: "like -n but only one name allowed for each PMID", Value: getopt.Func(s.setUniqueNames),
		Complete: getopt.Completion{Kind: getopt.Files}}
}
