// Pmdatrace is the trace agent as a daemon; see package trace.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/trace"
	"pcptools/libpcp/timewindow"
)

func main() {
	var o trace.Options
	if port, err := strconv.ParseUint(os.Getenv("PCP_TRACE_PORT"), 10, 16); err == nil {
		o.Port = int(port)
	}
	d := pmda.Daemon{Agent: trace.New(&o), Options: "Ddlipu6", Extra: options(&o)}
	os.Exit(d.Main())
}

func options(o *trace.Options) []getopt.Option {
	return []getopt.Option{
		{Short: 'A', Long: "access", Arg: "RULE", Text: "allow:HOST[:CONNECTIONS] or disallow:HOST", Value: setter(o.Access.Add)},
		{Short: 'I', Long: "port", Arg: "PORT", Text: "TCP port that programs connect to", Value: setter(func(text string) error {
			port, err := strconv.ParseUint(text, 10, 16)
			o.Port = int(port)
			return err
		})},
		{Short: 'N', Long: "buckets", Arg: "N", Text: "number of buckets in the period", Value: setter(func(text string) error {
			n, err := strconv.ParseUint(text, 10, 12)
			o.Buckets = int(n)
			return err
		})},
		{Short: 'T', Long: "period", Arg: "TIME", Text: "period of rates and averages", Value: setter(func(text string) error {
			interval, err := timewindow.ParseInterval(text)
			o.Period = interval.Duration()
			return err
		})},
		{Short: 'U', Long: "units", Arg: "UNITS", Text: "of observations: six numbers, dimensions and scales", Value: unitsInto(&o.Observe)},
		{Short: 'V', Long: "counter-units", Arg: "UNITS", Text: "of counters", Value: unitsInto(&o.Counter)},
	}
}

// setter is an option whose argument goes to a function.
type setter func(string) error

func (f setter) Set(text string) error { return f(text) }
func (f setter) String() string        { return "" }
func (f setter) Type() string          { return "value" }

var _ pflag.Value = setter(nil)

// unitsInto reads units as dimensions and scales of space, time and count.
func unitsInto(u *libpcp.Units) setter {
	return func(text string) error {
		var n [6]int8
		fields := strings.Split(text, ",")
		if len(fields) != len(n) {
			return fmt.Errorf("%d numbers instead of six", len(fields))
		}
		for i, field := range fields {
			v, err := strconv.ParseInt(strings.TrimSpace(field), 10, 8)
			if err != nil {
				return err
			}
			n[i] = int8(v)
		}
		*u = libpcp.Dimensions{
			DimSpace: n[0], DimTime: n[1], DimCount: n[2],
			ScaleSpace: uint8(n[3]), ScaleTime: uint8(n[4]), ScaleCount: n[5],
		}.Units()
		return nil
	}
}
