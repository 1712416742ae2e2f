package sample

import (
	"context"
	"time"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// constantRate is a counter that grows steadily.
type constantRate struct {
	value    float64 // as of …
	at       time.Time
	gradient uint32 // per second
}

func newConstantRate(start time.Time) constantRate { return constantRate{value: 10 << 20, at: start} }

func (a *agent) rateMetrics() []pmda.Metric {
	r := &a.rate
	return []pmda.Metric{{
		Name: "const_rate.value", Item: 72, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "a counter that grows by sample.const_rate.gradient each second",
		Fetch:   r.fetch, Store: r.store,
	}, {
		Name: "const_rate.gradient", Item: 73, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how much sample.const_rate.value grows each second, 0 until something is stored",
		Fetch:   getUnsigned(&r.gradient), Store: r.storeGradient,
	}}
}

// advance brings the value up to date.
func (r *constantRate) advance() {
	now := time.Now()
	r.value += float64(r.gradient) * now.Sub(r.at).Seconds()
	r.at = now
}

func (r *constantRate) fetch(context.Context, *pmda.Request) (libpcp.Atom, error) {
	r.advance()
	return libpcp.Uint32Atom(uint32(cnum.Int64(r.value))), nil
}

func (r *constantRate) store(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	r.value, r.at = float64(to.Uint64()), time.Now()
	return nil
}

func (r *constantRate) storeGradient(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	r.advance()
	r.gradient = uint32(to.Uint64())
	return nil
}
