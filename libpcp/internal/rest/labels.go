package rest

import (
	"encoding/json"

	"pcptools/libpcp"
)

const (
	maxLabelText = 1 << 16 // bytes, more than PCP has room for in a set
	maxLabelSet  = 255     // labels, as PCP's sets have
	maxLabels    = 1 << 17 // in an answer, if their text is short
	shortLabel   = 16      // bytes of an answer for each label, on average
	aroundLabels = 48      // bytes, at least, around a set of labels
)

// Labels parses the sets of labels of one answer. It takes no more labels than PCP does in a
// set, and not very many short ones, which take many times the memory of their text.
type Labels struct{ n, size int }

// Set parses an object of labels, each of which stays JSON.
func (l *Labels) Set(text json.RawMessage) (map[string]json.RawMessage, error) {
	if len(text) == 0 {
		return nil, nil
	}
	if len(text) > maxLabelText {
		return nil, errLabels
	}
	var set map[string]json.RawMessage
	if err := json.Unmarshal(text, &set); err != nil {
		return nil, err
	}
	l.n, l.size = l.n+len(set), l.size+len(text)+aroundLabels
	if len(set) > maxLabelSet || l.n > maxLabels && l.size < shortLabel*l.n {
		return nil, errLabels
	}
	return set, nil
}

var errLabels = &Error{Code: libpcp.ErrTooBig, Message: "the answer has too many labels"}
