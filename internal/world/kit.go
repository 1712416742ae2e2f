package world

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"pcptools/internal/tree"
)

// Options choose what a kit contains.
type Options struct {
	// Linux adds the agents that describe this machine: some 2,500 metrics,
	// whose values are nobody's to predict. For measurements.
	Linux bool
	// Extra are further agents.
	Extra []Extra
	// Programs are run in place of PCP's agents, by name.
	Programs map[string]string
	// Secure lets the worlds offer TLS and know a password; see Kit.Security.
	Secure bool
	// Tree has the PCP to run, if not this machine.
	Tree *tree.Tree
	// Pmcd are further options of pmcd.
	Pmcd []string
	// Env are settings for agents.
	Env []string
}

// Kit holds the files that worlds share.
type Kit struct {
	Dir string

	tree   *tree.Tree
	agents []agent
	extra  []Extra
	other  map[string]string // programs
	secure bool
	args   []string // for pmcd
	env    []string
	conf   string // pmcd.conf
	pmns   string // the merged name space
	worlds int    // started so far
}

// agent is a line of pmcd.conf, and what its preparation needs.
type agent struct {
	name    string
	domain  int
	kind    string // "dso" or "pipe"
	program string // below the agents' directory
	init    string // of a DSO
	root    string // installed name space, if not the one beside the program
}

var testAgents = []agent{
	{name: "pmcd", domain: 2, kind: "dso", program: "pmcd/pmda_pmcd.so", init: "pmcd_init", root: "root_pmcd"},
	{name: "sample", domain: 29, kind: "pipe", program: "sample/pmdasample"},
	{name: "sampledso", domain: 30, kind: "dso", program: "sample/pmda_sample.so", init: "sample_init"},
	// Inside pmcd, as Debian has it, this agent's instance labels can crash pmcd:
	// when no fetch precedes them it looks at the profile of a client that is gone.
	{name: "mmv", domain: 70, kind: "pipe", program: "mmv/pmdammv"},
	{name: "trivial", domain: 250, kind: "pipe", program: "trivial/pmdatrivial"},
	{name: "simple", domain: 253, kind: "pipe", program: "simple/pmdasimple"},
}

var machineAgents = []agent{
	{name: "linux", domain: 60, kind: "pipe", program: "linux/pmdalinux", root: "root_linux"},
	{name: "proc", domain: 3, kind: "pipe", program: "proc/pmdaproc", root: "root_proc"},
	{name: "xfs", domain: 11, kind: "pipe", program: "xfs/pmdaxfs", root: "root_xfs"},
}

// NewKit prepares agents, help and name space in dir, which must be empty, must
// stay until the last world has ended, and must be open to other users all the
// way up: started by root, agents become another user.
func NewKit(dir string, opts Options) (*Kit, error) {
	k := &Kit{
		Dir:    dir,
		tree:   opts.Tree,
		agents: testAgents,
		extra:  opts.Extra,
		other:  opts.Programs,
		secure: opts.Secure,
		args:   opts.Pmcd,
		env:    opts.Env,
		conf:   filepath.Join(dir, "pmcd.conf"),
		pmns:   filepath.Join(dir, "pmns"),
	}
	if opts.Linux {
		for _, a := range machineAgents {
			program := filepath.Join(k.tree.Conf("PCP_PMDAS_DIR"), a.program)
			if _, err := os.Stat(k.tree.Path(program)); err == nil {
				k.agents = append(k.agents[:len(k.agents):len(k.agents)], a)
			}
		}
	}
	// Agents that change user must be able to reach their files.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	for _, step := range []func() error{k.copyAgents, k.compile, k.addExtra, k.mergeNames, k.indexHelp, k.addSecurity, k.writeConf} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// Conf returns the configuration of pmcd.
func (k *Kit) Conf() string { return k.conf }

// PMDAs returns the directory of the agents.
func (k *Kit) PMDAs() string { return k.pmdas() }

func (k *Kit) pmdas(elem ...string) string {
	return filepath.Join(append([]string{k.Dir, "pmdas"}, elem...)...)
}

func (k *Kit) copyAgents() error {
	for _, a := range k.agents {
		if a.name == "sampledso" {
			continue // lives in sample's directory
		}
		if err := k.copyFiles(filepath.Join(k.tree.Conf("PCP_PMDAS_DIR"), a.name), k.pmdas(a.name)); err != nil {
			return err
		}
	}
	return nil
}

// copyFiles copies the files of an installed directory, following links.
func (k *Kit) copyFiles(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(k.tree.Path(from))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := k.tree.Path(filepath.Join(from, entry.Name()))
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue // a dangling link, or a directory no agent of ours reads
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, entry.Name()), text, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}

func (k *Kit) writeConf() error {
	var b strings.Builder
	for _, a := range k.agents {
		program := k.pmdas(a.program)
		if other := k.other[a.name]; other != "" {
			program = other
		}
		switch a.kind {
		case "dso":
			fmt.Fprintf(&b, "%s %d dso %s %s\n", a.name, a.domain, a.init, program)
		case "pipe":
			fmt.Fprintf(&b, "%s %d pipe binary %s -d %d\n", a.name, a.domain, program, a.domain)
		}
	}
	for i := range k.extra {
		line, err := k.extra[i].line(k)
		if err != nil {
			return err
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\n[access]\nallow \"*\" : all;\n")
	return os.WriteFile(k.conf, []byte(b.String()), 0o644)
}

// allUp is pmprobe's output for pmcd.agent.status when every agent runs.
func (k *Kit) allUp() []byte {
	n := len(k.agents) + len(k.extra)
	return fmt.Appendf(nil, "pmcd.agent.status %d%s\n", n, strings.Repeat(" 0", n))
}

// run runs a program in dir, PCP's own if PCP has a program of that name.
func (k *Kit) run(dir, name string, args ...string) ([]byte, error) {
	program := name
	for _, dir := range []string{"/usr/bin", k.tree.Conf("PCP_BINADM_DIR")} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(k.tree.Path(path)); err == nil {
			program = path
		}
	}
	cmd := k.tree.Command(context.Background(), program, args...)
	cmd.Dir = dir
	cmd.Env = append(baseEnv(), "PCP_TMPFILE_DIR="+k.Dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, stderr.Bytes())
	}
	return out, nil
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Getuid())
}

func groupName() string {
	if g, err := user.LookupGroupId(strconv.Itoa(os.Getgid())); err == nil {
		return g.Name
	}
	return strconv.Itoa(os.Getgid())
}
