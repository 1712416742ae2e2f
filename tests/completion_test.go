//go:build linux

package tests

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// shell is how one shell is started with nothing but our completions.
type shell struct {
	name, path string
	args       func(dir string) []string
	rc, script string // the file it begins with
	terminal   string
}

const prompt = "ready> "

var shells = []shell{
	{name: "bash", path: "/bin/bash", terminal: "dumb",
		args: func(dir string) []string { return []string{"--noprofile", "--rcfile", dir + "/bashrc", "-i"} },
		rc:   "bashrc", script: ". $SCRIPTS/pcptools.bash; PS1='" + prompt + "'\n"},
	{name: "zsh", path: "/usr/bin/zsh", terminal: "dumb",
		args: func(dir string) []string { return []string{"-d", "-i"} },
		rc:   ".zshrc", script: "fpath=($SCRIPTS $fpath); autoload -U compinit; compinit -u -D; PS1='" + prompt + "'; unsetopt prompt_sp\n"},
	{name: "fish", path: "/usr/bin/fish", terminal: "xterm",
		args: func(dir string) []string { return []string{"--no-config", "-C", "source " + dir + "/config.fish"} },
		rc:   "config.fish", script: "source $SCRIPTS/pcptools.fish; function fish_prompt; echo -n '" + prompt + "'; end\n"},
}

// A keystroke is what is typed at a prompt, and what is on the screen after.
type keystroke struct {
	keys  string
	want  []string
	enter string // what is there once the command is run, if it is
}

// TestCompletion types at real shells.
func TestCompletion(t *testing.T) {
	need.PCP(t)
	w := world.Start(t)
	archives := need.Archives(t)
	hostile := t.TempDir()
	writeHostile(t, filepath.Join(hostile, "hostile"))
	silent := silentHost(t)
	cases := []keystroke{
		{keys: "pminfo simpl\t", want: []string{"pminfo simple."}},
		{keys: "pminfo sample.col\t", want: []string{"pminfo sample.colour "}},
		{keys: "pminfo -f sample.con\t\t", want: []string{"ample.const_rate.", "ample.controller."}},
		{keys: "pmprobe -L kernel.all.lo\t", want: []string{"kernel.all.load "}},
		{keys: "pmval -h localhost sample.lo\t\t", want: []string{"sample.load", "sample.long.", "sample.longlong."}},
		{keys: "pmval sample.colour -i gr\t", want: []string{"-i green "}},
		{keys: "pmval sample.colour -i 'gr\t", want: []string{"-i 'green'"}},
		{keys: "pmval sample.colour -i red,gr\t", want: []string{"-i red,green"}},
		{keys: "pmval --inst\t", want: []string{"--instances="}},
		{keys: "pmval sample.colour --instances=bl\t", want: []string{"--instances=blue"}},
		{keys: "pminfo -a " + archives + "/ok-bi\t", want: []string{"/ok-bigbin"}},
		{keys: "pmval -a " + archives + "/ok-bigbin sample.bi\t", want: []string{"sample.bin"}},
		{keys: "pminfo --ho\t\t\t", want: []string{"--host=", "--hostzone"}},
		{keys: "pminfo --host=localh\t", want: []string{"--host=localhost"}},
		{keys: "pmval -Z Europe/Ber\t", want: []string{"Europe/Berlin"}},
		{keys: "pmval --format=jsonl\t", want: []string{"--format=jsonl "}},
		{keys: "pmval --units=Mbyte/s\t", want: []string{"--units=Mbyte/sec "}},
		{keys: "pmval --fields=metric,ins\t\t", want: []string{"instance_id"}},
		{keys: "pminfo --fields=onel\t", want: []string{"--fields=oneline"}},
		{keys: "pmval --format=wide :netst\t", want: []string{":netstat-i "}},
		{keys: "pmval --by=in\t", want: []string{"--by=instance "}},
		{keys: "pmval --where=ch\t", want: []string{"--where=changed "}},
		{keys: "pmprobe --where=ch\t", want: []string{"--where=changed "}},
		{keys: "pmval --units=au\t", want: []string{"--units=auto "}},
		{keys: "pminfo --units=ow\t", want: []string{"--units=own "}},
		{keys: "pmval --plot --scale=o\t", want: []string{"--scale=own "}},
		{keys: "pmval --summ\t", want: []string{"--summary "}},
		{keys: "pmval --comp\t", want: []string{"--compare="}},
		{keys: "pminfo --rat\t", want: []string{"--rates "}},
		{keys: "pminfo --sinc\t", want: []string{"--since="}},
		{keys: "pmerr PM_ERR_NAM\t", want: []string{"PM_ERR_NAME "}},
		{keys: "pmerr -1235\t\t", want: []string{"-12357"}},
		{keys: "pminfo -n " + hostile + "/host\t", want: []string{"/hostile."}},
		{keys: "pminfo -h " + silent + " samp\tX", want: []string{"sampX"}},
		{keys: "pminfo -h localhost:1 samp\tX", want: []string{"sampX"}},
		{keys: "/usr/bin/pmstore sample.long.write_me 7777\tX", want: []string{"7777X"}}, // PCP's
		{keys: "pmval -r -s1 -a " + hostile + "/hostile evil.metric -i d\t", want: []string{"pwned"}, enter: "metric:    evil.metric"},
	}
	t.Run("shells", func(t *testing.T) {
		for _, sh := range shells {
			t.Run(sh.name, func(t *testing.T) {
				t.Parallel()
				need.File(t, sh.path)
				dir := scratch(t)
				s := sh.start(t, dir, w.Env())
				for _, k := range cases {
					k.try(t, s)
				}
				if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
					t.Error("the name of an instance was run as a command")
				}
			})
		}
	})
	cmd := exec.Command(pcpconf.Genuine("pmprobe"), "-v", "sample.long.write_me")
	cmd.Env = append(os.Environ(), w.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "7777") {
		t.Errorf("after a half-typed genuine pmstore: %v %s", err, out)
	}
}

