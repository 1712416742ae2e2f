package getopt

// Completion says what an argument or an operand can be, for completion. The
// zero Completion is one that nothing is known about.
type Completion struct {
	Kind  CompletionKind
	List  bool            // several, with commas between them
	Words func() []string // for Words: each may have a description behind a tab
}

// CompletionKind is a kind of words.
type CompletionKind int

// The kinds.
const (
	Unknown CompletionKind = iota
	Files
	Archives
	Hosts
	Zones
	Metrics
	Instances // of the metrics among the operands
	Words
)

// OneOf is the completion by a fixed set of words.
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
