package survey

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
)

// Steps in which a run can fail before it reports.
const (
	Opening = "pmNewContext"        // of the source
	Placing = "pmGetContextOptions" // of the window of interest
)

// NewFailure describes a failed call, with a reason if the source failed.
func NewFailure(call string, err error) report.Failure {
	f := report.Failure{Call: call, Err: err}
	if call != Opening {
		return f
	}
	var spec *pmcd.HostSpecError
	if errors.As(err, &spec) && spec.Reason != "" {
		f.Err = errors.New("bad host specification: " + spec.Reason)
	}
	if text := explained(err); text != "" {
		f.Err = report.InOwnWords(err, text)
	}
	var dial *pmcd.DialError
	short := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
	if f.Reason = report.Unusable; errors.As(err, &dial) && !short {
		f.Reason = connection(libpcp.Code(dial.Err))
	}
	return f
}

// explained is the detail in an error about the protection of a connection, such as
// which certificate was not accepted, or about a pmproxy that is none; "" if its
// code says as much.
func explained(err error) string {
	var protection *pmcd.ProtectionError
	var proxy *pmproxy.Error
	switch {
	case errors.As(err, &protection):
		return protection.Reason
	case errors.As(err, &proxy) && (proxy.Code == libpcp.ErrTLS || proxy.Code == libpcp.ErrIPC):
		return proxy.Error()
	}
	return ""
}

// connection is the reason behind the error of a connection.
func connection(code libpcp.Error) report.Reason {
	if code == libpcp.ErrPermission || code == libpcp.ErrConnLimit || code < libpcp.ErrNYI {
		return report.Refused
	}
	return report.Unreachable
}

// AdviseWindow warns a user at a terminal of an unknown time zone, and of zones
// and times that may not mean what they seem to. The zone is the reports'.
func AdviseWindow(env *tool.Env, s *options.Source, zone *time.Location) {
	if env.Progress == nil {
		return
	}
	if zone := s.UnknownZone(); zone != "" {
		text := env.Name + ": nobody knows the time zone " + zone + ", so times are in UTC"
		if like := s.LikeZone(); like != "" {
			text += "; did you mean " + like + "?"
		}
		env.Advise(text)
	}
	if zone := s.ShortZone(); zone != "" {
		env.Advise(env.Name + ": PCP takes " + zone + " for UTC by another name: write :" + zone + " for the time zone")
	}
	for _, t := range s.MisreadTimes(zone) {
		env.Advise(fmt.Sprintf(`%s: classic output reads times as PCP does, not as ISO 8601: write "%s" for %s`, env.Name, t[1], t[0]))
	}
}
