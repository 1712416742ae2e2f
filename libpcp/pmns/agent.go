package pmns

import "pcptools/libpcp"

// The queries that a Source over agents in this process answers about the names
// that a tree leaves to them, those in dynamic subtrees.

// An AgentQuery asks a query about names of one agent alone. If it is declined,
// the query itself is asked.
type AgentQuery struct {
	Domain   uint32
	Query    libpcp.Query
	declined bool
}

// Fail implements [libpcp.Query].
func (q *AgentQuery) Fail(err error) { q.Query.Fail(err) }

// Decline implements [libpcp.Query].
func (q *AgentQuery) Decline() { q.declined = true }

// An AnyNameQuery asks whether names that an agent does not know count as
// metrics, until their identifiers are asked for. Declined they do.
type AnyNameQuery struct {
	Domain uint32
	Any    bool
}

// Fail implements [libpcp.Query].
func (q *AnyNameQuery) Fail(error) { q.Any = true }

// Decline implements [libpcp.Query].
func (q *AnyNameQuery) Decline() { q.Any = true }

// A MadeQuery asks whether the agent of a metric makes its name, even if the
// agent is in this process and a namespace has its other names. A source that
// declines the query means that the agent does.
type MadeQuery struct {
	ID   libpcp.PMID
	Name string
	Made bool
}

// Fail implements [libpcp.Query].
func (q *MadeQuery) Fail(error) { q.Made = true }

// Decline implements [libpcp.Query].
func (q *MadeQuery) Decline() { q.Made = true }
