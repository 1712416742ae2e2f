//go:build unix

package logger_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/logger"
	"pcptools/libpcp/pcp"
)

const config = `log mandatory on 1 sec { sample.bin["bin-100","bin-200"] sample.long.one }
log advisory on 2 sec { sample.colour }
`

// inWorld has everything in this process use a world of t's own.
func inWorld(t *testing.T) *world.World {
	t.Helper()
	need.PCP(t)
	w := world.Start(t)
	for _, setting := range w.Env() {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
	t.Setenv("PMLOGGER_PORT", strconv.Itoa(world.FreePort(t)))
	t.Setenv("PMLOGGER_LOCAL", "1")
	return w
}

// startPmlogger runs a primary pmlogger of PCP of a world of its own, and
// returns it once it serves.
func startPmlogger(t *testing.T, args ...string) logger.Process {
	t.Helper()
	inWorld(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "config"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pmlogger", append(args, "-P", "-c", "config", "-l", "log", "archive")...)
	if os.Getuid() == 0 {
		cmd.Args = append([]string{"pmlogger", "-U", "root"}, cmd.Args[1:]...)
	}
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	return waitFor(t, filepath.Join(dir, "log"))
}

func waitFor(t *testing.T, log string) logger.Process {
	t.Helper()
	for range 1200 {
		list, err := logger.Processes()
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 1 && list[0].Primary {
			return list[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, _ := os.ReadFile(log)
	t.Fatalf("pmlogger does not serve:\n%s", text)
	return logger.Process{}
}

// pmlc has PCP's pmlc run commands.
func pmlc(t *testing.T, commands string) string {
	t.Helper()
	for range 1200 {
		cmd := exec.Command("pmlc", "-P")
		cmd.Stdin = strings.NewReader(commands)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("pmlc: %v\n%s", err, out)
		}
		if !strings.Contains(string(out), "Address already in use") { // see dial
			return string(out)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("pmlogger serves nobody")
	return ""
}

func descriptors(t *testing.T, names ...string) []libpcp.Desc {
	t.Helper()
	ctx := t.Context()
	c, err := pcp.Open(ctx, pcp.Host, "local:")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var descs []libpcp.Desc
	for _, name := range names {
		ids, err := c.Lookup(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		desc, err := c.Desc(ctx, ids[0])
		if err != nil {
			t.Fatal(err)
		}
		descs = append(descs, desc)
	}
	return descs
}

// TestGenuine has a pmlogger of PCP answer.
func TestGenuine(t *testing.T) {
	p := startPmlogger(t)
	t.Run("logged", testLogged)
	t.Run("control", testControl)
	t.Run("volume", func(t *testing.T) { testVolume(t, p) })
	t.Run("refusals", testRefusals)
	t.Run("death", func(t *testing.T) { testDeath(t, p) })
}

// testControl changes what pmlogger logs, and has PCP's pmlc report it
// before and after.
func testControl(t *testing.T) {
	descs := descriptors(t, "sample.bin", "sample.long.one", "sample.colour", "sample.long.ten")
	bin, one, colour, ten := logger.All(descs[0]), logger.All(descs[1]), logger.All(descs[2]), logger.All(descs[3])
	some := logger.Metric{ID: bin.ID, Instances: []int32{100, 200}}
	const query = "query { sample.bin sample.long.one sample.colour sample.long.ten }\n"
	for _, step := range []struct {
		change  logger.Change
		metrics []logger.Metric
	}{
		{logger.Change{Mode: logger.Advisory, Setting: logger.On, Interval: 3 * time.Second}, []logger.Metric{ten, one}},
		{logger.Change{Mode: logger.Mandatory, Setting: logger.Maybe}, []logger.Metric{one}},
		{logger.Change{Mode: logger.Mandatory, Setting: logger.On}, []logger.Metric{colour}},
		{logger.Change{Mode: logger.Mandatory, Setting: logger.Off}, []logger.Metric{some}},
		{logger.Change{Mode: logger.Mandatory, Setting: logger.On, Interval: 1500 * time.Millisecond}, []logger.Metric{bin, ten}},
	} {
		before := pmlc(t, query)
		c := dial(t, "local:")
		enquired, err := c.Enquire(t.Context(), bin, one, colour, ten)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, before, enquired)
		changed, err := c.Control(t.Context(), step.change, step.metrics...)
		if err != nil {
			t.Fatalf("%+v: %v", step.change, err)
		}
		enquired, err = c.Enquire(t.Context(), bin, one, colour, ten)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		agree(t, pmlc(t, query), enquired)
		checkGranted(t, step.change, changed)
	}
}

func checkGranted(t *testing.T, change logger.Change, changed []logger.Logging) {
	t.Helper()
	for _, l := range changed {
		for _, s := range l.States {
			// An advisory change leaves alone what is mandatory.
			if got, want := change.Granted(s), change.Mode == logger.Mandatory || !s.Mandatory; got != want {
				t.Errorf("%+v of %v: granted %v, state %+v", change, l.ID, got, s)
			}
		}
	}
}

// agree compares states with the lines that pmlc prints for them, except for
// what time changes: whether there was a value, and is one in the archive.
func agree(t *testing.T, report string, list []logger.Logging) {
	t.Helper()
	var got []string
	for _, l := range list {
		for _, s := range l.States {
			got = append(got, line(s))
		}
	}
	var want []string
	for text := range strings.Lines(report) {
		if fields := strings.Fields(text); strings.HasPrefix(text, "    ") {
			if i := strings.IndexByte(text, '['); i >= 0 {
				fields = strings.Fields(text[:i])
				inst, _, _ := strings.Cut(text[i+1:], " ")
				fields = append(fields, inst)
			}
			fields = slices.DeleteFunc(fields, func(f string) bool { return f == "nl" || f == "na" })
			want = append(want, strings.Join(fields, " "))
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("ours:\n%s\npmlc:\n%s\nwhich printed:\n%s", g, w, report)
	}
}

// line is a state in pmlc's words.
func line(s logger.State) string {
	words := []string{"adv", "off"}
	if s.Mandatory {
		words[0] = "mand"
	}
	if s.On {
		words[1] = "on"
	}
	if s.On {
		words = append(words, interval(s.Interval))
	}
	if s.Inst != libpcp.NullInst {
		words = append(words, strconv.Itoa(int(s.Inst)))
	}
	return strings.Join(words, " ")
}

func interval(d time.Duration) string {
	switch {
	case d == 0:
		return "once"
	case d%time.Second == 0:
		return fmt.Sprintf("%d sec", d/time.Second)
	}
	return fmt.Sprintf("%g sec", d.Seconds())
}

func dial(t *testing.T, host string) *logger.Client {
	t.Helper()
	// pmlogger notices only after a while that the client before has gone, and
	// until then says so or just hangs up.
	c, err := logger.Dial(t.Context(), host)
	for range 1200 {
		if !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, syscall.ECONNRESET) {
			break
		}
		time.Sleep(50 * time.Millisecond)
		c, err = logger.Dial(t.Context(), host)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// testLogged waits until pmlogger has logged what it is asked to.
func testLogged(t *testing.T) {
	c := dial(t, "local:")
	for _, one := range descriptors(t, "sample.long.one") {
		for range 600 {
			list, err := c.Enquire(t.Context(), logger.All(one))
			if err != nil || len(list[0].States) != 1 {
				t.Fatalf("%+v, %v", list, err)
			}
			want := logger.State{Inst: libpcp.NullInst, On: true, Mandatory: true, Available: true, InLog: true, Interval: time.Second}
			if list[0].States[0] == want {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	t.Error("nothing is logged")
}

// TestStatus asks a pmlogger of PCP about itself, in both versions of the
// protocol, on each way to it.
func TestStatus(t *testing.T) {
	for _, version := range []string{"2", "3"} {
		t.Run("version "+version, func(t *testing.T) {
			p := startPmlogger(t, "-I", version)
			report := pmlc(t, "status\n")
			for _, host := range []string{"local:", "unix:", "localhost", "127.0.0.1"} {
				c := dial(t, host)
				if c.PID() != p.PID {
					t.Errorf("%s: process %d, not %d", host, c.PID(), p.PID)
				}
				checkStatus(t, c, p, report)
				c.Close()
			}
		})
	}
}

func checkStatus(t *testing.T, c *logger.Client, p logger.Process, report string) {
	t.Helper()
	s, err := c.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(report, "PMCD host        "+s.Host+"\n") || s.Host != p.Host {
		t.Errorf("host %q and %q; pmlc:\n%s", s.Host, p.Host, report)
	}
	// pmlc has microseconds or nanoseconds, by version.
	started := s.Start.Format("Mon Jan _2 15:04:05.000000")
	if !strings.Contains(report, "log started      "+started) {
		t.Errorf("start %s; pmlc:\n%s", started, report)
	}
	if d := s.Now.Sub(s.Start); d < 0 || d > 10*time.Minute || time.Since(s.Now).Abs() > 10*time.Minute {
		t.Errorf("started %v, now %v", s.Start, s.Now)
	}
	if s.Volume != 0 || s.Size < 132 || s.HostTimezone == "" || s.LoggerTimezone == "" {
		t.Errorf("%+v", s)
	}
}

// testVolume makes pmlogger begin a volume, and sees it on disk.
func testVolume(t *testing.T, p logger.Process) {
	c := dial(t, "local:")
	if err := c.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	for want := 1; want <= 2; want++ {
		if n, err := c.NewVolume(t.Context()); n != want || err != nil {
			t.Errorf("volume %d, %v; not %d", n, err, want)
		}
		if _, err := os.Stat(p.Archive + "." + strconv.Itoa(want)); err != nil {
			t.Error(err)
		}
	}
}

// testRefusals has pmlogger refuse.
func testRefusals(t *testing.T) {
	c := dial(t, "local:")
	if _, err := logger.Dial(t.Context(), "local:"); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a second client: %v", err)
	}
	for name, change := range map[string]logger.Change{
		"advisory maybe":    {Mode: logger.Advisory, Setting: logger.Maybe},
		"negative interval": {Mode: logger.Mandatory, Setting: logger.On, Interval: -time.Second},
		"long interval":     {Mode: logger.Mandatory, Setting: logger.On, Interval: logger.MaxInterval + time.Millisecond},
		"no mode":           {Setting: logger.On},
		"no setting":        {Mode: logger.Mandatory, Setting: 3},
	} {
		if _, err := c.Control(t.Context(), change, logger.Metric{ID: 1}); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Enquire(t.Context()); !errors.Is(err, libpcp.ErrTooSmall) {
		t.Errorf("no metric: %v", err)
	}
	mixed := logger.Metric{ID: 1, Instances: []int32{1, libpcp.NullInst}}
	if _, err := c.Enquire(t.Context(), mixed); !errors.Is(err, libpcp.ErrValue) {
		t.Errorf("NullInst among instances: %v", err)
	}
	testUnknown(t, c)
	c.Close()
	if _, err := c.Status(t.Context()); !errors.Is(err, libpcp.ErrNotConn) {
		t.Errorf("after Close: %v", err)
	}
}

// testUnknown has a change of unknown metrics refused before it ends pmlogger, and
// of metrics without values or with other instances made.
func testUnknown(t *testing.T, c *logger.Client) {
	on := logger.Change{Mode: logger.Mandatory, Setting: logger.On, Interval: time.Second}
	descs := descriptors(t, "sample.bin", "sample.noinst", "sample.long.one")
	bin, none := logger.All(descs[0]), logger.Metric{ID: descs[1].PMID}
	unknown := libpcp.NewPMID(450, 0, 1)
	for name, metrics := range map[string][]logger.Metric{
		"alone":          {{ID: unknown}},
		"of an instance": {{ID: unknown, Instances: []int32{3}}},
		"singular":       {{ID: unknown, Instances: []int32{libpcp.NullInst}}},
		"null":           {{ID: libpcp.NullPMID}},
		"among others":   {bin, {ID: unknown}, none},
	} {
		for _, change := range []logger.Change{on, {Mode: logger.Advisory, Setting: logger.Off}, {Mode: logger.Mandatory, Setting: logger.Maybe}} {
			if list, err := c.Control(t.Context(), change, metrics...); !errors.Is(err, libpcp.ErrPMID) || list != nil {
				t.Errorf("an unknown metric %s, %+v: %v, %v", name, change, list, err)
			}
		}
	}
	strange := logger.Metric{ID: descs[2].PMID, Instances: []int32{5}}
	other := logger.Metric{ID: bin.ID, Instances: []int32{12345}}
	if list, err := c.Control(t.Context(), on, bin, none, strange, other); err != nil || len(list) != 4 {
		t.Errorf("known metrics: %v, %v", list, err)
	}
	if _, err := c.Status(t.Context()); err != nil {
		t.Errorf("pmlogger afterwards: %v", err)
	}
}

// testDeath kills pmlogger between two requests.
func testDeath(t *testing.T, p logger.Process) {
	c := dial(t, "local:")
	syscall.Kill(p.PID, syscall.SIGKILL)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := c.Status(ctx); err == nil {
		t.Error("a dead pmlogger answered")
	}
	if _, err := c.Status(ctx); !errors.Is(err, libpcp.ErrNotConn) {
		t.Errorf("after a failure: %v", err)
	}
	refused(ctx, t)
}

// refused dials until nothing listens any more: a process that is killed closes
// its descriptors one by one, and the port may be the last of them.
func refused(ctx context.Context, t *testing.T) {
	t.Helper()
	for ctx.Err() == nil {
		c, err := logger.Dial(ctx, "local:")
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			c.Close()
			t.Fatal("a dead pmlogger greeted a client")
		}
		t.Log("still there: ", err)
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a dead pmlogger's port is never refused")
}
