package daemon

import (
	"os"
	"time"
)

// Command is how a program is run and reached.
type Command struct {
	// Args are the program and its arguments; none if it runs already and
	// listens at Address.
	Args []string
	// Network is "pipe" or "" for standard input and output, and otherwise
	// "unix", "inet" or "ipv6": then the program listens at Address, a path or
	// a port on loopback.
	Network string
	Address string
	// User is who runs the program, if this process may decide that; "" is
	// who runs this one.
	User string
	// Env is its environment; nil stands for the environment of this process.
	Env []string
	// Dir is where it runs.
	Dir string
	// Stderr gets its output other than replies; nil discards that.
	Stderr *os.File
	// Wait is how long the program may take to listen.
	Wait time.Duration
}

// piped reports whether requests go to standard input.
func (c *Command) piped() bool { return c.Network == "" || c.Network == "pipe" }
