package options

import (
	"github.com/spf13/pflag"

	"pcptools/libpcp/getopt"
)

// What a tool needs of package getopt, so that it imports this one only.
type (
	Spec       = getopt.Spec
	Group      = getopt.Group
	Option     = getopt.Option
	Invocation = getopt.Invocation
	Completion = getopt.Completion
	Exit       = getopt.Exit
	RunError   = getopt.RunError
	Verbatim   = getopt.Verbatim
	Unended    = getopt.Unended
)

// ErrUsage asks for the usage text; see [getopt.ErrUsage].
var ErrUsage = getopt.ErrUsage

// Bool is [getopt.Bool].
func Bool(p *bool) pflag.Value { return getopt.Bool(p) }

// Count is [getopt.Count].
func Count(p *int) pflag.Value { return getopt.Count(p) }

// String is [getopt.String].
func String(p *string) pflag.Value { return getopt.String(p) }

// Strings is [getopt.Strings].
func Strings(p *[]string) pflag.Value { return getopt.Strings(p) }

// Int is [getopt.Int].
func Int(p *int, min int, message string) pflag.Value { return getopt.Int(p, min, message) }

// Func is [getopt.Func].
func Func(f func(arg string) error) pflag.Value { return getopt.Func(f) }

// Ignore is [getopt.Ignore].
func Ignore() pflag.Value { return getopt.Ignore() }

// VersionOption is -V, --version.
func VersionOption() Option { return getopt.VersionOption() }

// HelpOption is -?, --help.
func HelpOption() Option { return getopt.HelpOption() }

// ParseInt is [getopt.ParseInt].
func ParseInt(text string) (n int, ok bool) { return getopt.ParseInt(text) }