// TestCompletionOptions wants every option of the usage text offered.
func TestCompletionOptions(t *testing.T) {
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	long := regexp.MustCompile(`--[a-zA-Z-]+=?`)
	for _, tool := range []string{"pmerr", "pminfo", "pmprobe", "pmstore", "pmval"} {
		usage, _ := exec.Command(filepath.Join(ours, tool), "--help").CombinedOutput()
		cmd := exec.Command(filepath.Join(ours, tool), "--version")
		cmd.Env = append(os.Environ(), "PCPTOOLS_COMPLETE=fish", "PCPTOOLS_WORD=--")
		offered, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, option := range long.FindAllString(string(usage), -1) {
			if !strings.Contains(string(offered), "\n"+option+"\t") {
				t.Errorf("%s: %s is not offered", tool, option)
			}
		}
	}
}

const patience = time.Minute

// start starts the shell and waits until it is ready.
func (sh *shell) start(t *testing.T, dir string, env []string) *Session {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Abs("../completions")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, sh.rc), []byte(sh.script), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(sh.path, sh.args(dir)...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + ours + ":/usr/bin:/bin", "HOME=" + dir, "ZDOTDIR=" + dir,
		"LC_ALL=C.UTF-8", "TZ=UTC", "SCRIPTS=" + scripts, "TERM=" + sh.terminal}, env...)
	s, err := startSession(cmd, 200)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Wait(patience, prompt); err != nil {
		t.Fatal(err)
	}
	return s
}

// try types at a shell that is ready, and leaves it so.
func (k *keystroke) try(t *testing.T, s *Session) {
	t.Helper()
	s.Type(k.keys)
	limit := 2500 * time.Millisecond
	err := s.Wait(limit, k.want...)
	for ; err != nil && limit < patience; limit *= 2 { // a busy machine may have been too slow to answer
		s.TypeOn("\t")
		err = s.Wait(limit, k.want...)
	}
	if err != nil {
		t.Errorf("%q: %v", k.keys, err)
	}
	if k.enter != "" {
		s.Type("\r")
		if err := s.Wait(patience, k.enter, prompt); err != nil {
			t.Errorf("%q, run: %v", k.keys, err)
		}
		return
	}
	// Whatever is typed shows once the shell is done with all before: zsh may not
	// survive an interrupt while it completes.
	const mark = "@"
	s.Type(mark)
	s.Wait(patience, mark)
	// The first may do no more than close a list.
	for limit := time.Second; limit < patience; limit *= 2 {
		s.Settle()
		s.Type("\x03")
		if s.Wait(limit, prompt) == nil {
			s.Settle()
			return
		}
	}
	t.Fatalf("%q: no prompt", k.keys)
}

// silentHost is where somebody takes connections and says nothing.
func silentHost(t *testing.T) string {
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// writeHostile writes an archive with instances whose names would have a shell
// run commands, or a terminal change its title.
func writeHostile(t *testing.T, base string) {
	start := time.Unix(1700000000, 0)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: "evil"}})
	if err != nil {
		t.Fatal(err)
	}
	indom := libpcp.NewInDom(400, 0)
	desc := libpcp.Desc{PMID: libpcp.NewPMID(400, 0, 0), Type: libpcp.Type32, InDom: indom, Sem: libpcp.SemInstant}
	if err := w.AddDesc(desc, "evil.metric"); err != nil {
		t.Fatal(err)
	}
	names := []string{"d$(touch${IFS}pwned)", "d\x1b]0;title\x07", "d\nls", "e`touch${IFS}pwned`"}
	set := libpcp.ValueSet{PMID: desc.PMID}
	var list []libpcp.Instance
	for i, name := range names {
		list = append(list, libpcp.Instance{ID: int32(i), Name: name})
		v, format, err := libpcp.NewValue(int32(i), libpcp.Int32Atom(1))
		if err != nil {
			t.Fatal(err)
		}
		set.Format, set.Values = format, append(set.Values, v)
	}
	if err := w.AddInstances(start, indom, list); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := w.Append(&libpcp.Result{Time: start.Add(time.Duration(i) * time.Second), Sets: []libpcp.ValueSet{set}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
