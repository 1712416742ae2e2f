//go:build unix

package daemons

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// TestMain is also the agent that fails in the ways of faults, and the one that
// runs away.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "agent":
			faultyAgent(os.Args[2])
			return
		case "runaway":
			runawayAgent(os.Args[2])
			return
		}
	}
	programs.Main(m)
}

// faults are the ways in which an agent fails when it is asked for a value.
var faults = map[string]func(io.Writer){
	"garbage": func(w io.Writer) { io.WriteString(w, "HTTP/1.0 400 Bad Request\r\n\r\n") },
	"huge":    func(w io.Writer) { w.Write([]byte("\x7f\xff\xff\xf0\x00\x00\x70\x01\x00\x00\x00\x00")) },
	"torn":    func(w io.Writer) { w.Write([]byte("\x00\x00\x01\x00\x00\x00\x70\x01")); os.Exit(0) },
	"text": func(w io.Writer) {
		w.Write([]byte("\x00\x00\x00\x14\x00\x00\x70\x09\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	},
	"empty":   func(w io.Writer) { w.Write(append([]byte("\x00\x00\x00\x18\x00\x00\x70\x01"), make([]byte, 16)...)) },
	"gone":    func(io.Writer) { os.Exit(3) },
	"killed":  func(io.Writer) { syscall.Kill(os.Getpid(), syscall.SIGKILL) },
	"stopped": func(io.Writer) { syscall.Kill(os.Getpid(), syscall.SIGSTOP) },
	"refused": nil, // an error, which is no failure
}

// faultyAgent is such an agent.
func faultyAgent(fault string) {
	a := &pmda.Agent{Name: fault, Root: fault, Metrics: []pmda.Metric{{
		Name: "metric", Type: libpcp.Type32, Sem: libpcp.SemInstant,
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			if fail := faults[fault]; fail != nil {
				fail(os.Stdout)
				time.Sleep(time.Hour)
			}
			return libpcp.Atom{}, libpcp.ErrAppVersion
		},
	}}}
	domain := 0
	fmt.Sscan(os.Args[3], &domain)
	pmda.Serve(context.Background(), stdio{os.Stdin, os.Stdout}, pmda.NewService(a, uint32(domain), nil))
}

// runawayAgent is an agent that leaves its process group and its session, leaves
// another process alone in one of its own, and does not end with its connection.
func runawayAgent(domain string) {
	number, err := strconv.ParseUint(domain, 10, 32)
	if err != nil { // it is the other process
		time.Sleep(time.Hour)
	}
	syscall.Setsid()
	orphan := exec.Command("/bin/sh", "-c", `"$0" runaway orphan &`, os.Args[0])
	orphan.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	orphan.Run()
	a := &pmda.Agent{Name: "runaway", Root: "runaway", Metrics: []pmda.Metric{{
		Name: "metric", Type: libpcp.Type32, Sem: libpcp.SemInstant,
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(7), nil },
	}}}
	pmda.Serve(context.Background(), stdio{os.Stdin, os.Stdout}, pmda.NewService(a, uint32(number), nil))
	time.Sleep(time.Hour)
}

type stdio struct {
	io.Reader
	io.Writer
}

// TestFaults compares what becomes of requests to agents that fail, and of
// others at the same time, with what PCP's tools and pmcds made of them. That
// is in testdata, where UPDATE=1 puts it.
func TestFaults(t *testing.T) {
	need.PCP(t)
	dir := temporary(t)
	program := filepath.Join(dir, "agent") // to be found in command lines
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	write(t, program, string(text))
	var extra []world.Extra
	for fault := range faults {
		domain := 400 + len(extra)
		line := fmt.Sprintf("%s agent %s %d", program, fault, domain)
		extra = append(extra, world.Extra{Name: fault, Domain: domain, Program: line, Channel: "pipe", Alone: true})
	}
	kit, err := world.NewKit(filepath.Join(dir, "kit"), world.Options{Extra: extra, Pmcd: []string{"-q", "60", "-t", "2"}, Env: []string{"PMCD_RESTART_AGENTS=1"}})
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		recordFaults(t, kit)
		killLeft(dir) // by pmcd
	}
	w, err := kit.Still()
	if err != nil {
		t.Fatal(err)
	}
	ours := tools(t)
	t.Run("faults", func(t *testing.T) {
		for fault := range faults {
			t.Run(fault, func(t *testing.T) {
				t.Parallel()
				s := subject{spec: "pmcd,simple -K pmcd," + fault}
				got := run(t, w, filepath.Join(ours, "pminfo"), s.inLocal(faultLine(fault), fault, w), "PCP_PMCDCONF_PATH="+kit.Conf())
				if diff := gocmp.Diff(genuineFault(t, fault), withoutWarning(got)); diff != "" {
					t.Errorf("%s (-genuine +ours):\n%s", faultLine(fault), diff)
				}
			})
		}
	})
	wantNone(t, dir)
}

// recordFaults records what PCP's tool prints. Each agent has a pmcd of
// its own: what one sends too much can be taken for what another client of that
// pmcd sends.
func recordFaults(t *testing.T, kit *world.Kit) {
	t.Helper()
	for fault := range faults {
		if fault == "huge" || fault == "garbage" {
			continue
		}
		w, err := kit.Start()
		if err != nil {
			t.Fatal(err)
		}
		text := run(t, w, pcpconf.Genuine("pminfo"), faultLine(fault))
		if err := os.WriteFile(faultFile(fault), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

func faultFile(fault string) string { return filepath.Join("testdata", fault+".txt") }

// genuineFault is what PCP's tool prints. To a length that no PDU has ours
// are the same as to any other failure, where a pmcd waits for the rest in vain or
// fails its client in all.
func genuineFault(t *testing.T, fault string) string {
	t.Helper()
	like := fault
	if fault == "huge" || fault == "garbage" {
		like = "empty"
	}
	text, err := os.ReadFile(faultFile(like))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), like, fault)
}

// faultLine is the line that is compared: about an agent, and another one that
// is not concerned.
func faultLine(fault string) string {
	return "pmprobe -v " + fault + ".metric trivial.nosuch simple.color"
}

// withoutWarning leaves out what only ours print: that an agent has failed.
func withoutWarning(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "[") || !strings.Contains(line, `" agent (dom `) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// TestNothingLeft runs tools many times, kills every other at some moment, and
// wants no agent to be left.
func TestNothingLeft(t *testing.T) {
	need.PCP(t)
	kit := newKit(t)
	ours := tools(t)
	w, err := kit.Still()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 * campaign.Scale(t) {
		cmd := exec.Command(filepath.Join(ours, "pmval"), "-L", "-K", "clear", "-K", "pmcd,shell", "-K", "pmcd,sample", "-n", w.PMNS(), "-s", "1", "shell.color")
		cmd.Env = append([]string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "PMCD_CONNECT_TIMEOUT=60", programs.AtOnce, patient, "PCP_PMCDCONF_PATH=" + kit.Conf()}, w.Env()...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			time.Sleep(time.Duration(i) * time.Millisecond / 2)
			cmd.Process.Kill()
		}
		if err := cmd.Wait(); err != nil && i%2 == 1 {
			t.Error(err)
		}
	}
	wantNone(t, kit.Dir)
}

// temporary makes a directory that every user can enter.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pcpdaemons")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, d := range []string{dir, filepath.Join(dir, "kit")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
