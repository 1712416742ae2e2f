//go:build unix

package logger_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/logger"
)

// heardBy is a pmlogger that writes down its arguments, and what it is told until its
// pipe is closed.
const heardBy = `#!/bin/sh
for base; do :; done
echo "$*" >"$base.heard"
exec cat <&3 >>"$base.heard"
`

// TestConversation has a recording of three hosts tell each of its pmloggers what to do,
// and checks all files that there are then.
func TestConversation(t *testing.T) {
	need.Program(t, "sh")
	dir, bin := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "pmlogger"), []byte(heardBy), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_BINADM_DIR", bin)
	r, err := logger.Record(filepath.Join(dir, "view.folio"), "myview", true)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(r.Replay(), "colour green\n")
	var hosts []*logger.Host
	for i, name := range []string{"one", "two", "one"} {
		h, err := r.AddHost(name, i == 1)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "log %d\n", i)
		if h.PID() != 0 || h.Done() != nil || h.ProcessState() != nil {
			t.Errorf("%s has started", name)
		}
		hosts = append(hosts, h)
	}
	if _, err := r.AddHost("three", true); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a second default host: %v", err)
	}
	for _, early := range []func() error{r.Status, r.Detach, r.Stop, hosts[0].Status, hosts[0].Stop} {
		if err := early(); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("before the start: %v", err)
		}
	}
	for _, err := range []error{r.AddArgument("-v"), hosts[1].AddArgument("9"), r.Start(), r.Status(), hosts[0].Detach(), hosts[1].Status()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	_, late := r.AddHost("late", false)
	for what, err := range map[string]error{"host": late, "argument": r.AddArgument("x"), "of a host": hosts[1].AddArgument("x"), "start": r.Start(), "detached": hosts[0].Status()} {
		if !errors.Is(err, syscall.EINVAL) {
			t.Errorf("%s after the start: %v", what, err)
		}
	}
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
	base := ""
	for i, h := range hosts {
		<-h.Done()
		if h.PID() <= 0 || h.ProcessState() == nil || !h.ProcessState().Success() {
			t.Errorf("%s: %v", h.Name, h.ProcessState())
		}
		if h.Log() != h.Base()+".log" {
			t.Errorf("%s has log %s", h.Base(), h.Log())
		}
		if i == 0 {
			base = strings.TrimSuffix(filepath.Base(h.Base()), ".one")
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got, folio strings.Builder // the other names are random, and so is their place
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if f.Name() != "view.folio" {
			fmt.Fprintf(&got, "== %s\n%s", f.Name(), b)
			continue
		}
		for line := range strings.Lines(string(b)) {
			if !strings.HasPrefix(line, "Created: on ") { // a host at a date
				folio.WriteString(line)
			}
		}
	}
	text := strings.ReplaceAll(strings.ReplaceAll(got.String()+folio.String(), base, "BASE"), dir, "DIR")
	if diff := cmp.Diff(wantRecording, text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

const wantRecording = `== BASE
colour green
== BASE.one.config
log 0
== BASE.one.heard
-v -x 3 -h one -l BASE.one.log -c BASE.one.config BASE.one
V0
FDIR/view.folio
Pmyview
R
?
D
== BASE.two.config
log 1
== BASE.two.heard
-v 9 -x 3 -h two -l BASE.two.log -c BASE.two.config BASE.two
V0
FDIR/view.folio
Pmyview
R
?
?
Q
== BASEa.one.config
log 2
== BASEa.one.heard
-v -x 3 -h one -l BASEa.one.log -c BASEa.one.config BASEa.one
V0
FDIR/view.folio
Pmyview
R
?
Q
PCPFolio
Version: 1
# use pmafm(1) to process this PCP Archive Folio
#
Creator: myview BASE
#               Host                    Basename
#
Archive:        two                     BASE.two
Archive:        one                     BASE.one
Archive:        one                     BASEa.one
`

// TestUnstarted has one of two pmloggers that cannot be started: the other is told to end.
func TestUnstarted(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_BINADM_DIR", dir)
	r, err := logger.Record(filepath.Join(dir, "f"), "myview", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("without hosts: %v", err)
	}
	h, err := r.AddHost("one", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); !errors.Is(err, os.ErrNotExist) || h.PID() != 0 {
		t.Errorf("without pmlogger: %v, %d", err, h.PID())
	}
	for _, creator := range []string{"", "a b", "a\tb"} {
		if _, err := logger.Record(filepath.Join(dir, "g"), creator, false); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("creator %q: %v", creator, err)
		}
	}
	if _, err := logger.Record(filepath.Join(dir, "f"), "myview", false); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second folio: %v", err)
	}
}

// TestProcesses lists the pmloggers that have files with their ports, and finds the port of
// one by its number, the primary one by 0.
func TestProcesses(t *testing.T) {
	need.Program(t, "true")
	need.Program(t, "sleep")
	tmp := t.TempDir()
	t.Setenv("PCP_TMP_DIR", tmp)
	if list, err := logger.Processes(); list != nil || err != nil {
		t.Errorf("without a directory: %v, %v", list, err)
	}
	dir := filepath.Join(tmp, "pmlogger")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	running := exec.Command("sleep", "60")
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	defer running.Wait()
	defer running.Process.Kill()
	here, another := os.Getpid(), running.Process.Pid
	for name, text := range map[string]string{
		strconv.Itoa(here): "4331\nhost\n/a/b\na note\nmore", strconv.Itoa(another): "4330\nother\n/c",
		strconv.Itoa(ended.Process.Pid): "4332\nhost\n/a/b\n", "0": "4333\nhost\n/\n", "-1": "4334\nhost\n/\n", "name": "4335\nhost\n/\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, strconv.Itoa(here)), filepath.Join(dir, "primary")); err != nil {
		t.Fatal(err)
	}
	mine := logger.Process{PID: here, Primary: true, Port: 4331, Host: "host", Archive: "/a/b", Note: "a note"}
	other := logger.Process{PID: another, Port: 4330, Host: "other", Archive: "/c"}
	want := []logger.Process{other, mine}
	if here < another {
		want = []logger.Process{mine, other}
	}
	list, err := logger.Processes()
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	for text, ok := range map[string]bool{"": false, "0\nh\n": false, "65536\nh\n": false, "x": false, "65535": true} {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(another)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if list, err := logger.Processes(); err != nil || (len(list) == 2) != ok {
			t.Errorf("port %q: %v, %v", text, list, err)
		}
	}
	d := logger.Dialer{PID: ended.Process.Pid}
	if _, err := d.Dial(t.Context(), "localhost"); libpcp.Code(err) != libpcp.Errno(syscall.ECONNREFUSED) || !strings.HasPrefix(err.Error(), "pmlogger at localhost: ") {
		t.Errorf("a pmlogger that has ended: %v", err)
	}
}
