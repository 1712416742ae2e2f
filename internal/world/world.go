// Package world runs a private PCP: a pmcd with the sample, sampledso,
// simple, trivial, mmv and pmcd agents on its own port and socket, with its own
// directories and name space, on loopback, for any user. PCP must be installed;
// [pcptools/internal/need.PCP] says so.
//
// A [Kit] holds what several worlds can share (agents, help, name space); a
// [World] is one running pmcd:
//
//	dir, err := os.MkdirTemp("", "world")
//	kit, err := world.NewKit(dir, world.Options{})
//	w, err := kit.Start()
//	defer w.Close()
//	cmd.Env = append(os.Environ(), w.Env()...)
//
// In a test, world.Start(t) does all that. By hand:
//
//	go run ./tests/cmd/world -- pminfo -f sample.long.one
package world

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Hostname is what every world calls its host, so that output which names it
// does not depend on the machine.
const Hostname = "world.example"

// World is a running private pmcd.
type World struct {
	Dir    string // directories of this world
	Port   int    // TCP port on 127.0.0.1 and, where the machine has it, ::1
	Socket string // unix socket

	kit     *Kit
	process *os.Process
	done    chan error // result of pmcd, once it has ended
}

// Start brings up a world of t's own, ended with t.
func Start(t testing.TB) *World {
	t.Helper()
	return StartWith(t, Options{})
}

// StartWith is Start for a kit with options. It shows the log of pmcd if t fails.
func StartWith(t testing.TB, options Options) *World {
	t.Helper()
	// Not t.TempDir: agents that change user could not enter that.
	dir, err := os.MkdirTemp("", "pcpworld")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	kit, err := NewKit(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	w, err := kit.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(w.Log())
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// Setenv has the environment of t lead to the world: "local:" and "localhost" do.
func (w *World) Setenv(t testing.TB) {
	for _, setting := range w.Env() {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
}

// Start brings up one more world.
func (k *Kit) Start() (*World, error) {
	// Another process may take the port between its choice and its use.
	var err error
	for range 3 {
		var w *World
		if w, err = k.start(); err == nil {
			return w, nil
		}
	}
	return nil, err
}

// Still returns a world whose pmcd does not run.
func (k *Kit) Still() (*World, error) {
	k.worlds++
	w := &World{
		kit:  k,
		Dir:  filepath.Join(k.Dir, fmt.Sprintf("w%02d", k.worlds)),
		done: make(chan error, 1),
	}
	w.Socket = filepath.Join(w.Dir, "run", "pmcd.socket")
	var err error
	if w.Port, err = freePort(); err != nil {
		return nil, err
	}
	return w, w.makeDirs()
}

func (k *Kit) start() (*World, error) {
	w, err := k.Still()
	if err != nil {
		return nil, err
	}
	if err := w.startPmcd(); err != nil {
		return nil, err
	}
	if err := w.waitReady(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Env returns the settings that make PCP's programs use this world, to be
// appended to an environment that has no other PCP_ variables. A client without
// a host finds the world's socket, then its port.
func (w *World) Env() []string {
	return append(w.dirsEnv(), "PCP_DERIVED_CONFIG=", "PMCD_PORT="+strconv.Itoa(w.Port))
}

// AgentEnv returns the settings for agents of Options.Env, and where instances
// that they number are kept.
func (w *World) AgentEnv() []string {
	return append([]string{"PCP_VAR_DIR=" + filepath.Join(w.Dir, "var")}, w.kit.env...)
}

// PMNS returns the file of the name space.
func (w *World) PMNS() string { return w.kit.pmns }

// Security returns the directory of Kit.Security.
func (w *World) Security() string { return w.kit.Security() }

// PMDAs returns the directory of the agents.
func (w *World) PMDAs() string { return w.kit.pmdas() }

func (w *World) startPmcd() error {
	args := []string{
		"-f", "-A", "-i", "127.0.0.1", "-p", strconv.Itoa(w.Port), "-s", w.Socket,
		"-c", w.kit.conf, "-n", w.kit.pmns, "-H", Hostname,
		"-l", "pmcd.log", "-x", "fatal",
	}
	if haveIPv6() {
		args = append(args, "-i", "::1")
	}
	args = append(args, w.kit.args...)
	cmd := w.kit.tree.Command(context.Background(), filepath.Join(w.kit.tree.Conf("PCP_BINADM_DIR"), "pmcd"), args...)
	cmd.Dir = filepath.Join(w.Dir, "log", "pmcd")
	cmd.Env = w.serverEnv()
	done, err := Tie(cmd)
	if err != nil {
		return err
	}
	w.process, w.done = cmd.Process, done
	return nil
}

// waitReady waits for the first successful fetch, which pmcd serves only once
// all its agents have answered.
func (w *World) waitReady() error {
	var out []byte
	var err error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		select {
		case err := <-w.done:
			w.done <- err
			return fmt.Errorf("pmcd ended early (%v)\n%s", err, w.Log())
		default:
		}
		cmd := w.kit.tree.Command(context.Background(), w.kit.tree.Genuine("pmprobe"), "-h", "unix:"+w.Socket, "-v", "pmcd.agent.status")
		cmd.Env = append(baseEnv(), w.Env()...)
		if out, err = cmd.Output(); err == nil && bytes.Equal(out, w.kit.allUp()) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("pmcd is not ready: %v: %s\n%s", err, out, w.Log())
}

// PID is the process number of pmcd.
func (w *World) PID() int { return w.process.Pid }

// Reload has pmcd read its configuration again, and start agents that have
// ended.
func (w *World) Reload() error { return w.process.Signal(syscall.SIGHUP) }

// Log returns the log of pmcd.
func (w *World) Log() string {
	text, err := os.ReadFile(filepath.Join(w.Dir, "log", "pmcd", "pmcd.log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Restart kills pmcd, and starts another in its place.
func (w *World) Restart() error {
	agents := children(w.process.Pid)
	if err := w.process.Kill(); err != nil {
		return err
	}
	<-w.done
	endLeft(agents)
	if err := os.Remove(w.Socket); err != nil { // which a pmcd that is killed leaves
		return err
	}
	if err := w.startPmcd(); err != nil {
		return err
	}
	return w.waitReady()
}

// Close ends pmcd and with it the agents. It is an error if pmcd had not
// survived until now. Its directories go with the kit's.
func (w *World) Close() error {
	select {
	case err := <-w.done:
		return fmt.Errorf("pmcd ended early (%v)\n%s", err, w.Log())
	default:
	}
	defer endLeft(children(w.process.Pid))
	if err := w.process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-time.After(time.Minute):
		return errors.Join(errors.New("pmcd ignored SIGTERM"), w.process.Kill())
	}
}
