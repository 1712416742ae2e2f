package getopt

import "context"

// Completion describes what an argument or an operand can be, for shells to
// complete it. The zero Completion is unknown.
type Completion struct {
	Kind  CompletionKind
	List  bool            // a comma-separated list of them
	Words func() []string // of Kind Words, each of which may have a description after a tab; of Metrics, operands that begin with a colon
}

// CompletionKind is what an argument names.
type CompletionKind int

// The kinds of completion.
const (
	Unknown CompletionKind = iota
	Files
	Archives
	Hosts
	Zones
	Metrics
	Instances // of the metrics among the operands
	Query     // of time series
	Words
)

// OneOf returns the completion of an argument that is one of words.
func OneOf(words ...string) Completion {
	return Completion{Kind: Words, Words: func() []string { return words }}
}

// operand is the completion of the operand that n others come before.
func (s *Spec) operand(n int) Completion {
	if len(s.Complete) == 0 {
		return Completion{}
	}
	return s.Complete[min(n, len(s.Complete)-1)]
}

// SeriesWords knows the words of queries of time series, and [Query] completes them
// from it. It is a client of package series, which few tools link.
type SeriesWords interface {
	AllNames(ctx context.Context, pattern string) ([]string, error)
	AllLabels(ctx context.Context, pattern string) ([]string, error)
	LabelValues(ctx context.Context, label string) ([]string, error)
}
