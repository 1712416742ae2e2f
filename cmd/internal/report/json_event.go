package report

import (
	"pcptools/libpcp"
)

// events writes the records of an event array.
func (s *stream) events(events *List[Event]) {
	s.openList()
	for e := range events.each {
		s.event(e)
	}
	s.closeList()
}

func (s *stream) event(e *Event) {
	head := struct {
		Time   string   `json:"time"`
		Flags  []string `json:"flags"`
		Missed *int32   `json:"missed,omitempty"`
	}{Time: s.time(e.Time), Flags: flagNames(e.Flags)}
	if e.Flags&libpcp.EventMissed != 0 {
		head.Missed = &e.Missed
	}
	s.open()
	s.fields(head)
	s.key("parameters")
	s.openList()
	for m := range e.Params.each {
		s.open()
		if m.Name != "" { // or nobody knows it
			s.textMember("name", m.Name)
		}
		m.details(s)
		s.close()
	}
	s.closeList()
	s.close()
}
