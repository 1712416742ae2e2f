package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

// buildTxmon builds the example of an agent that shares memory with programs, and
// such a program.
func buildTxmon(t *testing.T, dir string) {
	t.Helper()
	output(t, "go", "build", "-o", filepath.Join(dir, "pmdatxmon"), "../examples/txmon")
	output(t, "go", "build", "-o", filepath.Join(dir, "txrecord"), "../examples/txmon/txrecord")
}

// TestTxmon has PCP's example of that name and ours monitor the same transactions.
// The former's memory is found by a number: so it is in a name space of its own.
func TestTxmon(t *testing.T) {
	need.PCP(t)
	source := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "txmon")
	need.File(t, filepath.Join(source, "txmon.c"))
	if os.Getuid() != 0 {
		need.Skip(t, "name spaces want root")
	}
	dir := scratch(t)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	buildTxmon(t, dir)
	for _, program := range []struct{ source, name, library string }{{"txmon.c", "genuine", "-lpcp_pmda"}, {"txrecord.c", "record", "-lpcp"}} {
		output(t, "gcc", "-w", "-o", filepath.Join(dir, program.name), filepath.Join(source, program.source), program.library, "-lpcp")
	}
	script := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\ncd "+dir+"\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const types = "one two#2 three"
	const names = "root {\n\tNAME\n}\nNAME {\n\tcount NUM:0:0\n\tave_time NUM:0:1\n\tmax_time NUM:0:2\n\treset_count NUM:0:3\n" +
		"\tcontrol\n}\nNAME.control {\n\tlevel NUM:0:4\n\treset NUM:0:5\n}\n"
	extra := func(name string, domain int, program string) world.Extra {
		return world.Extra{Name: name, Domain: domain, Program: program, Channel: "pipe",
			PMNS: strings.NewReplacer("NAME", name, "NUM", fmt.Sprint(domain)).Replace(names)}
	}
	w := world.StartWith(t, world.Options{Extra: []world.Extra{
		extra("theirs", 361, script("theirs", `echo $$ > pid; exec unshare -i ./genuine -U root -l theirs.log "$@" `+types)),
		extra("ours", 362, script("ours", `exec ./pmdatxmon -U root -l ours.log "$@" `+types)),
	}})
	sh := func(command string) string {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), w.Env()...)
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	pminfo, pmstore := need.Tool(t, "pminfo"), need.Tool(t, "pmstore")
	for _, step := range []string{
		pminfo + " -d NAME",
		"RECORD one 1.5 two#2 3; RECORD one 2.5",
		pmstore + " NAME.control.reset 5",
		"RECORD three 0.25 one 0",
		pmstore + " NAME.control.level 1; RECORD one 9",
		pmstore + " NAME.control.level 0; RECORD one 9",
		pmstore + " NAME.control.level 2; RECORD three 1",
		pmstore + " NAME.count 5; " + pmstore + " NAME.control.reset 0",
	} {
		run := func(name, record string) string {
			command := strings.NewReplacer("NAME", name, "RECORD", record+" 2>/dev/null").Replace(step + "; " + pminfo + " -f NAME")
			text := strings.NewReplacer("theirs.", "NAME.", "ours.", "NAME.", "InDom: 361.", "InDom: D.", "InDom: 362.", "InDom: D.",
				"0x5a400000", "0xD", "0x5a800000", "0xD").Replace(sh(command))
			return strings.ReplaceAll(strings.ReplaceAll(text, "Warning: stats time collection disabled\n", ""), "Stats collection disabled\n", "")
		}
		want, got := run("theirs", `nsenter -i -t "$(cat pid)" ./record`), run("ours", "./txrecord")
		if d := cmp.Diff(want, got); d != "" || !strings.Contains(want, "inst [2 or \"three\"]") && !strings.Contains(step, "level 0") {
			t.Errorf("%s: -C +Go:\n%s\n%s", step, d, want)
		}
	}
}

// TestInstallTxmon has PCP's scripts install that example, for types of transactions
// that Install asks for, and remove it.
func TestInstallTxmon(t *testing.T) {
	need.PCP(t)
	if os.Getuid() != 0 {
		need.Skip(t, "PCP's scripts want to be root")
	}
	i := newInstaller(t, "txmon")
	if err := os.MkdirAll(i.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	buildTxmon(t, i.dir)
	for _, name := range []string{"Install", "Remove", "domain.h", "pmns", "root"} {
		output(t, "cp", filepath.Join("../examples/txmon", name), i.dir)
	}
	if said := i.run(t, "sh", "-c", "echo | ./Install -n "+i.w.PMNS()+"; true"); !strings.Contains(said, "nothing to monitor") {
		t.Errorf("Install without types says\n%s", said)
	}
	said := i.run(t, "sh", "-c", "printf 'checkout\\nsearch\\n\\n' | ./Install -n "+i.w.PMNS())
	if !strings.Contains(said, "Check txmon metrics have appeared ... 6 metrics and 10 values\n") {
		t.Errorf("Install says\n%s", said)
	}
	i.run(t, "./txrecord", "checkout", "0.25")
	want := "\ntxmon.count\nHelp:\ntransactions of each type\n    inst [0 or \"checkout\"] value 1\n    inst [1 or \"search\"] value 0\n"
	if info := i.run(t, need.Tool(t, "pminfo"), "-fT", "txmon.count"); info != want {
		t.Errorf("pminfo says\n%s\n%s", info, i.w.Log())
	}
	said = i.run(t, "./Remove", "-n", i.w.PMNS())
	if !strings.Contains(said, "Check txmon metrics have gone away ... OK\n") {
		t.Errorf("Remove says\n%s", said)
	}
}
