package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// say puts a message where the genuine agent has one, in its words.
func (a *agent) say(r *pmda.Request, message string) { r.Log.Line(message) }

// warn says once that metrics are missing.
func (a *agent) warn(r *pmda.Request, said *bool, what string, err error) {
	if !*said {
		*said = true
		a.say(r, "Warning: "+what+" metrics are not available : "+libpcp.ErrorText(err))
	}
}
