package options

import (
	"bytes"
	"errors"
	"math/rand"
	"os/exec"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// genuine returns the path of one of PCP's tools, or skips t.
func genuine(t *testing.T, name string) string {
	t.Helper()
	return need.Tool(t, name)
}

// run gives the words to PCP's tool and returns what it says and its
// exit status.
func run(t *testing.T, path string, environ, words []string) (stderr string, status int) {
	t.Helper()
	var b bytes.Buffer
	cmd := exec.Command(path, words...)
	cmd.Env, cmd.Stderr = environ, &b
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return b.String(), cmd.ProcessState.ExitCode()
}

// installed is the release of PCP's tools.
func installedRelease() release.Release {
	rel, err := release.Choose(func(string) (string, bool) { return "", false })
	if err != nil {
		panic(err)
	}
	return rel
}

// parse gives the words to ours of the release that is installed.
func parse(spec *getopt.Spec, name string, environ, words []string) (stderr string, status int) {
	return parseFor(installedRelease(), spec, name, environ, words)
}

func parseFor(rel release.Release, spec *getopt.Spec, name string, environ, words []string) (stderr string, status int) {
	var b bytes.Buffer
	_, err := spec.Parse(&getopt.Invocation{Name: name, Environ: environ, Release: rel, Stderr: &b}, words)
	var exit *getopt.Exit
	if errors.As(err, &exit) {
		return b.String() + exit.Text, exit.Status
	}
	return b.String(), 0
}

func TestUsageAgainstGenuine(t *testing.T) {
	for name, spec := range toolSpecs() {
		for _, word := range []string{"-?", "--help", "-V", "--version", "--vers"} {
			want, wantStatus := run(t, genuine(t, name), nil, []string{word})
			if name == "pmprobe" && word == "-V" {
				continue // reports PDUs, and needs a pmcd
			}
			got, status := parse(spec, name, nil, []string{word})
			if got != want || status != wantStatus {
				t.Errorf("%s %s: got %d\n%s\nwant %d\n%s", name, word, status, got, wantStatus, want)
			}
			spec = toolSpecs()[name]
		}
	}
}

// TestRandomAgainstGenuine compares random command lines. Each starts with a
// error, so that nothing is ever opened; all other errors in it are reported
// too.
func TestRandomAgainstGenuine(t *testing.T) {
	const cases = 150
	for name := range toolSpecs() {
		path := genuine(t, name)
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(20))
			for range cases {
				environ, words := randomEnviron(r), randomWords(r, toolSpecs()[name])
				spec := toolSpecs()[name]
				got, status := parse(spec, name, environ, words)
				if spec.Source.(*Source).set != 0 {
					continue // diagnostics would follow
				}
				want, wantStatus := run(t, path, environ, words)
				if mentionsFiles(want) {
					continue
				}
				if got != want || status != wantStatus {
					t.Fatalf("%q %s %q: got %d\n%s\nwant %d\n%s", environ, name, words, status, got, wantStatus, want)
				}
			}
		})
	}
}

// mentionsFiles reports whether PCP's tool tried to load name spaces or
// definitions, whose errors are the subject of other packages.
func mentionsFiles(text string) bool {
	return strings.Contains(text, "namespace from") || strings.Contains(text, "erived")
}

var randomPieces = []string{"", "-", "--", "=", "x", "1", "-1", "a,b", "a", "0", "12 ", " 7", "@5pm", "5 sec junk", "10min",
	"clear", "add,1,a,b", "add,1", "del,509", "del,,x", "pdu,", "nope", "\xff", "é", "\x80=\x01", "-?", "a b", "'", "%s", "65536"}

func randomEnviron(r *rand.Rand) []string {
	keys := []string{"PCP_ALIGN_TIME", "PCP_ARCHIVE", "PCP_ARCHIVE_LIST", "PCP_FINISH_TIME", "PCP_FOLIO", "PCP_GUIMODE",
		"PCP_GUIPORT", "PCP_HOST", "PCP_HOST_LIST", "PCP_HOSTZONE", "PCP_INTERVAL", "PCP_LOCALMODE", "PCP_LOCALPMDA",
		"PCP_ORIGIN", "PCP_ORIGIN_TIME", "PCP_SAMPLES", "PCP_SPECLOCAL", "PCP_START_TIME", "PCP_TIMEZONE", "PCP_DEBUG",
		"POSIXLY_CORRECT", "PCP_CONTAINER", "PCP_", "PCP_NONE"}
	var environ []string
	for range max(0, r.Intn(6)-2) {
		key := keys[r.Intn(len(keys))]
		environ = append(environ, key+"="+randomPieces[r.Intn(len(randomPieces))])
		keys = remove(keys, key)
	}
	return environ
}

func remove(list []string, item string) []string {
	var rest []string
	for _, s := range list {
		if s != item {
			rest = append(rest, s)
		}
	}
	return rest
}

func randomWords(r *rand.Rand, spec *getopt.Spec) []string {
	words := []string{"--nonesuch"}
	for range r.Intn(6) {
		words = append(words, randomWord(r, spec))
	}
	return words
}

func randomWord(r *rand.Rand, spec *getopt.Spec) string {
	var all []getopt.Option
	for _, g := range spec.Groups {
		all = append(all, g.Options...)
	}
	o := all[r.Intn(len(all))]
	piece := randomPieces[r.Intn(len(randomPieces))]
	switch n := r.Intn(10); {
	case n < 3 && o.Long != "":
		return "--" + o.Long[:r.Intn(len(o.Long))+1] + strings.Repeat("="+piece, r.Intn(2))
	case n < 5 && o.Long != "":
		return "--" + o.Long + strings.Repeat("="+piece, r.Intn(2))
	case n < 8 && o.Short != 0:
		return "-" + string(rune(o.Short)) + strings.Repeat(piece, r.Intn(2))
	}
	return piece
}
