package local

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/daemon"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmns"
)

// Command describes how an agent that is a program is started and connected
// to, as a line of pmcd.conf does (pmcd(1)).
type Command struct {
	// Args are the program and its arguments; none if it runs already and
	// listens.
	Args []string
	// Network is "pipe" or "" for an agent on standard input and output,
	// otherwise "unix", "inet" or "ipv6": Address is the path or the port on
	// loopback at which it listens.
	Network string
	Address string
	// NotReady is for an agent that, once connected, reports when it is ready
	// for requests.
	NotReady bool
	// User is the user who runs the program, if this process is root's; "" is
	// the user of this process. Most agents that root starts change to
	// PCP_USER by themselves.
	User string
	// LogDir is its working directory, which has its log too; "" is
	// $PCP_LOG_DIR/pmcd if this process may write there and no pmcd does,
	// otherwise ~/.pcp/pmcd.
	LogDir string
	// Here runs it in the current directory, as a DSO does, with an option -l
	// that names its log.
	Here bool
	// DSO is the path of the shared object that the program stands in for, if
	// any: the label "agent" of a program that has no labels itself.
	DSO string
	// Names supplies the names of the metrics; nil if the agent supplies them,
	// or a namespace contains them (package pmns).
	Names func() *pmns.Tree
}

// Daemon returns an agent that is a program. The first request that concerns it
// starts the program, which communicates by standard input and output. It ends
// when the last source that uses it is closed, or soon after this process ends,
// even if that is killed. Processes that it started end soon after it, except
// processes of other users, and processes that left its process group and, on
// Linux, also cleared their environment. See [Command] for other ways to reach
// it.
func Daemon(domain uint32, args ...string) Agent {
	return Agent{Domain: domain, Command: &Command{Args: args}}
}

const (
	restartAfter = time.Minute // as pmcd does
	patience     = time.Second // with a program that is to end
)

// daemonServer is an agent that is a program.
type daemonServer struct {
	agent  *Agent
	config *Config
	named  bool       // the agent's Names have been asked for
	tree   *pmns.Tree // the Names; nil if there are none

	link    *daemon.Link
	started bool      // it has been, if only once
	tried   time.Time // when it was started again, or did not start
	changes libpcp.StateChange

	// What the agent has received: its clients, and the last profile of a
	// client.
	greeted  map[int32]bool
	profiled bool
	profile  *libpcp.Profile
	client   int32

	mu      sync.Mutex // guards what follows
	process *daemon.Process
	closed  bool
}

// ready returns the connection to the agent, which has the client's attributes. It
// starts an agent that is not running. An agent that ends is restarted at once;
// if it ends again, or fails to start, only after some time.
func (d *daemonServer) ready(c *pmda.Client) (*daemon.Link, error) {
	if d.link == nil {
		if !d.tried.IsZero() && time.Since(d.tried) < restartAfter {
			return nil, libpcp.ErrNoAgent
		}
		if err := d.start(); err != nil {
			d.log("%v", err)
			return nil, libpcp.ErrNoAgent
		}
	}
	d.sendPending(c)
	return d.link, nil
}

// sendPending sends the agent the attributes and the profile that it has not got, or
// later if the agent is not ready.
func (d *daemonServer) sendPending(c *pmda.Client) {
	if !d.greeted[c.Number] {
		d.greeted[c.Number] = !d.link.WantsAttributes() || d.sendAttributes(c) == nil
	}
	if !d.profiled && d.profile != nil {
		d.profiled = d.link.Profile(d.client, d.profile) == nil
	}
}

// sendAttributes sends the attributes of a client.
func (d *daemonServer) sendAttributes(c *pmda.Client) error {
	for key, value := range d.config.attributes() {
		if err := d.link.Attribute(c.Number, int32(key), value); err != nil {
			return err
		}
	}
	return nil
}

// start starts the agent.
func (d *daemonServer) start() error {
	again := d.started
	d.started, d.greeted, d.profiled = true, make(map[int32]bool), false
	err := d.connect()
	if again || err != nil {
		d.tried = time.Now()
	}
	if again && err == nil {
		d.changes |= libpcp.AgentRestarted
	}
	return err
}

// connect runs the agent, and waits until it is there.
func (d *daemonServer) connect() error {
	process, err := d.run()
	if err != nil {
		return err
	}
	limits := daemon.Limits{Greeting: d.config.Greeting, Reply: cmp.Or(d.config.Timeout, programTimeout)}
	if d.link, err = daemon.Greet(process.Conn, limits, d.agent.Command.NotReady); err != nil {
		d.link = nil
		go process.Stop(patience)
	}
	return err
}

// run starts the program, unless the source has been closed.
func (d *daemonServer) run() (*daemon.Process, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, libpcp.ErrNoAgent
	}
	c := d.agent.Command
	dir, log := c.place(d.agent.name())
	args := c.Args
	if c.Here {
		dir, args = "", append(slices.Clip(args), "-l", logName(log))
	}
	process, err := daemon.Start(&daemon.Command{
		Args: args, Network: c.Network, Address: c.Address, User: c.User, Env: c.environ(),
		Dir: dir, Stderr: log, Wait: d.config.Greeting,
	})
	if log != nil {
		log.Close()
	}
	if err != nil {
		return nil, err
	}
	d.process = process
	return process, nil
}

// settle takes note of an agent that has been dropped.
func (d *daemonServer) settle() {
	if err := d.link.Err(); err != nil {
		d.log("%v", err)
		d.link = nil
		d.changes |= libpcp.AgentDropped
		go d.process.Stop(patience)
	}
}

// log logs an error of the agent.
func (d *daemonServer) log(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.config.Log.Warningf("%q agent (dom %d): %s", d.agent.name(), d.agent.Domain, text)
}

// Close ends the program. It may be called while a request is under way.
func (d *daemonServer) Close() error {
	d.mu.Lock()
	d.closed = true
	process := d.process
	d.mu.Unlock()
	if process != nil {
		process.Stop(patience)
	}
	return nil
}

// Profile keeps a profile, which the agent is sent ahead of the next request.
func (d *daemonServer) Profile(_ context.Context, c *pmda.Client, p *libpcp.Profile) {
	d.profile, d.client, d.profiled = p, c.Number, false
	if p == nil {
		d.profile = new(libpcp.Profile)
	}
}

// EndClient lets the agent know that a client has gone.
func (d *daemonServer) EndClient(c *pmda.Client) {
	if d.link != nil {
		delete(d.greeted, c.Number)
		d.link.EndClient(c.Number)
	}
}

// Changes returns the changes since the last call.
func (d *daemonServer) Changes() libpcp.StateChange {
	changes := d.changes
	d.changes = 0
	return changes
}

// AnyName and InSubtree are about agents in this process.
func (d *daemonServer) AnyName() bool         { return false }
func (d *daemonServer) InSubtree(string) bool { return false }
