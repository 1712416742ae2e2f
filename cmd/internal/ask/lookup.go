package ask

import "pcptools/libpcp"

// LookupError is what pmLookupName(3) returns for the names of q: of a single
// one why it has no identifier, of several only what has kept it from asking.
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
