//go:build linux

package tests

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/programs"
)

// TestWatch watches agents in the process on a terminal: the table is drawn in
// the place of the last, with bars, and what has changed is marked.
func TestWatch(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		env  string
		mark string // of a change
	}{{"X=", "\x1b[7m"}, {"NO_COLOR=1", "* |"}} {
		cmd := exec.Command(filepath.Join(bin, "pminfo"), "-L", "--watch=0.1", "kernel.all.uptime", "kernel.all.load", "nosuch")
		cmd.Env = environ("TERM=xterm", test.env, programs.AtOnce)
		s, err := startSession(cmd, 100)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		const again = "\x1b[10A" // the cursor up to where the table began
		deadline := time.Now().Add(time.Minute)
		for !(strings.Contains(s.Screen(), again) && strings.Contains(s.Screen(), test.mark)) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %q", test.env, s.Screen())
			}
			time.Sleep(20 * time.Millisecond)
		}
		for _, want := range []string{"every 100ms", "15 minute", "####", "Unknown metric name"} {
			if !strings.Contains(s.Screen(), want) {
				t.Errorf("%s: there is no %s in %q", test.env, want, s.Screen())
			}
		}
	}
}

// TestWatchWaits watches less often than progress is shown: a wait is none.
func TestWatchWaits(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	screen := ""
	for range 3 { // a busy machine may be at work for longer
		cmd := exec.Command(filepath.Join(bin, "pmprobe"), "-L", "--watch=2.5", "kernel.all.load")
		cmd.Env = environ("TERM=xterm", programs.AtOnce)
		s, err := startSession(cmd, 100)
		if err != nil {
			t.Fatal(err)
		}
		const again = "\x1b[6A" // the cursor up to where the table began
		for deadline := time.Now().Add(time.Minute); !strings.Contains(s.Screen(), again) && time.Now().Before(deadline); {
			time.Sleep(20 * time.Millisecond)
		}
		screen = s.Screen()
		s.Close()
		if !strings.Contains(screen, again) {
			break
		}
		if !strings.Contains(screen, "asking") {
			return
		}
	}
	t.Errorf("%q", screen)
}

// TestWatchRates watches rates of this machine, on a terminal that becomes smaller
// meanwhile: the next report fits, counts the rows that do not, and stays after an
// interrupt.
func TestWatchRates(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"pmval -L --watch=0.1 kernel.all.cpu kernel.all.load", "pminfo -L --watch=0.1 --rates kernel.all.cpu kernel.all.load"} {
		words := strings.Fields(line)
		cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		cmd.Env = environ("TERM=xterm", "NO_COLOR=1", programs.AtOnce)
		s, err := startSession(cmd, 80)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Wait(time.Minute, "15 minute", "Value", "%"); err != nil {
			t.Fatal(line, err)
		}
		if err := s.Resize(60, 9); err != nil {
			t.Fatal(err)
		}
		s.Type("") // what comes is of the smaller size, sooner or later
		if err := s.Wait(time.Minute, " more)", "every 100ms"); err != nil {
			t.Fatal(line, err)
		}
		s.TypeOn("\x03")
		s.Settle()
		if left := strings.TrimSpace(strings.ReplaceAll(s.Screen(), "^C", "")); !strings.HasSuffix(strings.ReplaceAll(left, "\n\x1b[J", ""), " more)\x1b[K") {
			t.Errorf("%s: the last report does not stay: %q", line, left)
		}
	}
}

// TestWatchPipe watches into a pipe, where reports follow each other.
func TestWatchPipe(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "pmprobe"), "-L", "--watch=0.1", "-v", "--format=csv", "kernel.all.load")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		cmd.Wait()
	}()
	var text strings.Builder
	for buf := make([]byte, 4096); strings.Count(text.String(), ",15 minute,") < 3; {
		n, err := out.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			t.Fatalf("%v after %s", err, text.String())
		}
	}
	if n := strings.Count(text.String(), "time,metric"); n != 1 {
		t.Errorf("%d headings in %s", n, text.String())
	}
}

// TestWatchHosts watches several hosts on a terminal: each report is drawn in the
// place of the last, with the host that refuses and the host that stalls.
func TestWatchHosts(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	_, hosts, _ := fakes(t, 4, "fast", "fast", "refusing", "stalling")
	row := func(host int) string { return "| " + hosts[host] + " | " }
	for _, test := range []struct {
		line   string
		height int // of what is drawn again
		want   []string
	}{
		{"pmval --format=table", 9, []string{"| Host", row(0), row(1), hosts[2] + "  PMCD", hosts[3] + "  no answer yet"}},
		{"pmval --by=instance", 6, []string{"Host ", hosts[0] + " ", hosts[1] + " ", hosts[2] + "  PMCD", hosts[3] + "  no answer yet"}},
		{"pmval --by=host --sort=-value", 6, []string{"Host ", hosts[0] + " ", hosts[1] + " ", "PMCD connection limit for this host exceeded, since ", "no answer yet"}},
		{"pminfo", 9, []string{"| Host", row(0), row(1), hosts[2] + "  PMCD", hosts[3] + "  no answer yet"}},
		{"pminfo --top=3 --rates", 9, []string{"| Host", row(0), row(1), hosts[2] + "  PMCD", hosts[3] + "  no answer yet"}},
		{"pmprobe -v", 9, []string{"| Host", row(0), row(1), hosts[2] + "  PMCD", hosts[3] + "  no answer yet"}},
	} {
		words := strings.Fields(test.line)
		cmd := exec.Command(filepath.Join(bin, words[0]), append(words[1:], "--watch=0.2", "--hosts="+strings.Join(hosts, ","), "many.value")...)
		cmd.Env = environ("TERM=xterm", "NO_COLOR=1", programs.AtOnce)
		s, err := startSession(cmd, 120)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		const change = "*"
		again := "\x1b[" + strconv.Itoa(test.height) + "A" // in the place of the last
		if err := s.Wait(20*time.Second, append(test.want, change, again)...); err != nil {
			t.Errorf("%s: %v", test.line, err)
		}
		if err := s.Type("\x03"); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(20*time.Second, "4 hosts in ", "failed", "PMCD connection limit"); err != nil || strings.Contains(s.Text(), "Interrupted") {
			t.Errorf("%s: after an interrupt: %v\n%s", test.line, err, s.Text())
		}
	}
}

