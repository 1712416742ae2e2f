//go:build unix

package local_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/simple"
)

// TestMain is also the program that the tests have for an agent: the simple
// agent, which knows its names.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "agent" {
		a := simple.New()
		a.WantAttributes = true
		if slices.Contains(os.Args, "unlabelled") {
			a.Labels = pmda.Labels{JSON: "{}"}
		}
		a.Metrics = append(a.Metrics, pmda.Metric{Name: "simple.pid", Cluster: 9, Type: libpcp.Type32, Sem: libpcp.SemDiscrete, Fetch: pid},
			pmda.Metric{Name: "simple.user", Cluster: 9, Item: 1, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete, Fetch: user})
		os.Stderr.WriteString("this is the agent\n")
		if pmda.Serve(ctx, stdio{os.Stdin, os.Stdout}, pmda.NewService(a, 253, nil)) != nil {
			os.Exit(1)
		}
		return
	}
	programs.Main(m)
}

type stdio struct{ in, out *os.File }

func (s stdio) Read(b []byte) (int, error)  { return s.in.Read(b) }
func (s stdio) Write(b []byte) (int, error) { return s.out.Write(b) }

func pid(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(int32(os.Getpid())), nil
}

func user(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(r.Client.Attr(pmda.AttrUserID)), nil
}

// withDaemon returns a source over the program, and another agent.
func withDaemon(t *testing.T) (*local.Source, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pmcd"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_LOG_DIR", dir)
	t.Setenv("PCP_RUN_DIR", dir)
	var log bytes.Buffer
	s := local.New(local.Config{Greeting: time.Minute, Timeout: time.Minute, Log: pmda.NewLogger(&log, "test")},
		local.Daemon(253, os.Args[0], "agent"),
		local.Agent{Domain: 1, New: one(func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(1), nil })})
	t.Cleanup(func() { s.Close() })
	return s, &log
}

// TestDaemonForDSO has programs stand in for a shared object: one without labels is
// labelled by its path.
func TestDaemonForDSO(t *testing.T) {
	t.Setenv("PCP_LOG_DIR", t.TempDir())
	t.Setenv("PCP_RUN_DIR", t.TempDir())
	for _, test := range []struct{ mode, dso, want string }{
		{"unlabelled", "/a/pmda_simple.so", `"/a/pmda_simple.so"`},
		{"labelled", "/a/pmda_simple.so", `"testing"`},
		{"unlabelled", "", ""},
	} {
		command := &local.Command{Args: []string{os.Args[0], "agent", test.mode}, DSO: test.dso}
		s := local.New(local.Config{Greeting: time.Minute, Timeout: time.Minute}, local.Agent{Domain: 253, Command: command})
		sets, err := sourcetest.Direct(s).Labels(ctx, libpcp.LabelID{Class: libpcp.LabelDomain, Ident: 253})
		s.Close()
		got := ""
		if len(sets) == 1 && len(sets[0].Labels) == 1 {
			got = sets[0].Labels[0].Value
		}
		if got != test.want || err != nil {
			t.Errorf("%s for %q: %v, %v", test.mode, test.dso, sets, err)
		}
	}
}

