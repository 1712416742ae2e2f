package main

import (
	"bytes"
	"context"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"pcptools/cmd/internal/tool"
	"pcptools/internal/need"
	"pcptools/libpcp/release"
)

func run(rel release.Release, words ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	env := &tool.Env{Name: "pmerr", Stdout: tool.NewOutput(&out, false), Stderr: &errs, Release: rel}
	status = tool.Report(env, new(pmerr).Run(context.Background(), env, words))
	env.Stdout.Flush()
	return out.String(), errs.String(), status
}

const usageText = "Usage: pmerr [options] [code]\n\n  -l, --list   causes all known error codes to be listed\n"

// What is wanted was recorded from PCP's pmerr.
func TestRun(t *testing.T) {
	cannot := func(word string) string {
		return "Cannot decode \"" + word + "\" - neither decimal nor hexadecimal\n"
	}
	for _, test := range []struct {
		words          []string
		stdout, stderr string
		status         int
	}{
		{nil, "", "", 0},
		{[]string{"0"}, "Code: 0 0x0 Text: No error\n", "", 0},
		{[]string{"-12357", "1"}, "Code: -12357 0xffffcfbb Text: Unknown metric name\n" +
			"Code is positive, assume you mean -1\nCode: -1 0xffffffff Text: Operation not permitted\n", "", 0},
		{[]string{"0x3039", "0x12zz"}, "Code is positive, assume you mean -12345\n" +
			"Code: -12345 0xffffcfc7 Text: Generic error, already reported above\nCode: 0 0x0 Text: No error\n", "", 0},
		{[]string{"ffffcfc7", "-f", "\xff", ""}, cannot("ffffcfc7") + cannot("-f") + cannot("\xff") + cannot(""), "", 0},
		{[]string{" \t+12abc"}, "Code is positive, assume you mean -12\nCode: -12 0xfffffff4 Text: Cannot allocate memory\n", "", 0},
		{[]string{"99999999999999999999", "-99999999999999999999", "0x1ffffffff"},
			"Code: -1 0xffffffff Text: Operation not permitted\nCode: 0 0x0 Text: No error\n" +
				"Code: -1 0xffffffff Text: Operation not permitted\n", "", 0},
		{[]string{"2147483648"}, "Code: -2147483648 0x80000000 Text: Unknown secure sockets error -2147483648 (-2147462304)\n", "", 0},
		{[]string{"-f1", "-l", "--help"}, cannot("-f1") + cannot("-l") + cannot("--help"), "", 0},
		{[]string{"-?", "1"}, "", usageText, 1},
		{[]string{"--help"}, "", usageText, 1},
		{[]string{"--foo"}, "", "Illegal option -- -foo\n" + usageText, 1},
		{[]string{"-"}, "", "Illegal option -- \n" + usageText, 1},
		{[]string{"--strict=x", "5"}, "", "Illegal option -- -strict=x\n" + usageText, 1}, // it takes nothing
	} {
		stdout, stderr, status := run(release.Release{}, test.words...)
		if stdout != test.stdout || stderr != test.stderr || status != test.status {
			t.Errorf("%q: got %d\n%s%swant %d\n%s%s", test.words, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
}

// The texts are those that PCP's pmerr of each release printed.
func TestReleases(t *testing.T) {
	words := []string{"-12354", "-12370", "-12372", "-12373", "-12375", "-12378", "-12379", "-12380"}
	for version, want := range map[string]string{
		"6.0.3": `Code: -12354 0xffffcfbe Text: Empty archive log file
Code: -12370 0xffffcfae Text: End of PCP archive log
Code: -12372 0xffffcfac Text: Illegal label record at start of a PCP archive log file
Code: -12373 0xffffcfab Text: Corrupted record in a PCP archive log
Code: -12375 0xffffcfa9 Text: Missing PCP archive log file
Code: -12378 0xffffcfa6 Text: Metric not defined in the PCP archive log
Code: -12379 0xffffcfa5 Text: Instance domain identifier not defined in the PCP archive log
Code: -12380 0xffffcfa4 Text: Instance identifier not defined in the PCP archive log
`,
		"6.1.0": `Code: -12354 0xffffcfbe Text: Empty archive file
Code: -12370 0xffffcfae Text: End of PCP archive
Code: -12372 0xffffcfac Text: Illegal label record at start of a PCP archive file
Code: -12373 0xffffcfab Text: Corrupted record in a PCP archive
Code: -12375 0xffffcfa9 Text: Missing PCP archive file
Code: -12378 0xffffcfa6 Text: Metric not defined in the PCP archive
Code: -12379 0xffffcfa5 Text: Instance domain identifier not defined in the PCP archive
Code: -12380 0xffffcfa4 Text: Instance identifier not defined in the PCP archive
`,
	} {
		if got, _, _ := run(of(t, version), words...); got != want {
			t.Errorf("%s: got\n%s", version, got)
		}
	}
	for version, want := range map[string]struct{ text, listed string }{
		"6.0.3": {"No such PMAPI error code (-12415)", ""},
		"6.0.4": {"Bad value for function argument", "-12415  PM_ERR_ARG             Bad value for function argument\n-21344"},
	} {
		if got, _, _ := run(of(t, version), "-12415"); got != "Code: -12415 0xffffcf81 Text: "+want.text+"\n" {
			t.Errorf("%s: got %s", version, got)
		}
		got, _, _ := run(of(t, version), "-l")
		if strings.Contains(got, "PM_ERR_ARG") != (want.listed != "") || !strings.Contains(got, want.listed) {
			t.Errorf("%s: got\n%s", version, got)
		}
	}
}

func of(t *testing.T, version string) release.Release {
	t.Helper()
	v, err := release.Parse(version)
	if err != nil {
		t.Fatal(err)
	}
	return release.Of(v)
}

func TestAllCodesAgainstGenuine(t *testing.T) {
	genuine := need.Tool(t, "pmerr")
	rel, err := release.Choose(func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"0"}
	for n := -23000; n <= 23000; n++ {
		words = append(words, strconv.Itoa(n))
	}
	for _, words := range [][]string{words, {"-l"}, {"--list", "x"}} {
		want, _ := exec.Command(genuine, words...).Output()
		if stdout, _, _ := run(rel, words...); stdout != string(want) {
			t.Errorf("pmerr %s… differs", words[0])
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, word := range []string{"0x", "0xF", " -1x", "+", "99999999999999999999", "\xff"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		code, ok := decode(word)
		if !ok && code != 0 {
			t.Errorf("%q: %d without being a number", word, code)
		}
		if again, ok := decode(strconv.Itoa(int(code))); !ok || again != code {
			t.Errorf("%q: %d reads as %d", word, code, again)
		}
	})
}
