//go:build linux

package tests

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/world"
	"pcptools/tests/internal/slowlink"
)

// onTerminal runs one of our tools on a terminal.
func onTerminal(t *testing.T, columns int, dir string, env []string, words ...string) string {
	t.Helper()
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
	cmd.Dir = dir
	cmd.Env = environ(append([]string{"TERM=xterm"}, env...)...)
	screen, err := runOnTerminal(cmd, columns)
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return string(screen)
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*[mK]")

// TestTerminalTable fits tables into terminals, with all of the help texts.
func TestTerminalTable(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	w := world.Start(t)
	for _, columns := range []int{80, 40} {
		for _, line := range []string{"pminfo --format=table -f sample.bin sample.string.hullo",
			"pminfo --format=table -tT sample.bin sample.colour", "pmprobe --format=table -v sample.dodgey",
			"pminfo --format=table -d sample.long", "pmval --format=table -s 1 -t 0.1 sample.bin sample.seconds"} {
			screen := onTerminal(t, columns, "", w.Env(), strings.Fields(line)...)
			if !strings.Contains(screen, "\x1b[1m") || !strings.Contains(screen, "+--") {
				t.Errorf("%s: no borders, or nothing bold:\n%s", line, screen)
			}
			for row := range strings.Lines(escapes.ReplaceAllString(screen, "")) {
				if n := utf8.RuneCountInString(strings.TrimSpace(row)); n > columns {
					t.Errorf("%s: %d columns of %d: %s", line, n, columns, row)
				}
			}
		}
	}
	help := onTerminal(t, 40, "", w.Env(), "pminfo", "--format=table", "-T", "sample.colour")
	if words := strings.Join(strings.Fields(strings.ReplaceAll(help, "|", " ")), " "); !strings.Contains(words, "instances are used).") {
		t.Errorf("help is cut:\n%s", help)
	}
	plain := onTerminal(t, 80, "", append(w.Env(), "NO_COLOR=1"), "pminfo", "--format=table", "-f", "sample.bin")
	if strings.ContainsRune(plain, 0x1b) || !strings.Contains(plain, "+--") {
		t.Errorf("NO_COLOR:\n%s", plain)
	}
	if dumb := onTerminal(t, 80, "", append(w.Env(), "TERM=dumb"), "pminfo", "--format=table", "-f", "sample.bin"); strings.ContainsRune(dumb, 0x1b) {
		t.Errorf("dumb terminal:\n%s", dumb)
	}
	if pipe := runOurs(t, "", w.Env(), "pminfo", "--format=table", "-f", "sample.bin").stdout; strings.ContainsAny(pipe, "\x1b|+") {
		t.Errorf("pipe:\n%s", pipe)
	}
}

// TestTerminalClassic leaves what was there before as it was.
func TestTerminalClassic(t *testing.T) {
	archives := need.Archives(t)
	for _, line := range []string{"pminfo -a ok-foo -dT", "pminfo -a pcp-zeroconf -dfT hinv.ncpu", "pmprobe -a ok-foo -v", "pmval -a pcp-zeroconf -s 3 -t 20 disk.dev.read"} {
		words := strings.Fields(line)
		if screen, pipe := onTerminal(t, 80, archives, nil, words...), runOurs(t, archives, nil, words...); screen != pipe.stdout+pipe.stderr {
			t.Errorf("%s: on a terminal\n%s\nin a pipe\n%s", line, screen, pipe.stdout)
		}
	}
}

// TestAdvice asks where nobody listens.
func TestAdvice(t *testing.T) {
	port := world.FreePort(t)
	t.Run("address", func(t *testing.T) {
		spec := "127.0.0.1:" + strconv.Itoa(port)
		first := `: Cannot connect to PMCD on host "` + spec + "\": Connection refused\n"
		for _, tool := range []string{"pminfo", "pmprobe", "pmval", "pmstore"} {
			words := []string{tool, "-h", spec, "sample.bin"}
			if tool == "pmstore" {
				words = append(words, "1")
			}
			screen := onTerminal(t, 80, "", nil, words...)
			if want := tool + first + "Is pmcd running there? Tried port " + strconv.Itoa(port) + " of 127.0.0.1.\n"; screen != want {
				t.Errorf("on a terminal: %q, want %q", screen, want)
			}
			if pipe := runOurs(t, "", nil, words...); pipe.stderr != tool+first || pipe.status != 1 {
				t.Errorf("in a pipe: %d %q", pipe.status, pipe.stderr)
			}
		}
	})
	t.Run("standard error alone", func(t *testing.T) {
		bin, err := programs.Tools()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(filepath.Join(bin, "pmprobe"), "-h", "127.0.0.1:"+strconv.Itoa(port), "sample.bin")
		cmd.Env, cmd.Stdout = environ("COLUMNS=200"), new(bytes.Buffer)
		screen, err := runOnTerminal(cmd, 40)
		if err == nil {
			t.Error("status 0")
		}
		if lines := strings.Split(string(screen), "\n"); len(lines) != 4 || lines[2] != "of 127.0.0.1." {
			t.Errorf("on 40 columns: %q", screen)
		}
	})
	t.Run("this host", func(t *testing.T) {
		need.Localhost(t)
		socket := filepath.Join(t.TempDir(), "socket")
		env := []string{"PMCD_SOCKET=" + socket, "PMCD_PORT=" + strconv.Itoa(port)}
		want := "\nIs pmcd running there? Tried socket " + socket + ", port " + strconv.Itoa(port) +
			" of localhost. Without pmcd, -L asks agents in this process.\n"
		if screen := onTerminal(t, 200, "", env, "pminfo", "sample"); !strings.HasSuffix(screen, want) {
			t.Errorf("on this host: %q", screen)
		}
	})
}

// TestTerminalPlot redraws samples of a pmcd in place, in colour if that is
// wanted, and draws an archive once.
func TestTerminalPlot(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	w := world.Start(t)
	env := append(w.Env(), "LC_ALL=C.UTF-8")
	toTheTop := regexp.MustCompile("\r\x1b\\[1[34]A") // a scale may need a line of its own
	for _, columns := range []int{80, 40} {
		screen := onTerminal(t, columns, "", env, "pmval", "--plot", "-s", "3", "-t", "0.1", "sample.bin", "sample.seconds")
		if n := len(toTheTop.FindAllString(screen, -1)); n != 2 || !strings.Contains(screen, "\x1b[36m▁") {
			t.Errorf("%d columns: redrawn %d times:\n%q", columns, n, screen)
		}
		for row := range strings.Lines(escapes.ReplaceAllString(screen, "")) {
			row = toTheTop.ReplaceAllString(row, "")
			if n := utf8.RuneCountInString(strings.TrimRight(row, "\n")); n > columns {
				t.Errorf("%d columns of %d: %s", n, columns, row)
			}
		}
	}
	for _, plain := range []string{"NO_COLOR=1", "TERM=dumb"} {
		screen := onTerminal(t, 80, archives, []string{plain}, "pmval", "--plot", "-a", "pcp-zeroconf", "-s", "5", "-t", "5", "disk.dev.read")
		if strings.ContainsRune(screen, 0x1b) || !strings.Contains(screen, ", 5 samples") {
			t.Errorf("%s: %q", plain, screen)
		}
	}
}

// TestHints types names that are none, or not of one metric.
func TestHints(t *testing.T) {
	archives := need.Archives(t)
	for line, want := range map[string]string{
		"pminfo -a pcp-zeroconf kernel.all.laod":                                  "Did you mean kernel.all.load?",
		"pminfo -a pcp-zeroconf --format=json kernel.all.laod":                    "Did you mean kernel.all.load?",
		"pmval -a pcp-zeroconf mem.phsymem":                                       "Did you mean mem.physmem?",
		"pmval -a pcp-zeroconf --format=csv mem.phsymem":                          "Did you mean mem.physmem?",
		"pmval -a pcp-zeroconf disk.all":                                          "disk.all is a branch of metrics, not one; try disk.all.",
		"pmval -a 20180127.08.40 -s 1 proc.nprocs":                                "proc.nprocs was recorded from 2018-01-27 13:40:29 to 2018-01-27 13:46:09.",
		"pmval --format=wide -a 20180127.08.40 -s 1 proc.nprocs":                  "proc.nprocs was recorded from 2018-01-27 13:40:29 to 2018-01-27 13:46:09.",
		"pminfo -f -a pcp-zeroconf -O @23:05 kernel.uname.release":                "kernel.uname.release was recorded from 2019-06-30 22:59:38 to 2019-06-30 23:01:09.",
		"pminfo --format=table -f -a pcp-zeroconf -O @23:05 kernel.uname.release": "kernel.uname.release was recorded from 2019-06-30 22:59:38 to 2019-06-30 23:01:09.",
		"pminfo -f -a pcp-zeroconf -O @23:01 hinv.ncpu":                           "The values were recorded at 2019-06-30 23:01:09.",
		"pmval -a pcp-zeroconf -Z No/Where -s 1 hinv.ncpu":                        "nobody knows the time zone No/Where, so times are in UTC",
		"pmval -a pcp-zeroconf --format=wide -s 1 -i sdz disk.dev.read":           "Try sda.",
		"pmval -a pcp-zeroconf -s 1 -i sdz disk.dev.read":                         "Try sda.",
		"pmval -a pcp-zeroconf -s 1 -i 1220 proc.psinfo.rss":                      "Try 001220 /usr/libexec/accounts-daemon.",
		"pmval -a pcp-zeroconf -S 23:01 -T 23:02 hinv.ncpu":                       "In an archive @ comes before a time of day: -S @23:01.",
		"pminfo -a pcp-zeroconf -Z No/Where hinv.ncpu":                            "nobody knows the time zone No/Where, so times are in UTC",
		"pminfo -a pcp-zeroconf totally.unheard.of.name":                          "To find metrics by words: pminfo -a pcp-zeroconf --search totally unheard of name",
		"pmval -a pcp-zeroconf --format=csv cpu.load":                             "To find metrics by words: pminfo -a pcp-zeroconf --search cpu load",
		"pmprobe -a pcp-zeroconf kernel.all.laod":                                 "Did you mean kernel.all.load?",
		"pmprobe -a pcp-zeroconf -F totally.unheard.of.name":                      "To find metrics by words: pminfo -a pcp-zeroconf --search totally unheard of name",
		"pmprobe -a pcp-zeroconf --format=csv cpu.load":                           "To find metrics by words: pminfo -a pcp-zeroconf --search cpu load",
		"pmval -a pcp-zeroconf --format=csv --define=a=no.such a":                 "-D derive shows why.",
		"pminfo -a pcp-zeroconf --wacth":                                          "Did you mean --watch?",
		"pminfo -a pcp-zeroconf --by=host hinv":                                   "Did you mean pmval --by?",
		"pmval -a pcp-zeroconf --search=disk":                                     "Did you mean pminfo --search?",
		"pminfo -a pcp-zeroconf -f kernel.all.load[1]":                            `To select instances: --where='instance ~ "1"' with kernel.all.load, or pmval.`,
		"pmval -a pcp-zeroconf --format=wide kernel.all.laod[1]":                  "Did you mean kernel.all.load?",
		"pmprobe -a pcp-zeroconf --tpo=5 hinv":                                    "Did you mean --top?",
		"pmval -a pcp-zeroconf -S 1hour hinv.ncpu":                                "pmval: the window is outside the archive, which covers 2019-06-30 22:59:38 to 2019-06-30 23:05:49",
		"pminfo -a pcp-zeroconf --where=value<0 hinv.ncpu":                        "pminfo: 0 of 1 values meet the condition",
		"pmval -a pcp-zeroconf --plot -s 1 hinv.ncpu":                             "pmval: a single sample shows no change",
		"pmval -a pcp-zeroconf -S 2019-06-30T23:02 -s 1 hinv.ncpu":                `pmval: classic output reads times as PCP does, not as ISO 8601: write "2019-06-30 23:02:00" for 2019-06-30T23:02`,
		"pmval -a pcp-zeroconf -S T23:02 -s 1 hinv.ncpu":                          `write "@23:02" for T23:02`,
		"pminfo -a pcp-zeroconf -O 2019-06-30T23:02Z hinv.ncpu":                   `write "2019-06-30 23:02:00" for 2019-06-30T23:02Z`,
		"pmprobe -a pcp-zeroconf -O 20190630T230200 hinv.ncpu":                    `write "2019-06-30 23:02:00" for 20190630T230200`,
	} {
		words := strings.Fields(line)
		screen, pipe := onTerminal(t, 80, archives, nil, words...), runOurs(t, archives, nil, words...)
		if whole := strings.ReplaceAll(strings.ReplaceAll(screen, "\r", ""), "\n", " "); !strings.Contains(whole, want) {
			t.Errorf("%s: no %q in\n%s", line, want, screen)
		}
		if strings.Contains(line, "--wacth") && strings.Contains(screen, "Usage") || !strings.Contains(line, "--wacth") && strings.Contains(pipe.stderr, "Did you") {
			t.Errorf("%s: on a terminal\n%s in a pipe\n%s", line, screen, pipe.stderr)
		}
		if all := pipe.stdout + pipe.stderr; strings.Contains(all, want) {
			t.Errorf("%s: in a pipe\n%s", line, all)
		}
	}
}

// TestZoneHint names a place without the part of the world that it is in.
func TestZoneHint(t *testing.T) {
	dir := recordHosts(t)
	if err := os.MkdirAll(filepath.Join(dir, "Isle"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "Isle", "Nowhere"), "")
	screen := onTerminal(t, 120, dir, []string{"TZDIR=" + dir}, "pmval", "-a", "web01", "-Z", "nowhere", "-s", "1", "hinv.ncpu")
	writeFile(t, filepath.Join(dir, "Isle", "No_Where"), "")
	screen += onTerminal(t, 120, dir, []string{"TZDIR=" + dir}, "pmval", "-a", "web01", "-Z", "no where", "--format=wide", "hinv.ncpu")
	for _, want := range []string{"did you mean Isle/Nowhere?", `"no where", but there is Isle/No_Where: Invalid argument`} {
		if !strings.Contains(screen, want) {
			t.Errorf("%s", screen)
		}
	}
}

// TestNoHints reports on the window itself, where there is nothing to say about times.
func TestNoHints(t *testing.T) {
	archives := need.Archives(t)
	for _, line := range []string{"pminfo -f -a pcp-zeroconf hinv.ncpu", "pmval -a pcp-zeroconf -S @23:00 -s 1 hinv.ncpu", "pminfo --format=table -f -a pcp-zeroconf hinv.ncpu"} {
		if screen := onTerminal(t, 80, archives, nil, strings.Fields(line)...); strings.Contains(screen, "recorded") || !strings.Contains(screen, "8") {
			t.Errorf("%s:\n%s", line, screen)
		}
	}
}

// TestHintsOfAgents asks local contexts for metrics of an agent that they lack.
func TestHintsOfAgents(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "names"), someAbsent)
	const want = "Add the agents of pmcd by -K all, or one, as by -K pmcd,proc;"
	for _, line := range []string{"pminfo -f gone", "pminfo -f", "pmprobe gone.bin", "pmprobe", "pmval gone.bin", "pmstore gone.bin 1", "pmval --format=csv gone.bin"} {
		words := strings.Fields(line)
		words = slices.Insert(words, 1, "-L", "-n", "names")
		screen := onTerminal(t, 80, dir, []string{"PCP_DERIVED_CONFIG="}, words...)
		if strings.Count(screen, want) != 1 {
			t.Errorf("%s: not once %q in\n%s", line, want, screen)
		}
		if pipe := runOurs(t, dir, nil, words...); strings.Contains(pipe.stdout+pipe.stderr, "Add the agents") {
			t.Errorf("%s: in a pipe\n%s%s", line, pipe.stdout, pipe.stderr)
		}
	}
}

