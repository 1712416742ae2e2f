package main

import (
	"errors"
	"testing"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// broken is an encoder that cannot write after some records.
type broken struct{ after, records int }

var errBroken = errors.New("broken")

func (b *broken) Begin(report.Header) error { return nil }
func (b *broken) End() error                { return nil }
func (b *broken) Write(report.Record) error {
	if b.records++; b.records > b.after {
		return errBroken
	}
	return nil
}

// TestCannotWrite has a report end, with the error, at the record that cannot be written:
// of an identifier that no metric has, or of an instance domain.
func TestCannotWrite(t *testing.T) {
	c := libpcp.NewContext(local.New(local.Config{}))
	defer c.Close()
	args := []string{"400.9.9", "400.9", "400.9.8"}
	for after := range len(args) + 1 {
		a := &asking{pminfo: new(pminfo), session: &pipeline.Session{C: c}, survey: &survey.Survey{C: c}, args: args}
		to := &broken{after: after}
		want := errBroken
		if after == len(args) {
			want = nil
		}
		if err := a.write(t.Context(), to); err != want || to.records != min(after+1, len(args)) {
			t.Errorf("after %d records: %v, %d tried", after, err, to.records)
		}
	}
}
