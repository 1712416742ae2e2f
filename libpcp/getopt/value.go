package getopt

import (
	"errors"

	"github.com/spf13/pflag"
)

// Bool returns the value of an option without argument that sets *p.
func Bool(p *bool) pflag.Value { return (*boolValue)(p) }

// Count returns the value of an option without argument that counts how often
// it is given.
func Count(p *int) pflag.Value { return (*countValue)(p) }

// String returns the value of an option whose last argument is kept.
func String(p *string) pflag.Value { return (*stringValue)(p) }

// Strings returns the value of an option whose arguments accumulate.
func Strings(p *[]string) pflag.Value { return (*stringsValue)(p) }

// Int returns the value of an option with a number for argument, read as
// strtol(3) does in base 10; one with text after it, or below min, is refused
// with the message given.
func Int(p *int, min int, message string) pflag.Value {
	return &intValue{p: p, min: min, message: message}
}

// Func returns the value of an option that calls f for each argument. For
// an option without one the argument is "true".
func Func(f func(arg string) error) pflag.Value { return funcValue(f) }

// Ignore returns the value of an option that does nothing.
func Ignore() pflag.Value { return Func(func(string) error { return nil }) }

type boolValue bool

func (v *boolValue) Set(string) error { *v = true; return nil }
func (v *boolValue) Type() string     { return "bool" }
func (v *boolValue) String() string {
	if *v {
		return "true"
	}
	return "false"
}

type countValue int

func (v *countValue) Set(string) error { *v++; return nil }
func (v *countValue) Type() string     { return "count" }
func (v *countValue) String() string   { return string(appendInt(nil, int(*v))) }

type stringValue string

func (v *stringValue) Set(arg string) error { *v = stringValue(arg); return nil }
func (v *stringValue) Type() string         { return "string" }
func (v *stringValue) String() string       { return string(*v) }

type stringsValue []string

func (v *stringsValue) Set(arg string) error { *v = append(*v, arg); return nil }
func (v *stringsValue) Type() string         { return "strings" }
func (v *stringsValue) String() string       { return "" }

type intValue struct {
	p       *int
	min     int
	message string
}

func (v *intValue) Set(arg string) error {
	n, ok := ParseInt(arg)
	if !ok || n < v.min {
		return errors.New(v.message)
	}
	*v.p = n
	return nil
}
func (v *intValue) Type() string   { return "int" }
func (v *intValue) String() string { return string(appendInt(nil, *v.p)) }

type funcValue func(string) error

func (v funcValue) Set(arg string) error { return v(arg) }
func (v funcValue) Type() string         { return "string" }
func (v funcValue) String() string       { return "" }