// TestHintBesideAbsent asks a local context for a name that is like one of an agent it
// has, where a traversal ends at another agent, which it lacks.
func TestHintBesideAbsent(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "names"), "root {\n\tgone\t29:*:*\n\tkernel\n}\nkernel {\n\tpid_max\t60:12:0\n}\n")
	env := []string{"PCP_DERIVED_CONFIG=", "PMNS_DEFAULT=" + filepath.Join(dir, "names")}
	if screen := onTerminal(t, 80, dir, env, "pminfo", "-L", "kernel.pid_mxa"); !strings.Contains(screen, "Did you mean kernel.pid_max?") {
		t.Error(screen)
	}
}

// TestQuietHint has a hint look through all names, of which one is a derived
// metric without its operand: nobody has asked for that.
func TestQuietHint(t *testing.T) {
	archives := need.Archives(t)
	definitions := filepath.Join(t.TempDir(), "derived")
	if err := os.WriteFile(definitions, []byte("broken.one = no.such.metric * 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	env := []string{"PCPTOOLS_COMPAT=7.2.2", "PCP_DERIVED_CONFIG=" + definitions}
	screen := onTerminal(t, 80, archives, env, "pminfo", "-a", "pcp-zeroconf", "kernel.all.laod")
	if !strings.Contains(screen, "Did you mean") || strings.Contains(screen, "Semantic error") {
		t.Error(screen)
	}
}

// TestProgressOfScan asks a distant pmcd about many metrics, in small batches:
// the terminal shows how many, and the output has nothing of it.
func TestProgressOfScan(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	w := world.Start(t)
	link, err := slowlink.Start(net.JoinHostPort("127.0.0.1", strconv.Itoa(w.Port)), 40*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"pminfo -b 8 -d sample", "pmprobe -b 8 --format=csv sample"} {
		words := append(strings.Fields(line), "-h", link.Addr())
		file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		cmd.Stdout = file
		screen, err := runOnTerminal(cmd, 80)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		stdout, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		lines := regexp.MustCompile(`^((\r` + words[0] + `: (opening the source|listing names|asking about metrics)( \d+( of \d+)?)?, \d+ s\x1b\[K)+\r\x1b\[K)+$`)
		if !lines.Match(screen) {
			t.Errorf("%s: on the terminal: %q", line, screen)
		}
		if n := bytes.Count(stdout, []byte("\n")); n < 190 || bytes.ContainsAny(stdout, "\x1b") {
			t.Errorf("%s: %d lines of output", line, n)
		}
	}
}

// TestProgress asks a source that does not answer: a terminal shows it after a
// second, and then has nothing of it left.
func TestProgress(t *testing.T) {
	t.Parallel()
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	words := []string{"pminfo", "-h", l.Addr().String(), "sample"}
	shown := regexp.MustCompile("^(\rpminfo: opening the source, [0-9]+ s\x1b\\[K)+\r\x1b\\[Kpminfo: Cannot connect to PMCD")
	var env []string
	screen := ""
	for _, seconds := range []string{"1.5", "10", "30"} { // a busy machine may show it late
		env = []string{"PMCD_CONNECT_TIMEOUT=" + seconds, "PMCD_REQUEST_TIMEOUT=" + seconds}
		if screen = onTerminal(t, 80, "", env, words...); shown.MatchString(screen) {
			break
		}
	}
	if !shown.MatchString(screen) {
		t.Errorf("on a terminal: %q", screen)
	}
	if pipe := runOurs(t, "", env, words...); strings.ContainsAny(pipe.stderr, "\r\x1b") || pipe.stdout != "" || !strings.HasPrefix(pipe.stderr, "pminfo: Cannot") {
		t.Errorf("in a pipe: %q", pipe.stderr)
	}
}

// TestProgressOfControl has a pmtime that says nothing: waiting for it is no
// reading of the archive.
func TestProgressOfControl(t *testing.T) {
	t.Parallel()
	archives := need.Archives(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(silentHost(t))
	cmd := exec.Command(filepath.Join(bin, "pmval"), "-a", "pcp-zeroconf", "-p", port, "hinv.ncpu")
	cmd.Dir, cmd.Env = archives, []string{"LC_ALL=C", "TZ=UTC", "HOME=/", "TERM=xterm"}
	s, err := startSession(cmd, 80)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for until := time.Now().Add(2500 * time.Millisecond); time.Now().Before(until); {
		if strings.Contains(s.Screen(), "reading the archive") {
			t.Fatalf("%q", s.Screen())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestProgressOfFleet asks a host that is down and one that does not answer: a
// terminal shows how many are done.
func TestProgressOfFleet(t *testing.T) {
	t.Parallel()
	shown := regexp.MustCompile("\rpminfo: asking hosts 1 of 2, [0-9]+ s\x1b\\[K")
	screen := ""
	for _, limit := range []string{"2.5sec", "10sec", "30sec"} { // a busy machine may show it late
		screen = onTerminal(t, 80, "", nil, "pminfo", "--format=jsonl", "--timeout="+limit, "--hosts=127.0.0.1:1,"+silentHost(t), "-f", "sample")
		if shown.MatchString(screen) {
			break
		}
	}
	if !shown.MatchString(screen) || !strings.Contains(screen, ": 0 answered, 0 without values, 2 failed") {
		t.Errorf("on a terminal: %q", screen)
	}
}
