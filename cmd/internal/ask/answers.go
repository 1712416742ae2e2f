package ask

import "pcptools/libpcp"

// Answers are queries by their subject; the zero value is empty. Repeated
// questions are asked once. An answer is nil if its question was not asked.
type Answers struct {
	texts     map[libpcp.TextID]*libpcp.TextQuery
	labels    map[libpcp.LabelID]*libpcp.LabelsQuery
	instances map[libpcp.InDom]*libpcp.InstancesQuery
}

// AskText appends the question for a help text.
func (a *Answers) AskText(queries []libpcp.Query, id libpcp.TextID) []libpcp.Query {
	if a.texts[id] != nil {
		return queries
	}
	q := &libpcp.TextQuery{ID: id}
	put(&a.texts, id, q)
	return append(queries, q)
}

// AskLabels appends the question for labels.
func (a *Answers) AskLabels(queries []libpcp.Query, id libpcp.LabelID) []libpcp.Query {
	if a.labels[id] != nil {
		return queries
	}
	q := &libpcp.LabelsQuery{ID: id}
	put(&a.labels, id, q)
	return append(queries, q)
}

// AskInstances appends the question for the instances of a domain.
func (a *Answers) AskInstances(queries []libpcp.Query, d libpcp.InDom) []libpcp.Query {
	if a.instances[d] != nil {
		return queries
	}
	q := &libpcp.InstancesQuery{InDom: d}
	put(&a.instances, d, q)
	return append(queries, q)
}

func put[K comparable, Q any](m *map[K]*Q, key K, q *Q) {
	if *m == nil {
		*m = make(map[K]*Q)
	}
	(*m)[key] = q
}

// Text is the answer about a help text.
func (a *Answers) Text(id libpcp.TextID) *libpcp.TextQuery { return a.texts[id] }

// Labels is the answer about labels.
func (a *Answers) Labels(id libpcp.LabelID) *libpcp.LabelsQuery { return a.labels[id] }

// Instances is the answer about a domain.
func (a *Answers) Instances(d libpcp.InDom) *libpcp.InstancesQuery { return a.instances[d] }

// LookupError returns the error of pmLookupName(3) for the names of q: for a
// single name, why it has no identifier; for several, only why the request
// failed.
func LookupError(q *libpcp.LookupQuery) error {
	var failed error
	for _, r := range q.Replies {
		switch libpcp.Code(r.Err) {
		case 0:
			return nil
		case libpcp.ErrName, libpcp.ErrNonLeaf, libpcp.ErrNoAgent:
			if len(q.Replies) == 1 {
				return r.Err
			}
		default:
			if failed == nil {
				failed = r.Err
			}
		}
	}
	return failed
}

// Unbound reports whether err is why a derived metric has no descriptor: it
// cannot be bound.
func Unbound(err error) bool { return libpcp.Code(err) == libpcp.ErrBadDerive }
