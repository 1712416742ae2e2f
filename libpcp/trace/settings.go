package trace

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// settings are a Client's fields, completed from the environment.
type settings struct {
	host           string
	port           int
	connect, reply time.Duration
	reconnect      []time.Duration
	noAgent        bool
}

const defaultPort = 4323

// settings reads the configuration once.
func (c *Client) settings() *settings {
	if c.set != nil {
		return c.set
	}
	look, warnings := c.LookupEnv, c.Warnings
	if look == nil {
		look = os.LookupEnv
	}
	if warnings == nil {
		warnings = io.Discard
	}
	e := environment{look, warnings}
	_, noAgent := look("PCP_TRACE_NOAGENT")
	c.set = &settings{
		host:      c.Host,
		port:      c.Port,
		connect:   c.ConnectLimit,
		reply:     c.RequestLimit,
		reconnect: c.Reconnect,
		noAgent:   c.NoAgent || noAgent,
	}
	c.set.complete(e)
	return c.set
}

// complete sets fields that are zero.
func (s *settings) complete(e environment) {
	if s.host == "" {
		if s.host, _ = e.look("PCP_TRACE_HOST"); s.host == "" {
			s.host = "localhost"
		}
	}
	if s.port == 0 {
		s.port = e.port()
	}
	if s.connect == 0 {
		s.connect = e.seconds("PCP_TRACE_TIMEOUT", 3*time.Second)
	}
	if s.reply == 0 {
		s.reply = e.seconds("PCP_TRACE_REQTIMEOUT", 10*time.Second)
	}
	if s.reconnect == nil {
		s.reconnect = e.waits()
	}
}

// wait is the time before an attempt to reconnect, counted from 0.
func (s *settings) wait(attempt int) time.Duration {
	if len(s.reconnect) == 0 {
		return 0
	}
	return s.reconnect[min(attempt, len(s.reconnect)-1)]
}

// environment reads variables, and reports malformed ones.
type environment struct {
	look     func(string) (string, bool)
	warnings io.Writer
}

func (e environment) bogus(name string) {
	fmt.Fprintf(e.warnings, "trace warning: bogus %s.\n", name)
}

func (e environment) port() int {
	text, ok := e.look("PCP_TRACE_PORT")
	if !ok {
		return defaultPort
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		e.bogus("PCP_TRACE_PORT")
		return defaultPort
	}
	return int(port)
}

func (e environment) seconds(name string, otherwise time.Duration) time.Duration {
	text, ok := e.look(name)
	if !ok {
		return otherwise
	}
	d, ok := parseSeconds(text)
	if !ok {
		e.bogus(name)
		return otherwise
	}
	return d
}

func (e environment) waits() []time.Duration {
	usual := []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second}
	text, ok := e.look("PCP_TRACE_RECONNECT")
	if !ok {
		return usual
	}
	var list []time.Duration
	for member := range strings.SplitSeq(text, ",") {
		d, ok := parseSeconds(member)
		if !ok {
			e.bogus("PCP_TRACE_RECONNECT")
			return usual
		}
		list = append(list, d)
	}
	return list
}

// parseSeconds reads a positive real number of seconds.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, err := strconv.ParseFloat(text, 64)
	const most = float64(1 << 31)
	if err != nil || !(seconds > 0 && seconds < most) {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}
