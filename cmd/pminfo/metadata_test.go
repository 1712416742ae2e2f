package main

import (
	"io"
	"slices"
	"testing"

	"pcptools/libpcp"
)

// TestFindings has what pminfo -e of PCP 7.2.2 reported about
// metrics of an archive.
func TestFindings(t *testing.T) {
	plain := libpcp.Desc{PMID: libpcp.NewPMID(60, 9, 1), InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	with := func(change func(d *libpcp.Desc)) libpcp.Desc {
		d := plain
		change(&d)
		return d
	}
	units := func(u libpcp.Units) libpcp.Desc { return with(func(d *libpcp.Desc) { d.Units = u }) }
	for _, test := range []struct {
		desc libpcp.Desc
		want []string
	}{
		{plain, nil},
		{with(func(d *libpcp.Desc) { d.Type, d.Sem = libpcp.TypeString, libpcp.SemCounter }), nil},
		{with(func(d *libpcp.Desc) { d.Type = 99 }), []string{"Error: metric type (99) is not one of the valid PM_TYPE_* values"}},
		{with(func(d *libpcp.Desc) { d.Sem = 2 }), []string{"Error: metric semantics (2) is not one of the valid PM_SEM_* values"}},
		{with(func(d *libpcp.Desc) { d.PMID = libpcp.NewPMID(490, 0, 1) }),
			[]string{"Warning: domain (490) in metric pmid (490.0.1) is not recognized"}},
		{with(func(d *libpcp.Desc) { d.PMID = libpcp.NewPMID(511, 1, 1) }), nil},
		{with(func(d *libpcp.Desc) { d.InDom = 0 }), []string{
			"Warning: domain (0) in metric indom (0.0) is not recognized",
			"Warning: domain (60) in metric pmid (60.9.1) different to domain (0) in metric indom (0.0)"}},
		{units(libpcp.Dimensions{DimSpace: 3}.Units()), []string{"Warning: unusual dimension (3) for Space in pmUnits"}},
		{units(libpcp.Dimensions{DimTime: 1, ScaleTime: 6}.Units()), []string{"Error: scale (6) for Time in pmUnits is not one of the valid PM_SPACE_* values"}},
		{units(libpcp.Dimensions{ScaleTime: 10}.Units()), []string{
			"Error: non-zero scale (10) with zero dimension for Time in pmUnits",
			"Error: scale (10) for Time in pmUnits is not one of the valid PM_SPACE_* values"}},
		{units(libpcp.Dimensions{DimCount: 1, ScaleCount: -8}.Units()), nil},
		{units(libpcp.Dimensions{ScaleCount: 3}.Units()), []string{"Error: non-zero scale (3) with zero dimension for Count in pmUnits"}},
		{units(libpcp.Dimensions{Extra: libpcp.Temperature}.Units()), []string{"Error: extraScale (0) in pmUnits is not one of the valid PM_TEMPERATURE_* values"}},
		{units(libpcp.Dimensions{Extra: libpcp.Power, ScaleExtra: libpcp.PowerMicrowatt}.Units()), nil},
		{units(libpcp.Dimensions{Extra: libpcp.Voltage, ScaleExtra: 4}.Units()), []string{"Error: extraScale (4) in pmUnits is not one of the valid PM_VOLTAGE_* values"}},
		{units(libpcp.Dimensions{Extra: -2}.Units()), []string{"Error: extraUnit (-2) in pmUnits is not one of the valid PM_UNIT_* values"}},
		{units(libpcp.Dimensions{ScaleExtra: 3}.Units()), nil},
	} {
		c := checker{errOut: io.Discard, read: true, domains: map[uint32]bool{29: true, 60: true}}
		if got := c.findings(test.desc); !slices.Equal(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.desc, got, test.want)
		}
	}
}

// Without the file that lists domains, they are not checked.
func TestUnknownDomains(t *testing.T) {
	var said countingWriter
	c := checker{file: t.TempDir() + "/stdpmid", errOut: &said}
	for range 2 {
		if got := c.findings(libpcp.Desc{PMID: libpcp.NewPMID(490, 0, 1), InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}); got != nil {
			t.Errorf("got %q", got)
		}
	}
	if said != 1 {
		t.Errorf("said so %d times", said)
	}
}

type countingWriter int

func (n *countingWriter) Write(p []byte) (int, error) {
	*n++
	return len(p), nil
}