// TestDaemon asks a program everything.
func TestDaemon(t *testing.T) {
	s, log := withDaemon(t)
	c := libpcp.NewContext(s)
	names, err := c.Traverse(ctx, "simple")
	if err != nil || len(names) != 7 {
		t.Fatal(names, err)
	}
	ids, err := c.Lookup(ctx, "simple.color", "simple.user")
	if err != nil {
		t.Fatal(err)
	}
	color, err := c.Desc(ctx, ids[0])
	if err != nil || color.Type != libpcp.Type32 {
		t.Fatal(color, err)
	}
	if id, err := c.InstanceID(ctx, color.InDom, "blue"); err != nil || id != 2 {
		t.Error(id, err)
	}
	if name, err := c.InstanceName(ctx, color.InDom, 1); err != nil || name != "green" {
		t.Error(name, err)
	}
	if err := c.Profile().Del(color.InDom); err != nil {
		t.Fatal(err)
	}
	if err := c.Profile().Add(color.InDom, 1); err != nil {
		t.Fatal(err)
	}
	r, err := c.Fetch(ctx, ids)
	if err != nil || len(r.Sets[0].Values) != 1 || r.Sets[0].Values[0].Inst != 1 {
		t.Error(r, err)
	}
	if a, err := r.Sets[1].Atom(0, libpcp.TypeString); err != nil || a.String() != strconv.Quote(strconv.Itoa(os.Getuid())) {
		t.Error(a, err)
	}
	sets, err := c.Labels(ctx, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(color.InDom)})
	if err != nil || len(sets) != 3 {
		t.Error("labels of all instances, whatever the profile:", sets, err)
	}
	if r, err := c.Fetch(ctx, ids); err != nil || len(r.Sets[0].Values) != 1 {
		t.Error("the profile after that:", r, err)
	}
	if text, err := c.Text(ctx, ids[0], libpcp.TextOneLine); err != nil || text == "" {
		t.Error(text, err)
	}
	if log.Len() > 0 {
		t.Error(log)
	}
	text, err := os.ReadFile(filepath.Join(os.Getenv("PCP_LOG_DIR"), "pmcd", strings.TrimPrefix(filepath.Base(os.Args[0]), "pmda")+".log"))
	if err == nil && !strings.Contains(string(text), "this is the agent") {
		t.Errorf("log: %q", text)
	}
}

// agentPID asks the program for its number.
func agentPID(t *testing.T, s libpcp.Source) int {
	t.Helper()
	r, err := sourcetest.Direct(s).Fetch(ctx, []libpcp.PMID{libpcp.NewPMID(253, 9, 0)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Sets[0].Atom(0, libpcp.Type32)
	if err != nil {
		t.Fatal(err)
	}
	return int(a.Int64())
}

// TestDaemonKilled kills the program: its metrics fail, and no others, until it
// has been started again. That happens at once, but not twice.
func TestDaemonKilled(t *testing.T) {
	s, log := withDaemon(t)
	ids := []libpcp.PMID{libpcp.NewPMID(253, 0, 1), libpcp.NewPMID(1, 0, 0)}
	for range 2 {
		if err := syscall.Kill(agentPID(t, s), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		r, err := sourcetest.Direct(s).Fetch(ctx, ids, nil)
		if err != nil || r.Changes&libpcp.AgentDropped == 0 {
			t.Error(r, err)
		}
		if err := r.Sets[0].Err; err != libpcp.ErrIPC && err != libpcp.ErrNoAgent || r.Sets[1].Err != nil {
			t.Error(r)
		}
	}
	for range 2 {
		r, err := sourcetest.Direct(s).Fetch(ctx, ids, nil)
		if err != nil || r.Sets[0].Err != libpcp.ErrNoAgent || r.Sets[1].Err != nil || r.Changes != 0 {
			t.Error(r, err)
		}
	}
	if !strings.Contains(log.String(), "agent (dom 253)") {
		t.Errorf("log: %s", log)
	}
}

// TestDaemonClosed wants the program to have ended with the last source.
func TestDaemonClosed(t *testing.T) {
	s, _ := withDaemon(t)
	other, err := s.Duplicate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	number := agentPID(t, s)
	s.Close()
	if again := agentPID(t, other); again != number {
		t.Errorf("program %d, then %d", number, again)
	}
	other.Close()
	if err := syscall.Kill(number, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d: %v", number, err)
	}
}

// TestDaemonUnused wants no program to be started that is not needed.
func TestDaemonUnused(t *testing.T) {
	s, log := withDaemon(t)
	fetchCode(t, s, 1)
	s.Close()
	if logs, err := os.ReadDir(filepath.Join(os.Getenv("PCP_LOG_DIR"), "pmcd")); err != nil || len(logs) > 0 {
		t.Error(logs, err)
	}
	if log.Len() > 0 {
		t.Error(log)
	}
}

// TestDaemonMissing is about a program that is not there.
func TestDaemonMissing(t *testing.T) {
	var log bytes.Buffer
	s := local.New(local.Config{Log: pmda.NewLogger(&log, "test")}, local.Daemon(253, "/nosuch/pmdasimple"))
	defer s.Close()
	if got := fetchCode(t, s, 253); got != libpcp.ErrNoAgent {
		t.Error(got)
	}
	if !strings.Contains(log.String(), `"simple" agent (dom 253): `) {
		t.Error(log.String())
	}
}
