package options

import (
	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// The common options, with the descriptions of pmGetOptions(3).

// AlignOption is -A, --align.
func (s *Source) AlignOption() Option {
	return Option{Short: 'A', Long: "align", Arg: "TIME",
		Text: "align sample times on natural boundaries", Value: optional(&s.Times.Align)}
}

// ArchiveOption is -a, --archive.
func (s *Source) ArchiveOption(rel release.Release) Option {
	text := "metrics source is a PCP archive"
	if !rel.Has(release.ArchiveTexts) {
		text = "metrics source is a PCP log archive"
	}
	return Option{Short: 'a', Long: "archive", Arg: "FILE", Text: text, Value: Func(s.AddArchive),
		Complete: Completion{Kind: getopt.Archives, List: true}}
}

// ContainerOption is --container.
func (s *Source) ContainerOption() Option {
	return Option{Long: "container", Arg: "NAME",
		Text: "specify an individual container to be queried", Value: Func(s.setContainer)}
}

// DebugOption is -D, --debug, which older usage texts do not show.
func (s *Source) DebugOption(rel release.Release) Option {
	return Option{Short: 'D', Long: "debug", Arg: "DBG",
		Text: "set debug options, see pmdbg(1)", Value: Func(s.setDebug), Hidden: !rel.Has(release.NamedDebugOptions),
		Complete: Completion{Kind: getopt.Words, List: true, Words: (&Invocation{Release: rel}).DebugForms().Names}}
}

// DerivedOption is --derived, and -c in some tools. What becomes of a failure
// to load the definitions is up to the tool: report is given it, and what
// report returns is the error of the option.
func (s *Source) DerivedOption(short byte, report func(error) error) Option {
	return Option{Short: short, Long: "derived", Arg: "FILE",
		Text: "load derived metric definitions from FILE(s)", Complete: Completion{Kind: getopt.Files},
		Value: Func(func(file string) error {
			if err := s.LoadDerived(file); err != nil {
				return report(err)
			}
			return nil
		})}
}

// FinishOption is -T, --finish.
func (s *Source) FinishOption() Option {
	return Option{Short: 'T', Long: "finish", Arg: "TIME",
		Text: "end of the time window", Value: optional(&s.Times.Finish)}
}

// GUIModeOption is -g, --guimode.
func (s *Source) GUIModeOption() Option {
	return Option{Short: 'g', Long: "guimode",
		Text: "start in GUI mode with new time control", Value: Func(s.setGUIMode)}
}

// GUIPortOption is -p, --guiport.
func (s *Source) GUIPortOption() Option {
	return Option{Short: 'p', Long: "guiport", Arg: "N",
		Text: "port for connection to existing time control", Value: Func(s.setGUIPort)}
}

// HostOption is -h, --host.
func (s *Source) HostOption() Option {
	return Option{Short: 'h', Long: "host", Arg: "HOST",
		Text: "metrics source is PMCD on host", Value: Func(s.SetHost),
		Complete: Completion{Kind: getopt.Hosts}}
}

// HostZoneOption is -z, --hostzone.
func (s *Source) HostZoneOption() Option {
	return Option{Short: 'z', Long: "hostzone",
		Text: "set reporting timezone to local time of metrics source", Value: Func(s.setHostZone)}
}

// IntervalOption is -t, --interval.
func (s *Source) IntervalOption() Option {
	return Option{Short: 't', Long: "interval", Arg: "DELTA",
		Text: "sampling interval", Value: Func(s.setInterval)}
}

// LocalOption is -L, --local-PMDA.
func (s *Source) LocalOption() Option {
	return Option{Short: 'L', Long: "local-PMDA",
		Text: "metrics source is local connection to a PMDA", Value: Func(s.setLocal)}
}

// NamespaceOption is -n, --namespace.
func (s *Source) NamespaceOption() Option {
	return Option{Short: 'n', Long: "namespace", Arg: "FILE",
		Text: "use an alternative PMNS", Value: Func(s.setNamespace),
		Complete: Completion{Kind: getopt.Files}}
}

// OriginOption is -O, --origin.
func (s *Source) OriginOption() Option {
	return Option{Short: 'O', Long: "origin", Arg: "TIME",
		Text: "initial sample time within the time window", Value: optional(&s.Times.Origin)}
}

// SamplesOption is -s, --samples.
func (s *Source) SamplesOption() Option {
	return Option{Short: 's', Long: "samples", Arg: "N",
		Text: "terminate after this many samples", Value: Func(s.setSamples)}
}

// SpecLocalOption is -K, --spec-local.
func (s *Source) SpecLocalOption() Option {
	return Option{Short: 'K', Long: "spec-local", Arg: "SPEC",
		Text: "optional additional PMDA spec for local connection", Value: Func(s.addSpec)}
}

// StartOption is -S, --start.
func (s *Source) StartOption() Option {
	return Option{Short: 'S', Long: "start", Arg: "TIME",
		Text: "start of the time window", Value: optional(&s.Times.Start)}
}

// TimezoneOption is -Z, --timezone.
func (s *Source) TimezoneOption() Option {
	return Option{Short: 'Z', Long: "timezone", Arg: "TZ",
		Text: "set reporting timezone", Value: Func(s.setZone),
		Complete: Completion{Kind: getopt.Zones}}
}

// UniqueNamesOption is -N, --uniqnames.
func (s *Source) UniqueNamesOption() Option {
	return Option{Short: 'N', Long: "uniqnames", Arg: "FILE",
		Text: "like -n but only one name allowed for each PMID", Value: Func(s.setUniqueNames),
		Complete: Completion{Kind: getopt.Files}}
}

// optional is the value of an option that is different when given empty from
// when not given.
func optional(p **string) pflag.Value {
	return Func(func(arg string) error { *p = &arg; return nil })
}
