package options

import (
	"errors"
	"math"

	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
)

// The command lines of four of PCP's tools, as examples that differ: pmprobe
// has an option whose letter is for show and one that is always an error,
// pmstore stops at operands.

func pminfoSpec() *getopt.Spec {
	s := &Source{}
	var flag bool
	b := getopt.Bool(&flag)
	var batch int
	return &getopt.Spec{Source: s, Synopsis: "[options] [metricname | pmid | indom]...", Groups: []getopt.Group{
		{Heading: "General options", Options: []getopt.Option{
			s.ArchiveOption(installedRelease()), s.DebugOption(installedRelease()), s.HostOption(), s.ContainerOption(), s.LocalOption(),
			s.SpecLocalOption(), s.NamespaceOption(), s.UniqueNamesOption(), s.OriginOption(),
			s.TimezoneOption(), s.HostZoneOption(), getopt.VersionOption(), getopt.HelpOption(),
		}},
		{Heading: "Protocol options", Options: []getopt.Option{
			{Short: 'b', Long: "batch", Arg: "N", Text: "fetch N metrics at a time for -f and -v [128]",
				Value: getopt.Int(&batch, math.MinInt, "-b requires numeric argument")},
			{Short: 'd', Long: "desc", Text: "get and print metric description", Value: b},
			{Short: 'f', Long: "fetch", Text: "fetch and print values for all instances", Value: b},
			{Short: 'F', Long: "fetchall", Text: "fetch and print values for non-enumerable indoms", Value: b},
			{Short: 'I', Long: "fullindom", Text: "print InDom in verbose format", Value: b},
			{Short: 'l', Long: "labels", Text: "print InDom, metric and instance labels", Value: b},
			{Short: 'm', Long: "pmid", Text: "print PMID", Value: b},
			{Short: 'M', Long: "fullpmid", Text: "print PMID in verbose format", Value: b},
			{Short: 's', Long: "series", Text: "print source, metric, instance series identifiers", Value: b},
			{Short: 't', Long: "oneline", Text: "get and display (terse) oneline text", Value: b},
			{Short: 'T', Long: "helptext", Text: "get and display (verbose) help text", Value: b},
			{Short: 'C', Hidden: true, Value: getopt.Ignore()},
		}},
		{Heading: "Metrics options", Options: []getopt.Option{
			s.DerivedOption('c', func(error) error { return nil }),
			{Short: 'x', Long: "events", Text: "unpack and report on any fetched event records", Value: b},
			{Short: 'v', Long: "verify", Text: "verify mode, be quiet and only report errors", Value: b},
		}},
	}}
}

func pmprobeSpec() *getopt.Spec {
	s := &Source{}
	var flag bool
	b := getopt.Bool(&flag)
	var batch int
	var external, internal, values bool
	exclusive := func(p, not1, not2 *bool, message string) pflag.Value {
		return getopt.Func(func(string) error {
			*p = true
			if *not1 || *not2 {
				return errors.New(message)
			}
			return nil
		})
	}
	version := getopt.VersionOption()
	version.Short, version.LongOnly = 'd', true
	return &getopt.Spec{Source: s, Synopsis: "[options] [metricname ...]", Groups: []getopt.Group{
		{Heading: "General options", Options: []getopt.Option{
			s.ArchiveOption(installedRelease()), s.DebugOption(installedRelease()), s.HostOption(), s.ContainerOption(),
			s.DerivedOption(0, func(err error) error { return err }),
			s.LocalOption(), s.SpecLocalOption(), s.NamespaceOption(), s.OriginOption(),
			s.TimezoneOption(), s.HostZoneOption(), version, getopt.HelpOption(),
			{Short: 'e', Hidden: true, Value: getopt.Func(func(string) error { return getopt.ErrUsage })},
		}},
		{Heading: "Protocol options", Options: []getopt.Option{
			{Short: 'b', Long: "batch", Arg: "N", Text: "fetch at most N metrics at a time [128]",
				Value: getopt.Int(&batch, math.MinInt, "-b requires numeric argument")},
		}},
		{Heading: "Reporting options", Options: []getopt.Option{
			{Short: 'f', Long: "force", Text: "report all pmGetIndom or pmGetInDomArchive instances", Value: b},
			{Short: 'F', Long: "faster", Text: "assume given metric names are PMNS leaf nodes", Value: b},
			{Short: 'I', Long: "external", Text: "list external instance names",
				Value: exclusive(&external, &values, &values, "at most one of -I and -v allowed")},
			{Short: 'i', Long: "internal", Text: "list internal instance numbers",
				Value: exclusive(&internal, &values, &values, "at most one of -i and -v allowed")},
			{Short: 'V', Long: "verbose", Text: "report PDU operations (verbose)", Value: b},
			{Short: 'v', Long: "values", Text: "list metric values",
				Value: exclusive(&values, &internal, &external, "at most one of -v and (-i or -I) allowed")},
		}},
	}}
}

