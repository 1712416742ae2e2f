package pipeline

import (
	"context"
	"strings"
	"testing"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// TestInterrupted has a report on many hosts that was interrupted: none is asked, and
// each has an error record.
func TestInterrupted(t *testing.T) {
	p, env, out, errOut := newTest(report.JSONLines)
	p.Source.Kind = options.Host
	for _, o := range p.Fleet.Options(p.Source) {
		if o.Long == "hosts" {
			o.Value.Set("web[1-500]")
		}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	err := p.several(ctx, env, func(_ context.Context, s *Session) (Round, error) {
		t.Errorf("%s is asked", s.Name)
		return nil, nil
	})
	if want := "0 answered, 0 without values, 500 failed\n"; err != tool.Exit(1) || !strings.Contains(errOut.String(), want) {
		t.Errorf("%v, %s", err, errOut)
	}
	if n := strings.Count(out.String(), libpcp.ErrorText(context.Canceled)); n != 500 {
		t.Errorf("%d hosts have a record of the interrupt", n)
	}
}
