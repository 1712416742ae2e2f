// Pmclient summarizes a system on a line per sample, live or from an archive.
// It is the example of that name in chapter 3 of the programmer's guide, and
// prints the same.
//
//	go run ./examples/pmclient -t 2 -s 5
//	go run ./examples/pmclient -a ARCHIVE -t 10 -z
package main

//go:generate go run pcptools/cmd/pmgenmap --go -o metrics.go metrics.map

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

func main() {
	inv := &getopt.Invocation{Name: "pmclient", Environ: os.Environ(), Stderr: os.Stderr}
	var err error
	if inv.Release, err = release.Choose(inv.LookupEnv); err == nil {
		err = run(context.Background(), inv, os.Args[1:], os.Stdout)
	}
	os.Exit(status(inv, err))
}

// status reports an error, and returns the exit status for it.
func status(inv *getopt.Invocation, err error) int {
	var exit *getopt.Exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		inv.Message(exit.Text)
		return exit.Status
	}
	inv.Message(inv.Name + ": " + inv.ErrorTexts().Message(err) + "\n")
	return 1
}

// A failure is a call that did not work, in PCP's wording.
type failure struct {
	call string
	err  error
}

func (f failure) Error() string { return f.Text(libpcp.ErrorTexts{}) }

// Text implements [libpcp.CodedError].
func (f failure) Text(t libpcp.ErrorTexts) string { return f.call + ": " + t.Of(f.err) }

// Unwrap returns the reason.
func (f failure) Unwrap() error { return f.err }

// client is the program and its options.
type client struct {
	source options.Source
	pause  bool
}

func (p *client) spec(rel release.Release) *getopt.Spec {
	s := &p.source
	return &getopt.Spec{
		Synopsis: "[options]",
		Source:   s,
		Resolve:  func([]string) error { s.Default("local:"); return nil },
		Check:    p.check,
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.AlignOption(), s.ArchiveOption(rel), s.DebugOption(rel), s.HostOption(), s.NamespaceOption(),
				s.OriginOption(), s.StartOption(), s.SamplesOption(), s.FinishOption(), s.IntervalOption(),
				s.TimezoneOption(), s.HostZoneOption(), getopt.VersionOption(), getopt.HelpOption(),
			}},
			{Heading: "Reporting options", Options: []getopt.Option{
				{Short: 'P', Long: "pause", Text: "pause between updates for archive replay", Value: getopt.Bool(&p.pause)},
			}},
		},
	}
}

func (p *client) check([]string) error {
	if p.pause && p.source.Kind != options.Archive {
		return errors.New("pause can only be used with archives")
	}
	return nil
}

// run prints all samples, or as many as -s asks for.
func run(ctx context.Context, inv *getopt.Invocation, args []string, out io.Writer) error {
	p := &client{}
	p.source.Announce = func(note string) { io.WriteString(out, note) }
	if _, err := p.spec(inv.Release).Parse(inv, args); err != nil {
		return err
	}
	c, err := p.source.Open(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	window, err := p.source.Window(ctx, c)
	if err != nil {
		return err
	}
	s, err := newSampler(ctx, c)
	if err != nil {
		return err
	}
	return p.report(ctx, out, s, window)
}

func (p *client) report(ctx context.Context, out io.Writer, s *sampler, window options.Window) error {
	interval := 5 * time.Second
	if p.source.Interval != nil {
		interval = p.source.Interval.Duration()
	}
	replay := p.source.Kind == options.Archive
	if replay {
		if err := s.c.SetMode(ctx, libpcp.ModeInterp, window.Start, interval); err != nil {
			return failure{"pmSetMode failed", err}
		}
	}
	for range primed(replay) {
		if _, err := s.next(ctx); err != nil {
			return err
		}
	}
	for lines := 0; p.source.Samples == nil || lines < *p.source.Samples; lines++ {
		if lines%15 == 0 {
			s.heading(ctx, out, p.source.Archives, window.Zone)
		}
		if !replay || p.pause {
			time.Sleep(interval)
		}
		i, err := s.next(ctx)
		if err != nil {
			return err
		}
		s.line(out, i)
	}
	return nil
}

// primed is how many samples precede the first that is shown: rates need one,
// and an archive begins with a record of its own.
func primed(replay bool) int {
	if replay {
		return 2
	}
	return 1
}
