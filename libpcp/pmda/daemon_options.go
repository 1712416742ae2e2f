package pmda

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
)

func (d *Daemon) parse(inv *getopt.Invocation, words []string) error {
	d.domain = int(d.Agent.Domain)
	d.logFile = strings.TrimPrefix(d.name, "pmda")
	if d.logFile == "" || d.logFile == d.name {
		d.logFile = d.Agent.Name
	}
	d.logFile += ".log"
	operands, err := d.spec().Parse(inv, words)
	if err != nil || d.Operands == nil || d.filesDir != "" {
		return err
	}
	if err := d.Operands(operands); err != nil {
		return &getopt.Exit{Text: fmt.Sprintf("%s: %v\n", d.name, err)}
	}
	return nil
}

func (d *Daemon) spec() *getopt.Spec {
	spec := &getopt.Spec{
		Synopsis: "[options]",
		Extra: []getopt.Option{{Short: 'D', Long: "debug", Arg: "DEBUG",
			Value: getopt.Func(d.setDebug)}, {
			Long: "install-files", Arg: "DIR", Exact: true, Value: getopt.String(&d.filesDir)}},
	}
	general := []getopt.Option{
		{Short: 'd', Long: "domain", Arg: "NUM", Value: getopt.Func(d.setDomain),
			Text: "use domain (numeric) for metrics domain of PMDA"},
		{Short: 'l', Long: "log", Arg: "FILE", Value: getopt.String(&d.logFile),
			Text: "write log to FILE rather than using default log name"},
		{Short: 'U', Long: "username", Arg: "USER", Value: getopt.String(&d.user),
			Text: "run the PMDA using the named user account"},
	}
	general = append(d.offered(general), d.Extra...)
	slices.SortStableFunc(general, func(a, b getopt.Option) int {
		return cmp.Compare(strings.ToLower(string(a.Short)), strings.ToLower(string(b.Short)))
	})
	spec.Groups = []getopt.Group{{Heading: "Options", Options: append(general, getopt.HelpOption())}}
	channels := d.offered([]getopt.Option{
		{Short: 'i', Long: "inet", Arg: "PORT", Value: d.channelValue('i'),
			Text: "pmcd IPv4 connection service name or numeric port"},
		{Short: 'p', Long: "pipe", Value: d.channelValue('p'),
			Text: "use a pipe for communication with pmcd"},
		{Short: 'u', Long: "unix", Arg: "FILE", Value: d.channelValue('u'),
			Text: "use a unix domain socket for communication with pmcd"},
		{Short: '6', Long: "ipv6", Arg: "PORT", Value: d.channelValue('6'),
			Text: "pmcd IPv6 connection service name or numeric port"},
	})
	if len(channels) > 0 {
		spec.Groups = append(spec.Groups,
			getopt.Group{Heading: "Exactly one of the following options may appear", Options: channels})
	}
	return spec
}

// offered drops the options that the agent does not take.
func (d *Daemon) offered(all []getopt.Option) (some []getopt.Option) {
	for _, o := range all {
		if d.Options == "" || strings.IndexByte(d.Options, o.Short) >= 0 {
			some = append(some, o)
		}
	}
	return some
}

func (d *Daemon) setDomain(arg string) error {
	n, err := strconv.ParseUint(arg, 10, 32)
	if err != nil || n > maxDomain {
		return errors.New("-d requires numeric domain number")
	}
	d.domain = int(n)
	return nil
}

func (d *Daemon) setDebug(arg string) error {
	set, ok := getopt.DebugForms{Numbers: true}.Parse(arg)
	if !ok {
		return fmt.Errorf("unrecognized debug options specification (%s)", arg)
	}
	d.debug = set != 0
	return nil
}

// channelValue is the value of an option for the way pmcd connects.
func (d *Daemon) channelValue(letter byte) pflag.Value {
	return getopt.Func(func(arg string) error {
		if d.channel != 0 && d.channel != letter {
			return fmt.Errorf("-%c option clashes with -%c option", letter, d.channel)
		}
		d.channel, d.address = letter, arg
		return nil
	})
}
