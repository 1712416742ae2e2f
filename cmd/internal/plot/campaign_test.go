package plot

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/report"
	"pcptools/internal/campaign"
	"pcptools/libpcp"
)

var extremes = []float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -5e-324, 1e-9, 99999.5, 1e15, 1 << 53, 1 << 63, 1 << 64, -1 << 63,
	1.7e308, -1.7e308, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}

// TestCampaignExtremes writes samples of extreme numbers in every format, with terminals of
// any width: pictures and tables are no wider than their terminal,
// unless it has no room for a number.
func TestCampaignExtremes(t *testing.T) {
	r := campaign.Rand(t)
	formats := []report.Format{report.JSON, report.JSONLines, report.CSV, report.Table, report.OpenMetrics, report.Prometheus, report.Wide, report.Plot}
	runs := campaign.Tries(t, 300)
	for range runs {
		format, columns := formats[r.IntN(len(formats))], 20+r.IntN(110)
		var out bytes.Buffer
		enc := extremeEncoder(r, format, columns, &out)
		enc.Begin(report.Header{Source: &report.Source{Host: "h"}})
		few := extremes
		if r.IntN(2) == 0 { // of which many are the same
			few = []float64{extremes[r.IntN(len(extremes))], extremes[r.IntN(len(extremes))]}
		}
		for second := range 1 + r.IntN(60) {
			enc.Write(extremeSample(r, int64(second), few))
		}
		enc.End()
		long := strings.Contains(out.String(), "9223372036854775807") || strings.Contains(out.String(), "18446744073709551615")
		for line := range strings.Lines(out.String()) {
			drawn := format == report.Plot || format == report.Table && !long && strings.ContainsAny(line[:1], "+|")
			if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); drawn && width > columns {
				t.Errorf("%d columns of %d: %q", width, columns, line)
			}
		}
	}
	t.Logf("%d reports", runs)
}

func extremeEncoder(r *rand.Rand, format report.Format, columns int, out *bytes.Buffer) report.Encoder {
	if format == report.Plot {
		return New(Options{Options: report.Options{Out: out, Zone: time.UTC, Blocks: r.IntN(2) == 0, People: r.IntN(2) == 0},
			Size: size(columns, 24), Own: r.IntN(2) == 0, Recent: r.IntN(2) == 0})
	}
	shown := []report.Column{report.Time, report.Name, report.InstanceName, report.TheValue, report.Units}
	return report.New(report.Options{Format: format, Out: out, Zone: time.UTC, Columns: shown, Samples: true, Width: columns,
		Blocks: r.IntN(2) == 0, People: r.IntN(2) == 0, Style: report.Style{ByInstance: r.IntN(3) == 0}})
}

func extremeSample(r *rand.Rand, second int64, of []float64) *report.Sample {
	var metrics []report.Metric
	for m := range 1 + r.IntN(3) {
		d := &libpcp.Desc{PMID: libpcp.NewPMID(60, 0, uint32(m)), Type: libpcp.TypeDouble, InDom: libpcp.NewInDom(60, 1), Units: libpcp.KByte | libpcp.PerSec}
		if m == 1 {
			d.Type = libpcp.TypeU64
		}
		var values []report.Value
		for i := range 1 + r.IntN(4) {
			a := libpcp.DoubleAtom(of[r.IntN(len(of))])
			if m == 1 {
				a = libpcp.Uint64Atom([]uint64{0, 1, math.MaxInt64, math.MaxUint64}[r.IntN(4)])
			}
			values = append(values, report.Value{Atom: &a, Instance: &report.Instance{ID: int32(i), Name: fmt.Sprint("instance ", i), Named: true}})
		}
		metrics = append(metrics, report.Metric{Name: fmt.Sprint("some.metric", m), Desc: d, Rate: m == 2, Values: report.ListOf(values...)})
	}
	return &report.Sample{Time: time.Unix(second, 0), Metrics: report.ListOf(metrics...)}
}
