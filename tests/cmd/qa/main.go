//go:build linux

// Qa runs PCP's own test suite, as package pcp-testsuite installs it, with our
// tools in place of PCP's, and reports which tests then differ. It
// needs root, for namespaces: nothing outside of -dir and /tmp is touched, and
// nothing is listened to outside of a network of its own.
//
//	make build
//	go run ./tests/cmd/qa -prepare          # once: agents, the suite's programs
//	go run ./tests/cmd/qa -bin bin          # all tests that name one of our tools
//	go run ./tests/cmd/qa -bin bin 225 1103
//	go run ./tests/cmd/qa -root /var/cache/pcptools/sid -dir /tmp/pcp-qa-sid ...
//
// What -prepare makes takes minutes; many tests need the agents alone, which
// -prepare -agents makes. With -all it is an error if a test does not pass.
//
// Each test is run in a copy of the prepared system that is then dropped, with
// our tools mounted over PCP's. If its output is not the recorded
// one, it is run with PCP's tools too: tests that fail in the same way on
// both sides are the suite's business, or this machine's. What differs is run
// once more, since many tests depend on time.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

const suiteDir = "/var/lib/pcp/testsuite"

var tools = [...]string{"pminfo", "pmval", "pmprobe", "pmstore", "pmerr", "pmgenmap"}

func main() {
	switch filepath.Base(os.Args[0]) { // inside, this program has other names
	case "sudo":
		fatal(sudo(os.Args[1:]))
		return
	case "chkconfig":
		os.Exit(chkconfig(os.Args[1:]))
	case "valgrind":
		fatal(valgrind(os.Args[1:]))
		return
	case insideName:
		fatal(inside(os.Args[1:]))
		return
	}
	s := suite{}
	flag.StringVar(&s.dir, "dir", filepath.Join(os.TempDir(), "pcp-qa"), "where to keep files; not below /etc, /run, /usr or /var")
	flag.StringVar(&s.root, "root", "/", "of the system whose suite this is, such as a release's tree; its -dir is its own")
	flag.StringVar(&s.bin, "bin", "bin", "directory of our tools")
	flag.DurationVar(&s.limit, "limit", time.Minute, "how long a test may take")
	prepare := flag.Bool("prepare", false, "make the system that the tests are run on")
	agents := flag.Bool("agents", false, "with -prepare: without the suite's programs and archives")
	flag.BoolVar(&s.all, "all", false, "fail unless all tests pass")
	flag.Parse()
	if os.Geteuid() != 0 {
		fatal(errors.New("namespaces need root"))
	}
	if *prepare {
		fatal(s.prepare(!*agents))
		return
	}
	fatal(s.run(flag.Args()))
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "qa:", err)
		os.Exit(1)
	}
}

type suite struct {
	root, dir, bin string
	limit          time.Duration
	all            bool // shall pass
}

// result is what came of a test on one side.
type result struct {
	output []byte
	passed bool
}

func (s *suite) run(tests []string) (err error) {
	if s.bin, err = filepath.Abs(s.bin); err != nil {
		return err
	}
	if len(tests) == 0 {
		if tests, err = s.ours(); err != nil {
			return err
		}
	}
	count := make(map[string]int)
	for _, test := range tests {
		verdict, changes := s.compare(test)
		if verdict == "differs" || verdict == "worse" {
			verdict, changes = s.compare(test)
		}
		count[verdict]++
		fmt.Printf("%s %s\n%s", test, verdict, changes)
	}
	fmt.Println(count)
	if passed := count["passes"]; s.all && passed < len(tests) {
		return fmt.Errorf("%d of %d tests pass", passed, len(tests))
	}
	return nil
}

// ours lists the tests that name one of the tools.
func (s *suite) ours() ([]string, error) {
	names := regexp.MustCompile(`\b(` + strings.Join(tools[:], "|") + `)\b`)
	files, err := filepath.Glob(filepath.Join(s.root, suiteDir, "[0-9]*"))
	var tests []string
	for _, file := range files {
		if filepath.Ext(file) != "" {
			continue
		}
		if text, err := os.ReadFile(file); err == nil && names.Match(text) {
			tests = append(tests, filepath.Base(file))
		}
	}
	return tests, err
}

