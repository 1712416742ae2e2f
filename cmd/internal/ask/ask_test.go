package ask

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"pcptools/libpcp"
)

// recorder is a source that takes note of the metrics it is asked about.
type recorder struct {
	libpcp.Source
	log []string
}

func (r *recorder) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.TraverseQuery:
			r.log = append(r.log, q.Name)
		case *libpcp.TextQuery:
			q.Text = fmt.Sprint(q.ID.Ident)
			r.log = append(r.log, "text"+q.Text)
		}
	}
	r.log = append(r.log, "|")
}

func (r *recorder) plan() Plan[int] {
	query := func(text string) func(int) []libpcp.Query {
		return func(g int) []libpcp.Query { return []libpcp.Query{&libpcp.TraverseQuery{Name: fmt.Sprint(text, g)}} }
	}
	return Plan[int]{C: libpcp.NewContext(r), First: query("first"), FollowUp: query("then"),
		Write: func(_ context.Context, g int) error {
			r.log = append(r.log, fmt.Sprint("write", g))
			return nil
		}}
}

func groups(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for g := range n {
			if !yield(g + 1) {
				return
			}
		}
	}
}

func check(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestReport(t *testing.T) {
	var r recorder
	if err := r.plan().Report(t.Context(), groups(3)); err != nil {
		t.Error(err)
	}
	check(t, r.log, []string{"first1", "|", "then1", "first2", "|", "write1", "then2", "first3", "|", "write2", "then3", "|", "write3"})
}

func TestReportArchive(t *testing.T) {
	var r recorder
	plan := r.plan()
	plan.Rewind = func(g int) bool { return g != 2 }
	if err := plan.Report(t.Context(), groups(2)); err != nil {
		t.Error(err)
	}
	check(t, r.log, []string{"first1", "|", "then1", "|", "write1", "then2", "|", "write2"})
}

func TestReportFails(t *testing.T) {
	var r recorder
	plan, failed := r.plan(), errors.New("failed")
	plan.Write = func(context.Context, int) error { return failed }
	if err := plan.Report(t.Context(), groups(1000)); err != failed {
		t.Error(err)
	}
	check(t, r.log, []string{"first1", "|", "then1", "first2", "|"})
}

func TestWindows(t *testing.T) {
	var windows [][]int
	var all []int
	for g := range Windows(groups(5), 2, func(w []int) { windows = append(windows, slices.Clone(w)) }) {
		if all = append(all, g); g == 1 && len(windows) != 1 {
			t.Error("asked too early:", windows)
		}
	}
	if fmt.Sprint(windows, all) != "[[1 2] [3 4] [5]] [1 2 3 4 5]" {
		t.Error(windows, all)
	}
}

func TestAnswers(t *testing.T) {
	var r recorder
	var a Answers
	id := libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: 7}
	if a.Text(id) != nil || a.Labels(libpcp.LabelID{}) != nil || a.Instances(0) != nil {
		t.Error("answers to nothing")
	}
	libpcp.NewContext(&r).Batch(t.Context(), a.AskText(a.AskText(nil, id), id)...)
	check(t, append(r.log, a.Text(id).Text), []string{"text7", "|", "7"})
	if n := len(a.AskInstances(a.AskInstances(nil, 1), 1)); n != 1 || a.Instances(1) == nil {
		t.Error("no instances")
	}
	if n := len(a.AskLabels(a.AskLabels(nil, libpcp.LabelID{}), libpcp.LabelID{})); n != 1 {
		t.Error("labels asked for", n, "times")
	}
}
