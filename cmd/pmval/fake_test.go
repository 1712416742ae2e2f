package main

import (
	"bytes"
	"context"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// fake is a live source of one metric.
type fake struct {
	desc      libpcp.Desc
	instances []libpcp.Instance
	fetch     func(n int) (libpcp.ValueSet, error)
	fetched   []time.Time
	takes     time.Duration // a fetch
}

func (f *fake) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			q.Result, q.Err = f.sample()
		case *libpcp.InstancesQuery:
			q.Instances = f.instances
		default:
			q.Decline()
		}
	}
}

func (f *fake) Close() error { return nil }

func (f *fake) sample() (*libpcp.Result, error) {
	time.Sleep(f.takes)
	f.fetched = append(f.fetched, time.Now())
	set, err := f.fetch(len(f.fetched) - 1)
	if err != nil {
		return nil, err
	}
	return &libpcp.Result{Time: time.Now(), Sets: []libpcp.ValueSet{set}}, nil
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
func (f *fake) run(ctx context.Context, q request, n int, every time.Duration) (stdout, stderr string, err error) {
	return f.runAs(ctx, f, q, n, every)
}

// runAs is run with a source that wraps this one.
func (f *fake) runAs(ctx context.Context, src libpcp.Source, q request, n int, every time.Duration) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	c := libpcp.NewContext(src)
	r := &classic{p: &pmval{request: &q}, c: c, prog: "pmval",
		sampler: &sampler{plan: plan{samples: n, interval: interval{every, every.Seconds()}, rates: f.desc.Sem == libpcp.SemCounter && !q.raw}, c: c, usable: hasValues, pace: new(pauses)},
		target:  target{c: c, live: true, desc: f.desc},
		printer: printer{out: tool.NewOutput(&out, false), errOut: &errOut, stamps: stamps{zone: time.UTC}}}
	r.all = !r.singular()
	r.setColumns(f.instances)
	if err := r.layOut(); err != nil {
		return "", "", err
	}
	r.sampler.ids = []libpcp.PMID{r.id}
	err = r.sample(ctx)
	r.out.Flush()
	return out.String(), errOut.String(), err
}
