package pmcd

import (
	"path/filepath"
	"time"

	"pcptools/libpcp/internal/conf"
)

// The default ports of pmcd(1) and pmproxy(1).
const (
	defaultPort      = 44321
	defaultProxyPort = 44322
)

// settings are those of a Dialer, or of the environment (PCPIntro(1)). The
// original's notices about malformed ones are kept until it would give them.
type settings struct {
	connectLimit   time.Duration // to establish a connection; 0: no limit
	requestLimit   time.Duration // to wait for each reply; 0: no limit
	connectWarning string
	requestWarning string
}

const (
	defaultConnectLimit = 5 * time.Second
	defaultRequestLimit = 10 * time.Second
)

func (d *Dialer) environment() settings {
	var s settings
	s.connectLimit, s.connectWarning = d.limit(d.ConnectTimeout, "PMCD_CONNECT_TIMEOUT", defaultConnectLimit,
		"auxconnect.c:__pmAuxConnectPMCDPort: ignored bad PMCD_CONNECT_TIMEOUT = '")
	s.requestLimit, s.requestWarning = d.limit(d.RequestTimeout, "PMCD_REQUEST_TIMEOUT", defaultRequestLimit,
		"ignored bad PMCD_REQUEST_TIMEOUT = '")
	return s
}

// limit is what the program has set, or reads a real number of seconds from a variable.
func (d *Dialer) limit(set time.Duration, name string, otherwise time.Duration, complaint string) (limit time.Duration, warning string) {
	if set != 0 {
		return max(set, 0), ""
	}
	text, ok := d.env().Var(name)
	if !ok {
		return otherwise, ""
	}
	seconds, ok := parseSeconds(text)
	if !ok {
		return otherwise, complaint + text + "'"
	}
	return seconds, ""
}

// portsFrom reads a list of ports from a variable. One malformed member spoils
// all of it.
func (d *Dialer) portsFrom(name string, otherwise int32) []int32 {
	if text, ok := d.env().Var(name); ok {
		if ports, ok := parsePortList(text); ok {
			return ports
		}
	}
	return []int32{otherwise}
}

// defaultSocket is the path of the local pmcd's socket.
func defaultSocket(env conf.Env) string {
	if path, ok := env.Var("PMCD_SOCKET"); ok {
		return path
	}
	dir, ok := env.Need("PCP_RUN_DIR")
	if !ok {
		dir = "/run/pcp"
	}
	return filepath.Join(dir, "pmcd.socket")
}

// backoff is the list of waits between attempts to reconnect.
func (d *Dialer) backoff() (waits []time.Duration, warning string) {
	if len(d.Backoff) > 0 {
		return d.Backoff, ""
	}
	text, ok := d.env().Var("PMCD_RECONNECT_TIMEOUT")
	if ok {
		if waits, ok := parseWaits(text); ok {
			return waits, ""
		}
		warning = "pmReconnectContext: ignored bad PMCD_RECONNECT_TIMEOUT = '" + text + "'"
	}
	return []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second}, warning
}

func (d *Dialer) env() conf.Env { return conf.Env(d.LookupEnv) }
