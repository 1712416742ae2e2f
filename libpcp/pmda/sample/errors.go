package sample

import (
	"context"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// errorCode is a status that fetches of sample.error_check have.
type errorCode struct{ code int32 }

const errorCheck = 75 // item

// check returns the error of a fetch that asks for sample.error_check.
func (e *errorCode) check(r *pmda.Request) error {
	if e.code < 0 && wants(r, errorCheck) > 0 {
		return libpcp.Error(e.code)
	}
	return nil
}

// readiness is whether the agent is to be busy for a while.
type readiness struct{ seconds, milliseconds int32 }

// check says, once, that the agent is not ready.
func (r *readiness) check() error {
	wait := time.Duration(max(r.seconds, 0))*time.Second + time.Duration(max(r.milliseconds, 0))*time.Millisecond
	if wait == 0 {
		return nil
	}
	done := make(chan struct{})
	time.AfterFunc(wait, func() { close(done) })
	*r = readiness{}
	return &pmda.NotReady{Done: done}
}

// needs are the values of sample.needprofile, by instance; birthdays those
// since SampleMetrics63.
var (
	needs     = [...]float32{3.05, 12.05, 11.09, 11.09, 5.26}
	birthdays = [...]float32{5, 5, 9, 9, 26}
)

func (a *agent) errorMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "noinst", Item: 9, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "never a value, nor an error", Fetch: none,
	}, {
		Name: "needprofile", Item: 49, InDom: family, Type: libpcp.TypeFloat, Sem: libpcp.SemDiscrete,
		OneLine: "values only for those who say of which instances",
		Help:    `Without a profile that lists instances the error is "Explicit instance identifier(s) required".`,
		Values:  a.needProfile,
	}, {
		Name: "not_ready", Item: 56, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "seconds to be busy for", Help: "After a store the agent is not ready for that many seconds.",
		Fetch: get(&a.ready.seconds), Store: set(&a.ready.seconds),
	}, {
		Name: "error_code", Item: 74, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the error that sample.error_check has, if it is below zero",
		Fetch:   get(&a.errors.code), Store: set(&a.errors.code),
	}, {
		Name: "error_check", Item: errorCheck, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "0, or the error stored in sample.error_code",
		Help:    "A fetch that asks for this fails as a whole, with all the agent's metrics in it.",
		Fetch:   fixed(libpcp.Int32Atom(0)), Desc: a.errorDesc,
	}, {
		Name: "bad.unknown", Item: 54, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "a name without a metric", Fetch: failing(libpcp.ErrPMID),
		Desc: func(context.Context, *pmda.Request) (libpcp.Desc, error) { return libpcp.Desc{}, libpcp.ErrPMID },
	}, {
		Name: "bad.nosupport", Item: 55, Type: libpcp.TypeNoSupport,
		OneLine: "a metric that is not supported", Fetch: failing(libpcp.ErrAppVersion),
	}, {
		Name: "bad.novalues", Item: 138, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "no values, at any time", Fetch: none,
	}, {
		Name: "bad.fetch.again", Item: 154, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		OneLine: "the error that says to try again later", Fetch: failing(libpcp.ErrAgain),
	}, {
		Name: "not_ready_msec", Item: 169, Since: release.SampleMetrics63, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		Units:   libpcp.MByte, // as PCP has it
		OneLine: "milliseconds to be busy for", Help: "After a store the agent is not ready for that many milliseconds.",
		Fetch: get(&a.ready.milliseconds), Store: set(&a.ready.milliseconds),
	}}
}

// needProfile has values if the profile lists instances to be included.
func (a *agent) needProfile(_ context.Context, r *pmda.Request) ([]pmda.Value, error) {
	listed := func(p libpcp.InDomProfile) bool {
		return p.InDom == r.InDom(family) && p.Exclude && len(p.Insts) > 0
	}
	if !slices.ContainsFunc(r.Profile.InDoms, listed) {
		return nil, libpcp.ErrProfile
	}
	members := needs
	if a.release.Has(release.SampleMetrics63) {
		members = birthdays
	}
	values := make([]pmda.Value, len(members))
	for i, v := range members {
		values[i] = pmda.Value{Inst: int32(i), Atom: libpcp.FloatAtom(v)}
	}
	return values, nil
}

func (a *agent) errorDesc(_ context.Context, r *pmda.Request) (libpcp.Desc, error) {
	if a.errors.code < 0 {
		return libpcp.Desc{}, libpcp.Error(a.errors.code)
	}
	return libpcp.Desc{Type: libpcp.Type32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}, nil
}
