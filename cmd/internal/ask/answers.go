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
	return once(&a.texts, id, queries, &libpcp.TextQuery{ID: id})
}

// AskLabels appends the question for labels.
func (a *Answers) AskLabels(queries []libpcp.Query, id libpcp.LabelID) []libpcp.Query {
	return once(&a.labels, id, queries, &libpcp.LabelsQuery{ID: id})
}

// AskInstances appends the question for the instances of a domain.
func (a *Answers) AskInstances(queries []libpcp.Query, d libpcp.InDom) []libpcp.Query {
	return once(&a.instances, d, queries, &libpcp.InstancesQuery{InDom: d})
}

// once appends a question with its key, unless it was asked before.
func once[K comparable, Q any, P interface {
	*Q
	libpcp.Query
}](asked *map[K]*Q, key K, queries []libpcp.Query, q P) []libpcp.Query {
	if (*asked)[key] != nil {
		return queries
	}
	if *asked == nil {
		*asked = make(map[K]*Q)
	}
	(*asked)[key] = q
	return append(queries, q)
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
