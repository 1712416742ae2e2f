package main

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"testing"

	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/libpcp/options"
)

// TestNoTimeControl names a port at which no pmtime listens, and starts one that is not
// installed: in every format that is the one error, and no sample is taken.
func TestNoTimeControl(t *testing.T) {
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	t.Setenv("PATH", t.TempDir())
	for words, want := range map[string][2]string{
		"-p " + port: {"\n", "pmval: pmTimeConnect: Interrupted system call\n"},
		"-g":         {"\n", "execvp: No such file or directory\npmval: pmTimeConnect: No such file or directory\n"},
		"--format=csv --fields=metric,value,error_text -p " + port: {"metric,value,error_text\n,,Interrupted system call\n", "pmval: Interrupted system call\n"},
		"--format=csv --fields=metric,value,error_text -g": {"metric,value,error_text\n,,No such file or directory\n",
			"execvp: No such file or directory\npmval: No such file or directory\n"},
	} {
		var out, problems bytes.Buffer
		env := &tool.Env{Name: "pmval", Stdout: tool.NewOutput(&out, false), Stderr: &problems, Environ: bare.Environ()}
		p := &pmval{source: source.New()}
		p.source.Builtin = []options.Builtin{{Name: "vanishing", Domain: 251, New: vanishing}}
		status := tool.Run(t.Context(), p, env, strings.Fields("-L -s 1 "+words+" vanishing.value"))
		if status != 1 || out.String() != want[0] || problems.String() != want[1] {
			t.Errorf("%q: status %d, %q, %q; want %q", words, status, &out, &problems, want)
		}
	}
}
