package timecontrol

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/libpcp/timecontrol"
)

// TestPmtime has PCP's pmtime control both, on a display of its own: a
// user plays, rewinds and plays again.
func TestPmtime(t *testing.T) {
	need.PCP(t)
	archive := filepath.Join(need.Archives(t), "babylon.percpu_v2")
	d := startDisplay(t)
	port := d.startPmtime(t)
	dir, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	ours, genuine := filepath.Join(dir, "pmval"), need.Tool(t, "pmval")
	// Far from both ends of the archive, which a slow test must not reach.
	follow := func(bin string) *follower {
		f := startFollower(t, bin, "-p", strconv.Itoa(port), "-t", "1", "-O", "+2m", "-a", archive, "kernel.all.load")
		f.await(t, "samples:", 1)
		return f
	}
	first, second := follow(ours), follow(genuine)
	all := []*follower{first, second}
	joinThird(t, port)

	d.click(t, play)
	for _, f := range all {
		f.await(t, "\n06:5", 2)
	}
	d.click(t, stop)
	d.click(t, back)
	for _, f := range all {
		f.await(t, "Rewind/Reverse", 1)
	}
	d.click(t, stop)
	d.click(t, play)
	for _, f := range all {
		f.await(t, "Resume", 2) // the first is after the third client came
		f.await(t, "\n06:5", 4)
	}
	d.pmtime.Process.Kill()
	for i, f := range all {
		f.await(t, "goodbye", 1)
		if i > 0 {
			compareParts(t, all[0].text(), f.text())
		}
	}
}

// joinThird connects a client that widens the bounds, which all others learn.
// It takes no part: it never acknowledges.
func joinThird(t *testing.T, port int) {
	t.Helper()
	s := timecontrol.Settings{Archive: true, Interval: 10 * time.Second, Position: time.Unix(789807050, 990287000),
		Start: time.Unix(789807000, 0), End: time.Unix(789807500, 0), Zone: "UTC", Label: "third"}
	c, err := timecontrol.Connect(t.Context(), port, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	start, end := time.Unix(789806000, 0), time.Unix(789808000, 0)
	if err := errors.Join(c.Ready(), c.Extend(start, end)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for e := (timecontrol.Event{}); !e.Start.Equal(start) || !e.End.Equal(end); {
		if e, err = c.Receive(ctx); err != nil {
			t.Fatalf("the bounds are not extended: %v", err)
		}
	}
}

// compareParts compares what is between the remarks of time control. A client
// that is late is left out of a step, so that a part may be shorter.
func compareParts(t *testing.T, a, b string) {
	t.Helper()
	as, bs := strings.Split(a, "\n\n"), strings.Split(b, "\n\n")
	if len(as) != len(bs) {
		t.Fatalf("ours\n%s\ngenuine\n%s", a, b)
	}
	for i := range as {
		if !strings.HasPrefix(as[i], bs[i]) && !strings.HasPrefix(bs[i], as[i]) {
			t.Errorf("ours\n%s\ngenuine\n%s", as[i], bs[i])
		}
	}
}

// A display is an X server without a screen, and the pmtime that it shows.
type display struct {
	env    []string
	pmtime *exec.Cmd
}

func startDisplay(t *testing.T) *display {
	t.Helper()
	need.Program(t, "Xvfb")
	need.Program(t, "xdotool")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{w}
	start(t, cmd)
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.MkdirTemp("", "display") // not t.TempDir: what pmtime starts may outlive it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	return &display{env: append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(number), "XDG_RUNTIME_DIR="+home,
		"HOME="+home, "QT_QPA_PLATFORM=xcb", "LC_ALL=C.UTF-8")}
}

func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// startPmtime starts a pmtime for any kind of client, and returns its port.
// That for archives alone (-a) crashes in PCP 6.0.3.
func (d *display) startPmtime(t *testing.T) int {
	t.Helper()
	d.pmtime = exec.Command(need.Tool(t, "pmtime"))
	d.pmtime.Env = d.env
	out, err := d.pmtime.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, d.pmtime)
	line, err := bufio.NewReader(out).ReadString('\n')
	port, portErr := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "port=")))
	if err != nil || portErr != nil {
		t.Fatalf("pmtime printed %q", line)
	}
	return port
}

// A button is where it is, in 320ths of the width and 220ths of the height.
type button struct{ x, y int }

var (
	back = button{150, 137}
	stop = button{214, 137}
	play = button{277, 137}
)

func (d *display) click(t *testing.T, b button) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdotool", "search", "--sync", "--onlyvisible", "--name", "Archive Time Control",
		"mousemove", "--window", "%1", strconv.Itoa(b.x), strconv.Itoa(b.y), "click", "1")
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("xdotool: %v\n%s", err, out)
	}
}

// A follower is a pmval, whose output goes to a file.
type follower struct {
	path string
}

func startFollower(t *testing.T, bin string, args ...string) *follower {
	t.Helper()
	f := &follower{filepath.Join(t.TempDir(), "output")}
	out, err := os.Create(f.path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd := exec.Command("stdbuf", append([]string{"-oL", bin}, args...)...)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}
	cmd.Stdout, cmd.Stderr = out, out
	start(t, cmd)
	return f
}

func (f *follower) text() string {
	b, _ := os.ReadFile(f.path)
	return string(b)
}

// await waits until text was printed n times.
func (f *follower) await(t *testing.T, text string, n int) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if strings.Count(f.text(), text) >= n {
			return
		}
	}
	t.Fatalf("no %d times %q in\n%s", n, text, f.text())
}
