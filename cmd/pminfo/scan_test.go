package main

import (
	"testing"

	"pcptools/libpcp"
)

// The identifiers are what PCP's pminfo made of the arguments.
func TestParsePMID(t *testing.T) {
	bin, none := libpcp.NewPMID(29, 0, 6), libpcp.NullPMID
	for arg, want := range map[string]libpcp.PMID{
		"29.0.6":                       bin,
		"29.0.6junk":                   bin,
		"29. 0. 6":                     bin,
		"29.+0.-0006":                  libpcp.NewPMID(29, 0, 1018),
		"541.0.6":                      bin,
		"29.4096.6":                    bin,
		"29.0.1030":                    bin,
		"4294967325.0.6":               bin,
		"18446744073709551645.0.6":     libpcp.NewPMID(511, 0, 6),
		"29.0.-1018":                   bin,
		"29.18446744073709547520.6":    bin,
		"99999999999999999999999.1.70": libpcp.NewPMID(511, 1, 70),
		"29.0":                         none,
		"29..6":                        none,
		"29.0.":                        none,
		"29 .0.6":                      none,
		"0x1d.0.6":                     none,
		"29.0.-":                       none,
		"":                             none,
	} {
		if got, ok := parsePMID(arg); got != want || ok != (want != none) {
			t.Errorf("parsePMID(%q) = %v, %v, want %v", arg, got, ok, want)
		}
	}
}

func TestParseInDom(t *testing.T) {
	for arg, want := range map[string]libpcp.InDom{
		"29.1":          libpcp.NewInDom(29, 1),
		"29.1x":         libpcp.NewInDom(29, 1),
		"29.0.":         libpcp.NewInDom(29, 0),
		"541. 4194305":  libpcp.NewInDom(29, 1),
		"29":            libpcp.NullInDom,
		"29.x":          libpcp.NullInDom,
		"29.\u00a01":    libpcp.NullInDom,
		"29.-4194303.7": libpcp.NewInDom(29, 1),
	} {
		if got, ok := parseInDom(arg); got != want || ok != (want != libpcp.NullInDom) {
			t.Errorf("parseInDom(%q) = %v, %v, want %v", arg, got, ok, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, arg := range []string{"29.0.6", "29.1", "29. +0.-6x", "18446744073709551645.0.6", "."} {
		f.Add(arg)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		id, ok := parsePMID(arg)
		if !ok {
			return
		}
		// A PMID in the usual notation is read as it is written.
		if again, ok := parsePMID(id.String()); !id.DynamicRoot() && (!ok || again != id) {
			t.Errorf("parsePMID(%q) = %v, which reads back as %v, %v", arg, id, again, ok)
		}
	})
}
