package pmda

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/release"
)

// Main runs an agent as a daemon for pmcd, with the standard options, and
// returns the exit status:
//
//	func main() { os.Exit(pmda.Main(simple.New())) }
//
// The options are -d (domain), -l (log file), -U (user), -D (debugging) and
// one of -p, -i, -6 and -u: a pipe, which is the default, a port on loopback
// for IPv4 or IPv6, or a unix socket (pmdaGetOptions(3)).
//
// With --install-files DIR it only writes the files that PCP's scripts need to
// install the agent into DIR: Install, Remove, domain.h, pmns, help and
// README.
func Main(a *Agent) int { return (&Daemon{Agent: a}).Main() }

// MainOf is Main for an agent that depends on the release of PCP on this host.
func MainOf(agent func(release.Release) *Agent) int {
	rel, err := release.Choose(os.LookupEnv)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return Main(agent(rel))
}

// Daemon runs an agent as a daemon, with more settings than [Main] has.
type Daemon struct {
	Agent *Agent
	// Options are the letters of the standard options that the agent
	// takes; "" is all, "DdilpuU6".
	Options string
	// User is the user that the daemon changes to when root runs it, without
	// option -U; "" is PCP_USER.
	User string
	// Extra options are the agent's own.
	Extra []getopt.Option
	// Operands is called with the arguments that are no options, before the agent is
	// opened. Its error ends the daemon. nil ignores them.
	Operands func(args []string) error

	name     string // of the program
	domain   int
	logFile  string
	user     string
	debug    bool
	filesDir string // --install-files
	channel  byte   // letter of the option that chose it, or 0
	address  string // port or path
}

// Main runs the daemon with the arguments of the command line.
func (d *Daemon) Main() int {
	d.name = filepath.Base(os.Args[0])
	inv := &getopt.Invocation{Name: d.name, Environ: os.Environ(), Stderr: os.Stderr}
	if err := d.parse(inv, os.Args[1:]); err != nil {
		var exit *getopt.Exit
		if errors.As(err, &exit) {
			inv.Message(exit.Text)
		}
		return 1
	}
	if d.filesDir != "" {
		return d.writeFiles()
	}
	d.openLog()
	err := d.run(context.Background())
	if err != nil {
		NewLogger(os.Stderr, d.name).printf("Critical", "%v", []any{err})
	}
	fmt.Fprintf(os.Stderr, "\nLog finished %s\n", localTime())
	if err != nil {
		return 1
	}
	return 0
}

// writeFiles is the work of --install-files.
func (d *Daemon) writeFiles() int {
	if err := d.installFiles(d.filesDir); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", d.name, err)
		return 1
	}
	return 0
}

// run becomes the user, gets the connection, and serves.
func (d *Daemon) run(ctx context.Context) error {
	log := NewLogger(os.Stderr, d.name)
	log.debug = d.debug
	if err := becomeUser(cmp.Or(d.user, d.User, conf.Get("PCP_USER"), "pcp")); err != nil {
		return err
	}
	conn, err := d.connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	s := NewService(d.Agent, uint32(d.domain), log)
	return errors.Join(Serve(ctx, conn, s), s.Close())
}

// openLog redirects standard error to the log file, so that it has the text of
// a panic, too. "-" leaves it as it is.
func (d *Daemon) openLog() {
	if d.logFile != "-" {
		f, err := os.Create(d.logFile)
		if err == nil {
			err = redirectStderr(f)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: cannot open log %q for writing : %s\n",
				d.name, d.logFile, libpcp.ErrorText(err))
		}
	}
	host, _ := os.Hostname()
	fmt.Fprintf(os.Stderr, "Log for %s on %s started %s\n\n", d.name, host, localTime())
}

// connect returns the connection to pmcd: stdin and stdout, or the first
// connection to a socket.
func (d *Daemon) connect() (io.ReadWriteCloser, error) {
	switch d.channel {
	case 'i':
		return d.accept("tcp4", net.JoinHostPort("127.0.0.1", d.address))
	case '6':
		return d.accept("tcp6", net.JoinHostPort("::1", d.address))
	case 'u':
		os.Remove(d.address)
		return d.accept("unix", d.address)
	}
	return stdio{os.Stdin, os.Stdout}, nil
}

// accept takes one connection, and no more.
func (d *Daemon) accept(network, address string) (io.ReadWriteCloser, error) {
	listener, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	defer listener.Close()
	if unix, ok := listener.(*net.UnixListener); ok {
		unix.SetUnlinkOnClose(false) // pmcd does that
		if err := os.Chmod(address, 0o660); err != nil {
			return nil, err
		}
	}
	return listener.Accept()
}

type stdio struct {
	io.ReadCloser
	io.Writer
}
