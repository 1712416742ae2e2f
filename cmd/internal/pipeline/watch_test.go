package pipeline

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

func TestSet(t *testing.T) {
	for text, want := range map[string]time.Duration{"2": 2 * time.Second, "0.1": 100 * time.Millisecond, "1min": time.Minute, "0.09": 0, "0": 0, "soon": 0, "": 0} {
		var w Watch
		err := w.set(text)
		if want == 0 {
			if err == nil || err.Error() != "--watch requires an interval of at least 0.1 seconds, not "+text {
				t.Errorf("%q: %v", text, err)
			}
		} else if err != nil || w.every != want || !w.On() {
			t.Errorf("%q: %v, %v", text, w.every, err)
		}
	}
}

func TestCheck(t *testing.T) {
	on := &Watch{every: time.Second}
	for _, tt := range []struct {
		w      *Watch
		format report.Format
		kind   options.Kind
		hosts  string
		want   string
	}{
		{new(Watch), report.OpenMetrics, options.Archive, "a,b", ""},
		{on, report.Table, options.Undecided, "", ""},
		{on, report.Table, options.Undecided, "a,b", ""},
		{on, report.JSON, options.Undecided, "a,b", "--watch takes a single source of metrics with json, but several with jsonl"},
		{on, report.Table, options.Archive, "", "--watch does not go with archives"},
		{on, report.OpenMetrics, options.Undecided, "", "--watch does not go with openmetrics"},
	} {
		source, many := &options.Source{Choice: options.Choice{Kind: tt.kind}}, new(Fleet)
		if hosts := many.Options(source)[0]; tt.hosts != "" {
			if err := hosts.Value.Set(tt.hosts); err != nil {
				t.Fatal(err)
			}
		}
		got := ""
		if err := tt.w.Check(tt.format, source, many); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v of %q: %q, want %q", tt.format, tt.hosts, got, tt.want)
		}
	}
}

// flaky is a source that counts how often it is reconnected, and asked for its name.
type flaky struct{ again, names int }

func (f *flaky) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q.(type) {
		case *libpcp.ReconnectQuery:
			f.again++
		case *libpcp.HostNameQuery:
			f.names++
		}
		q.Decline()
	}
}

func (f *flaky) Close() error { return nil }

// TestRun reports into a pipe at each tick, and reconnects after the report that
// has failed.
func TestRun(t *testing.T) {
	for format, want := range map[report.Format]string{
		report.CSV:   "metric,instance,value\nm,,\nm,,\nm,,\n",
		report.Table: "AT 0\nMetric\nm\nAT 2\nMetric\nm\nAT 4\nMetric\nm\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			src := new(flaky)
			source := &options.Source{}
			p := &Pipeline{Format: format, Watch: Watch{every: 2 * time.Second}, Source: source, Lenient: true,
				Columns: func() []report.Column { return []report.Column{report.Name, report.InstanceName, report.TheValue} }}
			p.Fleet.Options(source)
			env := &tool.Env{Name: "tool", Stdout: tool.NewOutput(&out, false), Stderr: io.Discard, Environ: []string{"TZ=ABC-5:45"}}
			session := &Session{p: p, Source: source, Env: env, Strict: &p.Strict}
			ctx, stop := context.WithCancel(t.Context())
			rounds := 0
			round := func(_ context.Context, to report.Encoder) error {
				if rounds++; rounds == 3 {
					stop()
				}
				m := &report.Metric{Name: "m", Values: report.ListOf(report.Value{})}
				if rounds == 2 {
					m.Err = &report.Failure{Call: "pmFetch", Err: libpcp.ErrIPC}
				}
				return to.Write(m)
			}
			began := time.Now()
			err := session.run(ctx, libpcp.NewContext(src), func(context.Context, *Session) (Round, error) { return round, nil })
			if err != context.Canceled {
				t.Errorf("%v: %v", format, err)
			}
			if took := time.Since(began); took != 4*time.Second || src.again != 1 {
				t.Errorf("%v: %v, reconnected %d times", format, took, src.again)
			}
			got := out.String()
			for _, at := range []string{"0", "2", "4"} {
				s, _ := time.ParseDuration(at + "s")
				got = strings.ReplaceAll(got, began.Add(s).UTC().Add(5*time.Hour+45*time.Minute).Format(stamp), "AT "+at)
			}
			if got != want {
				t.Errorf("%v: got\n%swant\n%s", format, got, want)
			}
		})
	}
}

// TestRunFails watches until a report cannot be made.
func TestRunFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &options.Source{}
		p := &Pipeline{Format: report.CSV, Watch: Watch{every: time.Second}, Source: source, Lenient: true,
			Columns: func() []report.Column { return []report.Column{report.Name} }}
		p.Fleet.Options(source)
		env := &tool.Env{Name: "tool", Stdout: tool.NewOutput(io.Discard, false), Stderr: io.Discard}
		session := &Session{p: p, Source: source, Env: env, Strict: &p.Strict}
		failed := errors.New("failed")
		rounds := 0
		err := session.run(t.Context(), libpcp.NewContext(new(flaky)), func(context.Context, *Session) (Round, error) {
			return func(context.Context, report.Encoder) error {
				if rounds++; rounds == 3 {
					return failed
				}
				return nil
			}, nil
		})
		if err != failed || rounds != 3 {
			t.Errorf("%v after %d rounds", err, rounds)
		}
	})
}
