package pmda

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// installFiles writes what the scripts of PCP need to install the agent into a
// directory, and copies the program there, as pmdaNAME. The directory must be
// named for the agent, and be where agents are ($PCP_PMDAS_DIR), for the scripts
// to work:
//
//	pmdahouse --install-files /var/lib/pcp/pmdas/house
//	cd /var/lib/pcp/pmdas/house && ./Install
func (d *Daemon) installFiles(dir string) error {
	a := d.Agent
	if err := a.Validate(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f := newInstallation(a, uint32(d.domain))
	files := []struct {
		name, text string
		mode       os.FileMode
	}{
		{"Install", f.install(), 0o755},
		{"Remove", f.remove(), 0o755},
		{"domain.h", fmt.Sprintf("#define %s %d\n", f.symbol, f.domain), 0o644},
		{"root", f.root(), 0o644},
		{"help", f.help(), 0o644},
		{"README", f.readme(), 0o644},
	}
	for _, file := range files {
		if err := replaceFile(filepath.Join(dir, file.name), strings.NewReader(file.text), file.mode); err != nil {
			return err
		}
	}
	for i, top := range f.tops {
		text := strings.NewReader(f.names.section(top))
		if err := replaceFile(filepath.Join(dir, f.namesFile(i)), text, 0o644); err != nil {
			return err
		}
	}
	return copyProgram(filepath.Join(dir, "pmda"+a.Name))
}

// copyProgram copies the running program to path, unless it is there.
func copyProgram(path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(self)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err == nil && os.SameFile(info, there) {
		return nil
	}
	return replaceFile(path, from, 0o755)
}

// replaceFile writes a file in one go: a program that runs is not changed.
func replaceFile(path string, from io.Reader, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.Copy(f, from)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// An installation is what an agent's installation files state about it.
type installation struct {
	*Agent
	domain uint32
	symbol string   // of the domain, in names and help
	tops   []string // first components of the names
	names  *nameNode
	named  []*Metric // those with a name of their own, not left to the agent
}

func newInstallation(a *Agent, domain uint32) *installation {
	f := &installation{Agent: a, domain: domain, symbol: symbolOf(a.Name), names: &nameNode{}}
	for _, name := range a.Subtrees {
		f.names.add(a.fullName(name), f.symbol+":*:*")
	}
	for i := range a.rows() {
		m := a.row(i)
		id := fmt.Sprintf("%s:%d:%d", f.symbol, m.Cluster, m.Item)
		if m.Domain != 0 {
			id = m.id(domain).String()
			id = strings.ReplaceAll(id, ".", ":")
		}
		if f.names.add(a.fullName(m.Name), id) {
			f.named = append(f.named, m)
		}
	}
	for _, child := range f.names.children {
		f.tops = append(f.tops, child.name)
	}
	return f
}

// fullName is the name of a metric with the agent's root.
func (a *Agent) fullName(name string) string {
	if a.Root == "" {
		return name
	}
	return a.Root + "." + name
}

// symbolOf makes a symbol of the C preprocessor of a name.
func symbolOf(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, name)
}

// namesFile is the file with the names below a top: the scripts have a rule for
// that.
func (f *installation) namesFile(i int) string {
	if len(f.tops) == 1 || f.tops[i] == f.Name {
		return "pmns"
	}
	return "pmns." + f.tops[i]
}

const scriptHead = `#! /bin/sh
# Made by pmda%[1]s --install-files.
#
# %[2]s the %[1]s PMDA and its part of the name space.

. $PCP_DIR/etc/pcp.env
. $PCP_SHARE_DIR/lib/pmdaproc.sh

iam=%[1]s
pmns_name="%[3]s"
`

func (f *installation) install() string {
	var b strings.Builder
	fmt.Fprintf(&b, scriptHead, f.Name, "Install", strings.Join(f.tops, " "))
	b.WriteString("daemon_opt=true\npipe_opt=true\nsocket_opt=false\n")
	if f.SlowStart {
		b.WriteString("ipc_prot=\"binary notready\"\n")
	}
	b.WriteString("\npmdaSetup\npmdaInstall\nexit\n")
	return b.String()
}

func (f *installation) remove() string {
	return fmt.Sprintf(scriptHead, f.Name, "Remove", strings.Join(f.tops, " ")) + "\npmdaSetup\npmdaRemove\nexit\n"
}

// root is a namespace of the agent alone, with which newhelp(1) checks names.
func (f *installation) root() string {
	var b strings.Builder
	b.WriteString("#include \"domain.h\"\n\n")
	b.WriteString(f.names.text("root", f.names))
	for i := range f.tops {
		if f.names.children[i].sub() {
			fmt.Fprintf(&b, "\n#include \"%s\"\n", f.namesFile(i))
		}
	}
	return b.String()
}

// help has the texts of the tables in the form that newhelp(1) reads.
func (f *installation) help() string {
	var b strings.Builder
	for _, d := range f.InDoms {
		appendHelp(&b, fmt.Sprintf("%s.%d", f.symbol, d.Serial), d.OneLine, d.Help)
	}
	for _, m := range f.named {
		appendHelp(&b, f.fullName(m.Name), m.OneLine, m.Help)
	}
	return b.String()
}

func appendHelp(b *strings.Builder, name, oneLine, help string) {
	if oneLine == "" && help == "" {
		return
	}
	fmt.Fprintf(b, "@ %s %s\n", name, oneLine)
	for line := range strings.Lines(help) {
		if strings.HasPrefix(line, "@") || strings.HasPrefix(line, "#") {
			b.WriteByte(' ') // else it is another entry, or a comment
		}
		b.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
	b.WriteByte('\n')
}

func (f *installation) readme() string {
	var b strings.Builder
	fmt.Fprintf(&b, `%[1]s PMDA
%[2]s

This agent is a daemon, which pmcd(1) runs and talks to over a pipe. There is
no DSO form: a program in pure Go cannot be loaded by pmcd.

To install it, as root, in the directory %[3]s of the other agents
($PCP_PMDAS_DIR):

    cd $PCP_PMDAS_DIR/%[1]s
    ./Install

To remove it:

    ./Remove

Its domain is %[4]d; change domain.h if another agent has that.

Metrics
-------
`, f.Name, strings.Repeat("=", len(f.Name)+5), f.Name, f.domain)
	for i := range f.rows() {
		m := f.row(i)
		fmt.Fprintf(&b, "\n%s\n", f.fullName(m.Name))
		if m.OneLine != "" {
			fmt.Fprintf(&b, "    %s\n", m.OneLine)
		}
		if u := m.Units.String(); u != "" {
			fmt.Fprintf(&b, "    units: %s\n", u)
		}
	}
	return b.String()
}