// TestWatchReturns watches a host whose pmcd hangs up whenever values are asked
// for again: its values return, each time on a new connection.
func TestWatchReturns(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	_, hosts, _ := fakes(t, 2, "leaving", "refusing")
	for _, tool := range []string{"pminfo", "pmprobe", "pmval"} {
		many := []string{"--hosts=" + strings.Join(hosts, ","), "--fields=host,value,error_symbol"}
		if values, lost := watchReturning(t, filepath.Join(bin, tool), hosts[0]+",", many...); values < 3 || lost < 2 {
			t.Errorf("%s of several: %d values and %d failures", tool, values, lost)
		}
		if values, lost := watchReturning(t, filepath.Join(bin, tool), "", "-h", hosts[0], "--fields=value,error_symbol"); values < 3 || lost < 2 {
			t.Errorf("%s: %d values and %d failures", tool, values, lost)
		}
	}
}

// watchReturning watches until there were three values of a host, whose lines begin
// with a prefix, and counts values and losses.
func watchReturning(t *testing.T, tool, prefix string, args ...string) (values, lost int) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, tool, append(args, "--watch=0.1", "--format=csv", "many.value")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); values < 3 && lines.Scan(); {
		cells, of := strings.CutPrefix(lines.Text(), prefix)
		value, symbol, _ := strings.Cut(cells, ",")
		switch {
		case !of || value == "value":
		case value != "":
			values++
		case symbol == "PM_ERR_IPC":
			lost++
		}
	}
	stop()
	cmd.Wait()
	return values, lost
}

// TestWatchQuit types q while each tool is watched on a terminal, which then is as
// it was before, also if the tool was stopped and went on meanwhile.
func TestWatchQuit(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for args, end := range map[string]string{
		"pminfo -L --watch=0.1 kernel.all.load":                                       "status 0",
		"pminfo -L --watch=100 kernel.all.load":                                       "status 0",
		"pmprobe -L --watch=0.1 kernel.all.load":                                      "status 0",
		"pmval -L --watch --format=table -t 0.1 kernel.all.load":                      "status 0",
		"pmval --hosts=127.0.0.1:1,127.0.0.1:2 --watch --format=table -t 0.1 no.load": "status 1", // nobody answers
	} {
		words := strings.Fields(args)
		script := `"$@"; echo status $?; stty -a`
		cmd := exec.Command("/bin/sh", append([]string{"-c", script, "sh", filepath.Join(bin, words[0])}, words[1:]...)...)
		cmd.Env = environ("TERM=xterm", programs.AtOnce)
		s, err := startSession(cmd, 100)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Wait(time.Minute, ", every "); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT)
		time.Sleep(50 * time.Millisecond) // for the tool to notice; without it less is tested
		if err := s.Type("xq"); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(time.Minute, end, " icanon", " echo "); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestWatchKeys types keys while reports of one source and of several are watched, whose
// next sample would come much later.
func TestWatchKeys(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	_, hosts, _ := fakes(t, 2, "fast", "fast")
	for _, test := range []struct {
		line  string
		begin string
		keys  string   // each waits for
		want  []string // what it draws
	}{
		{"pmval -L --watch=1000 :top", "", " ><<", []string{"\x1b[7m%CPU", "\x1b[7mRSS", "\x1b[7m%CPU", "\x1b[7muser"}},
		{"pmval --watch=1000 --by=host --hosts=" + strings.Join(hosts, ",") + " many.value", hosts[1] + "  ", " >", []string{"\x1b[4A", "\x1b[7mmany.value"}},
		{"pminfo -L --watch=1000 kernel.all.load", "15 minute", " ", []string{"\x1b[8A"}},
	} {
		words := strings.Fields(test.line)
		cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		cmd.Env = environ("TERM=xterm", programs.AtOnce)
		s, err := startSession(cmd, 100)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Wait(time.Minute, test.begin); err != nil {
			t.Fatalf("%s: %v", test.line, err)
		}
		time.Sleep(500 * time.Millisecond) // for the base of rates; what is typed before has no effect
		for i, key := range test.keys {
			s.Type(string(key))
			if err := s.Wait(time.Minute, test.want[i]); err != nil {
				t.Errorf("%s: after %q: %v", test.line, key, err)
				break
			}
		}
		s.Type("q")
	}
}
