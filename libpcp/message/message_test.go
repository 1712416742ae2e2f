package message_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
