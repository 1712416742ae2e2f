package main

import (
	"bytes"
	"io"
	"testing"

	"pcptools/cmd/internal/plot"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/options"
)

// TestPlot has the settings of plots: those of paced samples show the latest ones.
func TestPlot(t *testing.T) {
	for name, test := range map[string]struct {
		set    func(*pmval)
		recent bool
	}{
		"host":             {func(p *pmval) { p.source.Kind = options.Host }, true},
		"archive":          {func(p *pmval) { p.source.Kind = options.Archive }, false},
		"archive, paced":   {func(p *pmval) { p.source.Kind, p.delay = options.Archive, true }, true},
		"archive, goes on": {func(p *pmval) { p.source.Kind, p.source.Follow = options.Archive, true }, true},
	} {
		p := pmval{request: new(request)}
		test.set(&p)
		p.ownScale, p.Style.Wide = true, true
		var errOut bytes.Buffer
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(io.Discard, false), Stderr: &errOut}
		made, ok := p.plot(env)(report.Options{Out: io.Discard, Style: p.Style, Blocks: true, Bold: true, People: true}).(*plot.Plot)
		if !ok || made.Recent != test.recent || made.Live || !made.Own || !made.Style.Wide || !made.Blocks || !made.Bold || !made.People {
			t.Errorf("%s: %+v", name, made)
		}
		if made.Single == nil {
			t.Fatalf("%s: nothing explains a single sample", name)
		}
		made.Single()
	}
}

// TestScaleOption takes one of two words.
func TestScaleOption(t *testing.T) {
	for text, want := range map[string]bool{"own": true, "shared": false} {
		p := pmval{request: new(request)}
		p.ownScale = !want
		if err := p.scaleOption().Value.Set(text); err != nil || p.ownScale != want {
			t.Errorf("%s: %t, %v", text, p.ownScale, err)
		}
	}
	p := pmval{request: new(request)}
	if err := p.scaleOption().Value.Set("other"); err == nil {
		t.Error("another word is taken")
	}
}
