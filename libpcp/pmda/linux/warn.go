package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// say puts a message where the genuine agent has one, in its words.
func (m *machine) say(r *pmda.Request, message string) { r.Log.Line(message) }

// warn says once that metrics are missing.
func (m *machine) warn(r *pmda.Request, said *bool, what string, err error) {
	if !*said {
		*said = true
		m.say(r, "Warning: "+what+" metrics are not available : "+libpcp.ErrorText(err))
	}
}
