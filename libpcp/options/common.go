package options

import (
	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// The common options, with the descriptions of pmGetOptions(3).

// AlignOption is -A, --align.
func (s *Source) AlignOption() getopt.Option {
	return getopt.Option{Short: 'A', Long: "align", Arg: "TIME",
		Text: "align sample times on natural boundaries", Value: optional(&s.Times.Align)}
}

// ArchiveOption is -a, --archive.
func (s *Source) ArchiveOption(rel release.Release) getopt.Option {
	text := "metrics source is a PCP archive"
	if !rel.Has(release.ArchiveTexts) {
		text = "metrics source is a PCP log archive"
	}
	return getopt.Option{Short: 'a', Long: "archive", Arg: "FILE", Text: text, Value: getopt.Func(s.AddArchive),
		Complete: getopt.Completion{Kind: getopt.Archives, List: true}}
}

// ContainerOption is --container.
func (s *Source) ContainerOption() getopt.Option {
	return getopt.Option{Long: "container", Arg: "NAME",
		Text: "specify an individual container to be queried", Value: getopt.Func(s.setContainer)}
}

// DebugOption is -D, --debug, which older usage texts do not show.
func (s *Source) DebugOption(rel release.Release) getopt.Option {
	return getopt.Option{Short: 'D', Long: "debug", Arg: "DBG",
		Text: "set debug options, see pmdbg(1)", Value: getopt.Func(s.setDebug), Hidden: !rel.Has(release.NamedDebugOptions),
		Complete: getopt.Completion{Kind: getopt.Words, List: true, Words: (&getopt.Invocation{Release: rel}).DebugForms().Names}}
}

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

// FinishOption is -T, --finish.
func (s *Source) FinishOption() getopt.Option {
	return getopt.Option{Short: 'T', Long: "finish", Arg: "TIME",
		Text: "end of the time window", Value: optional(&s.Times.Finish)}
}

// GUIModeOption is -g, --guimode.
func (s *Source) GUIModeOption() getopt.Option {
	return getopt.Option{Short: 'g', Long: "guimode",
		Text: "start in GUI mode with new time control", Value: getopt.Func(s.setGUIMode)}
}

// GUIPortOption is -p, --guiport.
func (s *Source) GUIPortOption() getopt.Option {
	return getopt.Option{Short: 'p', Long: "guiport", Arg: "N",
		Text: "port for connection to existing time control", Value: getopt.Func(s.setGUIPort)}
}

// HostOption is -h, --host.
func (s *Source) HostOption() getopt.Option {
	return getopt.Option{Short: 'h', Long: "host", Arg: "HOST",
		Text: "metrics source is PMCD on host", Value: getopt.Func(s.SetHost),
		Complete: getopt.Completion{Kind: getopt.Hosts}}
}

// HostZoneOption is -z, --hostzone.
func (s *Source) HostZoneOption() getopt.Option {
	return getopt.Option{Short: 'z', Long: "hostzone",
		Text: "set reporting timezone to local time of metrics source", Value: getopt.Func(s.setHostZone)}
}

// IntervalOption is -t, --interval.
func (s *Source) IntervalOption() getopt.Option {
	return getopt.Option{Short: 't', Long: "interval", Arg: "DELTA",
		Text: "sampling interval", Value: getopt.Func(s.setInterval)}
}

// LocalOption is -L, --local-PMDA.
func (s *Source) LocalOption() getopt.Option {
	return getopt.Option{Short: 'L', Long: "local-PMDA",
		Text: "metrics source is local connection to a PMDA", Value: getopt.Func(s.setLocal)}
}

// NamespaceOption is -n, --namespace.
func (s *Source) NamespaceOption() getopt.Option {
	return getopt.Option{Short: 'n', Long: "namespace", Arg: "FILE",
		Text: "use an alternative PMNS", Value: getopt.Func(s.setNamespace),
		Complete: getopt.Completion{Kind: getopt.Files}}
}

// OriginOption is -O, --origin.
func (s *Source) OriginOption() getopt.Option {
	return getopt.Option{Short: 'O', Long: "origin", Arg: "TIME",
		Text: "initial sample time within the time window", Value: optional(&s.Times.Origin)}
}

// SamplesOption is -s, --samples.
func (s *Source) SamplesOption() getopt.Option {
	return getopt.Option{Short: 's', Long: "samples", Arg: "N",
		Text: "terminate after this many samples", Value: getopt.Func(s.setSamples)}
}

// SpecLocalOption is -K, --spec-local.
func (s *Source) SpecLocalOption() getopt.Option {
	return getopt.Option{Short: 'K', Long: "spec-local", Arg: "SPEC",
		Text: "optional additional PMDA spec for local connection", Value: getopt.Func(s.addSpec)}
}

// StartOption is -S, --start.
func (s *Source) StartOption() getopt.Option {
	return getopt.Option{Short: 'S', Long: "start", Arg: "TIME",
		Text: "start of the time window", Value: optional(&s.Times.Start)}
}

// TimezoneOption is -Z, --timezone.
func (s *Source) TimezoneOption() getopt.Option {
	return getopt.Option{Short: 'Z', Long: "timezone", Arg: "TZ",
		Text: "set reporting timezone", Value: getopt.Func(s.setZone),
		Complete: getopt.Completion{Kind: getopt.Zones}}
}

// UniqueNamesOption is -N, --uniqnames.
func (s *Source) UniqueNamesOption() getopt.Option {
	return getopt.Option{Short: 'N', Long: "uniqnames", Arg: "FILE",
		Text: "like -n but only one name allowed for each PMID", Value: getopt.Func(s.setUniqueNames),
		Complete: getopt.Completion{Kind: getopt.Files}}
}

// optional is the value of an option that is different when given empty from
// when not given.
func optional(p **string) pflag.Value {
	return getopt.Func(func(arg string) error { *p = &arg; return nil })
}
