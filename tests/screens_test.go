//go:build linux

package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestScreens runs the command lines in formats/screens/*.txtar, each on a
// terminal of its own, and compares what that shows at the end.
//
// To add a screen, write the line "-- TERMINAL: COMMAND --" into a file there, and
// UPDATE=1 go test ./tests -run TestScreens: read what appears below it.
// TERMINAL is a width, or COLUMNSxROWS, then utf8 or plain (NO_COLOR=1) if wanted;
// or it is pipe. COMMAND is for sh, among the archives web01, web02 and db01 of
// [recordHosts], with HOME there, and with $ARCHIVES for testdata/golden/archives; the end
// of its output is "status N" if that is not 0.
func TestScreens(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	archives := recordHosts(t)
	writeFile(t, filepath.Join(archives, ".pmrep.conf"), namedReports)
	files, err := filepath.Glob("formats/screens/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkScreens(t, file, screens{bin, archives})
		})
	}
}

// namedReports are in HOME.
const namedReports = `
[web]
unitinfo = no
precision = 1
kernel.all.load = load,1 minute
busy = web.cpu.busy
busy.label = busy %%
busy.formula = 100 * (kernel.all.cpu.user + kernel.all.cpu.sys) / hinv.ncpu
busy.unit = s
mem.util.free = free,,MB,,7,0
kernel.all.intr = intr,,,,6,0
[ranked]
rank = 3
colxrow = Process
proc.psinfo.cmd = command
proc.memory.rss = rss,,MB,,,0
nosuch.metric = gone
[eaters]
unitinfo = no
colxrow = PID
sort_metric = eaters.cpu
heading = load used
precision = 1
load = kernel.all.load
load.label = load
load.instances = 1 minute
used = eaters.used
used.label = %%mem
used.formula = 100 * mem.util.used / mem.physmem
cpu = eaters.cpu
cpu.label = %%CPU
cpu.formula = 100 * proc.psinfo.utime
cpu.unit = s
cpu.width = 5
proc.memory.rss = RSS,,auto,,5
proc.psinfo.cmd = command
[many]
unitinfo = no
precision = 0
kernel.all.intr = in,,,,6
kernel.all.pswitch = cs,,,,6
mem.util.free = free,,MB
mem.util.used = used,,MB
mem.physmem = all,,MB
kernel.all.uptime = up,,,,9
kernel.all.cpu.user = us,,,,,2
kernel.all.cpu.sys = sy,,,,,2
kernel.all.cpu.idle = id,,,,,2
[broken]
this is no setting
`

func checkScreens(t *testing.T, file string, s screens) {
	script, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	update := os.Getenv("UPDATE") != ""
	for i := range script.Files {
		want := &script.Files[i]
		got, err := s.show(want.Name)
		switch {
		case err != nil:
			t.Errorf("%s: %v", want.Name, err)
		case update:
			want.Data = []byte(got)
		case got != string(want.Data):
			t.Errorf("%s (-golden +now):\n%s", want.Name, cmp.Diff(string(want.Data), got))
		}
	}
	if update {
		writeFile(t, file, string(txtar.Format(script)))
	}
}

// TestNarrowScreens runs command lines on terminals of 20 columns: no line of a table or a
// plot is wider, but for times and hosts beside numbers. make verify also runs those in
// formats/screens.
func TestNarrowScreens(t *testing.T) {
	const columns, ofHosts = 20, 22
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	s := screens{bin, recordHosts(t)}
	writeFile(t, filepath.Join(s.dir, ".pmrep.conf"), namedReports)
	names := []string{
		"80 plain utf8: pmval --plot -a web01 kernel.all.load",
		"80: pmval --plot --scale=own -a web01 proc.psinfo.utime mem.physmem",
		"80: pmval --format=table -t 30 -s 2 -a web01 :sar-u",
		"80: pmval --format=table -t 30 -s 2 -a web01 :vmstat",
		"80: pmprobe --format=table -v -a web01 disk.dev kernel.all proc",
		"80: pminfo --format=table -f -a web01 proc mem hinv",
		"80: pmval --watch=0.1 -t 30 -s 2 -a web01 kernel.all.load proc.psinfo.cmd",
	}
	files, err := filepath.Glob("formats/screens/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	own := len(names)
	if !need.Verifying() {
		files = nil
	}
	for _, file := range files {
		script, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range script.Files {
			names = append(names, f.Name)
		}
	}
	for i, name := range names {
		cmd, size, err := s.command(name)
		if err != nil {
			t.Fatal(err)
		}
		if size == "pipe" || strings.Contains(name, "2>&1") { // messages are not cut
			continue
		}
		cmd.Stderr = &strings.Builder{}
		text, _ := runOnTerminal(cmd, columns)
		if len(text) == 0 && i < own {
			t.Errorf("%s: nothing shown", name)
		}
		most := columns
		if strings.Contains(name, "--format=wide") && strings.Contains(name, "--archives") {
			most = ofHosts
		}
		for line := range strings.Lines(withoutControls(string(text))) {
			if n := runewidth.StringWidth(strings.TrimRight(line, " \n")); n > most {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
	}
}

// screens is where command lines run.
type screens struct{ bin, dir string }

// took is how long hosts took to answer.
var took = regexp.MustCompile(` in [0-9.]+ s: `)

// show runs a command line as a name in a file describes it, and returns what its
// terminal, or the pipe, has in the end, as if it had taken no time.
func (s screens) show(name string) (string, error) {
	cmd, size, err := s.command(name)
	if err != nil {
		return "", err
	}
	shown, err := shownAt(size, cmd)
	shown = took.ReplaceAllString(shown, " in 0.0 s: ")
	if failed, ok := err.(*exec.ExitError); ok {
		return shown + "status " + strconv.Itoa(failed.ExitCode()) + "\n", nil
	}
	return shown, err
}

// command is a command line as a name describes it, and the size of its terminal.
func (s screens) command(name string) (cmd *exec.Cmd, size string, err error) {
	terminal, line, found := strings.Cut(name, ": ")
	if !found {
		return nil, "", fmt.Errorf("it is not TERMINAL: COMMAND")
	}
	cmd = exec.Command("/bin/sh", "-c", line)
	cmd.Dir = s.dir
	archives, err := filepath.Abs("testdata/golden/archives")
	if err != nil {
		return nil, "", err
	}
	cmd.Env = bare.Environ("PATH="+s.bin+":/usr/bin:/bin", "HOME="+s.dir, "TERM=xterm", "ARCHIVES="+archives)
	for _, word := range strings.Fields(terminal) {
		switch word {
		case "utf8":
			cmd.Env = append(cmd.Env, "LC_ALL=C.UTF-8")
		case "plain":
			cmd.Env = append(cmd.Env, "NO_COLOR=1")
		default:
			size = word
		}
	}
	return cmd, size, nil
}

// shownAt runs a command on a terminal of a size, or with a pipe.
func shownAt(size string, cmd *exec.Cmd) (string, error) {
	if size == "pipe" {
		text, err := cmd.CombinedOutput()
		return string(text), err
	}
	width, height, tall := strings.Cut(size, "x")
	columns, err := strconv.Atoi(width)
	rows := terminalRows
	if err == nil && tall {
		rows, err = strconv.Atoi(height)
	}
	if err != nil || columns < 1 || rows < 1 {
		return "", fmt.Errorf("a terminal of %s", size)
	}
	text, ended := runOnTerminalOf(cmd, columns, rows)
	terminal := NewTerminal(columns, rows)
	if _, err := terminal.Write(text); err != nil {
		return "", err
	}
	if terminal.Hidden() {
		return "", fmt.Errorf("the cursor stays invisible")
	}
	return terminal.String(), ended
}
