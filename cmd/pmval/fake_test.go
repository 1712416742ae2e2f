package main

import (
	"bytes"
	"context"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// fake is a live source of one metric. Its other methods must not be called.
type fake struct {
	libpcp.Source
	desc      libpcp.Desc
	instances []libpcp.Instance
	fetch     func(n int) (libpcp.ValueSet, error)
	fetched   []time.Time
	takes     time.Duration // a fetch
}

func (f *fake) Fetch(context.Context, []libpcp.PMID, *libpcp.Profile) (*libpcp.Result, error) {
	time.Sleep(f.takes)
	f.fetched = append(f.fetched, time.Now())
	set, err := f.fetch(len(f.fetched) - 1)
	if err != nil {
		return nil, err
	}
	return &libpcp.Result{Time: time.Now(), Sets: []libpcp.ValueSet{set}}, nil
}

func (f *fake) Instances(context.Context, libpcp.InDom) ([]libpcp.Instance, error) {
	return f.instances, nil
}

// words is a value set of 32-bit numbers, by instance.
func words(values ...uint32) libpcp.ValueSet {
	var set libpcp.ValueSet
	for i, v := range values {
		set.Values = append(set.Values, libpcp.Value{Inst: int32(i), Word: v})
	}
	return set
}

// run reports samples of a source, and returns what that prints.
func (f *fake) run(ctx context.Context, p pmval, n int, interval time.Duration) (stdout, stderr string, err error) {
	return f.runAs(ctx, f, p, n, interval)
}

// runAs is run with a source that wraps this one.
func (f *fake) runAs(ctx context.Context, src libpcp.Source, p pmval, n int, interval time.Duration) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	c := libpcp.NewContext(src)
	r := &classic{p: &p, c: c, prog: "pmval", plan: plan{samples: n, interval: interval},
		target:  target{c: c, live: true, desc: f.desc},
		printer: printer{out: tool.NewOutput(&out, false), errOut: &errOut, stamps: stamps{zone: time.UTC}}}
	r.all = !r.singular()
	r.setColumns(f.instances)
	if err := r.layOut(); err != nil {
		return "", "", err
	}
	err = r.sample(ctx, &sampler{c: r.c, ids: []libpcp.PMID{r.id}, usable: hasValues})
	r.out.Flush()
	return out.String(), errOut.String(), err
}