func pmstoreSpec() *getopt.Spec {
	s := &Source{}
	var flag bool
	b := getopt.Bool(&flag)
	return &getopt.Spec{Source: s, Synopsis: "[options] metricname value", StopAtOperand: true, Groups: []getopt.Group{
		{Heading: "General options", Options: []getopt.Option{
			s.DebugOption(installedRelease()), s.HostOption(), s.LocalOption(), s.SpecLocalOption(),
			s.NamespaceOption(), getopt.VersionOption(), getopt.HelpOption(),
		}},
		{Heading: "Value options", Options: []getopt.Option{
			{Short: 'F', Long: "fetch", Text: "perform pmFetch after pmStore to confirm value", Value: b},
			{Short: 'f', Long: "force", Text: "store the value even if there is no current value set", Value: b},
			{Short: 'i', Long: "insts", Arg: "INSTS", Text: "restrict store to comma-separated list of instances", Value: getopt.Ignore()},
		}},
	}}
}

func pmvalSpec() *getopt.Spec {
	s := &Source{Timing: Timing{HighRes: true}}
	var flag bool
	b := getopt.Bool(&flag)
	var n int
	return &getopt.Spec{Source: s, Synopsis: "[options] metricname",
		Operands: func([]string) error { return nil },
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.AlignOption(), s.ArchiveOption(installedRelease()), s.DebugOption(installedRelease()), s.GUIModeOption(), s.HostOption(),
				s.NamespaceOption(), s.OriginOption(), s.GUIPortOption(), s.StartOption(), s.SamplesOption(),
				s.FinishOption(), s.IntervalOption(), s.TimezoneOption(), s.HostZoneOption(),
				getopt.VersionOption(), getopt.HelpOption(), s.SpecLocalOption(), s.LocalOption(), s.ContainerOption(),
				s.DerivedOption(0, func(err error) error { return err }),
			}},
			{Heading: "Reporting options", Options: []getopt.Option{
				{Short: 'd', Long: "delay", Text: "delay, pause between updates for archive replay", Value: b},
				{Short: 'f', Long: "precision", Arg: "N", Text: "fixed output format with N digits precision",
					Value: getopt.Int(&n, 0, "-f requires +ve numeric argument")},
				{Short: 'i', Long: "instances", Arg: "INST", Text: "comma-separated metrics instance list", Value: getopt.Ignore()},
				{Short: 'r', Long: "raw", Text: "output raw counter values (no rate conversion)", Value: b},
				{Short: 'U', Long: "nointerp", Arg: "FILE", Text: "non-interpolated fetching; ignores interval",
					Value: getopt.Func(s.AddArchive)},
				{Short: 'v', Long: "verbose", Text: "increase diagnostic output", Value: b},
				{Short: 'w', Long: "width", Arg: "N", Text: "set the width of each column of output",
					Value: getopt.Int(&n, 1, "-w requires +ve numeric argument")},
				{Short: 'x', Long: "filter", Arg: "VALUE", Text: "store to the metric before fetching (filter)", Value: getopt.Ignore()},
				{Short: 'X', Long: "timestamp", Text: "include date and microseconds in reported timestamps", Value: b},
			}},
		}}
}

// toolSpecs are those command lines by name, made afresh.
func toolSpecs() map[string]*getopt.Spec {
	return map[string]*getopt.Spec{"pminfo": pminfoSpec(), "pmprobe": pmprobeSpec(), "pmstore": pmstoreSpec(), "pmval": pmvalSpec()}
}
