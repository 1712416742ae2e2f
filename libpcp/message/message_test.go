package message_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/message"
)

func TestPrinter(t *testing.T) {
	file := filepath.Join(t.TempDir(), "messages")
	for place, want := range map[string]string{
		"":          "a b\n",
		file:        "",
		"/nosuch/x": "pmflush: cannot append to file '/nosuch/x' (from $PCP_STDERR): No such file or directory\na b\n",
		os.DevNull:  "",
		"DISPLAY":   "prog: using stderr - cannot access /nosuch/confirm: No such file or directory\na b\n",
	} {
		var stderr strings.Builder
		flushed := false
		p := message.Printer{Name: "prog", Stderr: &stderr, Flush: func() { flushed = true },
			LookupEnv: func(name string) (string, bool) {
				if name == "PCP_XCONFIRM_PROG" {
					return "/nosuch/confirm", true
				}
				return place, name == "PCP_STDERR"
			}}
		p.Print("")
		if flushed {
			t.Error("flushed for nothing")
		}
		p.Note("a ")
		p.Print("b\n")
		if got := stderr.String(); got != want || !flushed {
			t.Errorf("%q: got %q, want %q", place, got, want)
		}
	}
	if text, err := os.ReadFile(file); string(text) != "a b\n" || err != nil {
		t.Errorf("in the file: %q, %v", text, err)
	}
}

// TestDisplay has a program show short and long texts.
func TestDisplay(t *testing.T) {
	if runtime.GOOS == "windows" {
		need.Skip(t, "the program is a script for sh")
	}
	dir := t.TempDir()
	program, shown := filepath.Join(dir, "confirm"), filepath.Join(dir, "shown")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '%s|' \"$@\" >"+shown+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		length int
		slider string
	}{{80, ""}, {81, "-useslider|"}} {
		p := message.Printer{Name: "prog", LookupEnv: func(name string) (string, bool) {
			value, ok := map[string]string{"PCP_STDERR": "DISPLAY", "PCP_XCONFIRM_PROG": program}[name]
			return value, ok
		}}
		text := strings.Repeat("x", test.length-1) + "\n"
		p.Print(text)
		got, err := os.ReadFile(shown)
		if want := "-t|" + text + "|-c|-B|OK|-icon|info|" + test.slider + "-header|PCP Information|"; string(got) != want || err != nil {
			t.Errorf("%d bytes: %q, %v; want %q", test.length, got, err, want)
		}
	}
}