// compare runs a test with our tools and, unless it passes, with PCP's
// ones. Where the outputs differ it returns the changes; "worse" is a test that
// passes with PCP's tools only.
func (s *suite) compare(test string) (verdict string, changes []byte) {
	mine, err := s.side(test, "ours", s.bin)
	switch {
	case err != nil:
		return err.Error(), nil
	case mine.passed:
		return "passes", nil
	}
	genuine, err := s.side(test, "genuine", "")
	switch {
	case err != nil:
		return err.Error(), nil
	case bytes.Equal(genuine.output, mine.output):
		return "same", nil
	case genuine.passed:
		verdict = "worse"
	default:
		verdict = "differs"
	}
	return verdict, diff.Diff("genuine", genuine.output, "ours", mine.output)
}

// side runs a test in a copy of the prepared system, with the tools in bin.
func (s *suite) side(test, side, bin string) (result, error) {
	out := filepath.Join(s.dir, side)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return result{}, err
	}
	os.Chmod(out, 0o777)
	file := filepath.Join(out, test)
	os.Remove(file)
	up := filepath.Join(s.dir, "up")
	defer os.RemoveAll(up)
	room := room{root: s.root, upper: up, lower: filepath.Join(s.dir, "base"), bin: bin}
	cmd := room.command(runScript, test, file, fmt.Sprint(int(s.limit.Seconds())))
	log, failure := cmd.CombinedOutput()
	if _, failed := errors.AsType[*exec.ExitError](failure); failure != nil && !failed {
		return result{}, failure
	}
	output, err := os.ReadFile(file)
	if err != nil {
		return result{}, fmt.Errorf("%w\n%s", err, log)
	}
	return result{output, failure == nil}, nil
}

// prepare makes the directory base: the agents that the suite wants, installed,
// and, if it is to be whole, its programs and archives, made.
func (s *suite) prepare(whole bool) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	room := room{root: s.root, upper: filepath.Join(s.dir, "base")}
	made := ""
	if whole {
		made = "src pmdas */GNUmakefile"
	}
	cmd := room.command(prepareScript, self, made)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// runScript ends with status 0 if a test's output is the recorded one, which
// many tests choose as they start.
const runScript = `
cd /var/lib/pcp/testsuite
/etc/init.d/pmcd start && /usr/lib/pcp/bin/pmcd_wait
grep -qE 'pmlogger|pmlc|_service|pmstat|pcp ' $1 && /etc/init.d/pmlogger start
su pcpqa -s /bin/sh -c "
	umask 022
	export PATH=\$PATH:/usr/lib/pcp/bin PCP_BINADM_DIR=/usr/lib/pcp/bin
	export HOME=$PWD USER=pcpqa LOGNAME=pcpqa MSGVERB=text:action QA_HOST=$(hostname) PCP_DERIVED_CONFIG=
	timeout -s ABRT -k 5 $3 ./$1 >$2 2>&1"
cmp -s $2 $1.out
`

const prepareScript = `
rm -f /usr/bin/systemctl
install -m 4755 $1 /usr/bin/sudo && install $1 /usr/bin/chkconfig && install $1 /usr/bin/valgrind
chkconfig pmcd on; chkconfig pmlogger on; chkconfig verbose on
usermod -aG pcp pcpqa
cd /var/lib/pcp/testsuite
/etc/init.d/pmcd start && /usr/lib/pcp/bin/pmcd_wait
/etc/init.d/pmlogger start
su pcpqa -s /bin/sh -c '
	umask 022
	PATH=$PATH:/usr/lib/pcp/bin
	./check 000 # installs agents
	for d in '"$2"'; do timeout 600 make -k -C ${d%/GNUmakefile} setup; done'
/etc/init.d/pmlogger stop; /etc/init.d/pmcd stop
`
