package tests

import (
	"regexp"
	"strings"
	"testing"
)

// optionLine is an option in the text of --help-all.
var optionLine = regexp.MustCompile(`(?m)^ +--([a-z-]+)(?: ([A-Z]+))? `)

// ownArguments are arguments of options that PCP's tools lack, by the word for them.
var ownArguments = map[string]string{
	"FORMAT": "classic", "N": "3", "INTERVAL": "2", "TIME": "-1min", "FIELD": "value", "CONDITION": "value > 5", "UNITS": "Mbyte",
	"LIST": "error_text", "HOSTS": "a,b", "FILES": "a", "DELTA": "1", "QUERY": "nosuch", "PART": "instance", "SCALE": "own",
	"NAMES": "a", "FORM": "epoch", "FILE": "/dev/null", "NAME=EXPR": "a=1", "WINDOW": "90sec",
}

// inClassic are the options that classic output has too, or that end before any.
var inClassic = map[string]string{
	"format": "chooses it", "strict": "changes the exit status", "build-info": "ends before", "help-all": "ends before",
	"series": "chooses the source", "from-series": "chooses the source", "timeout": "is about the source, or needs another option",
	"plot": "chooses the format", "define": "adds to the source", "search": "has a classic form",
}

// TestOptionsWithClassic gives each option that PCP's tools lack with the classic
// format, which has nothing of them: the tool refuses, and does not ignore it.
func TestOptionsWithClassic(t *testing.T) {
	for _, tool := range []string{"pminfo", "pmprobe", "pmval", "pmstore", "pmerr"} {
		_, own, _ := strings.Cut(runOurs(t, "", nil, tool, "--help-all").stdout, "\nOptions of this suite:\n")
		options := optionLine.FindAllStringSubmatch(own+" ", -1)
		if len(options) < 5 {
			t.Errorf("%s: %d options", tool, len(options))
		}
		for _, o := range options {
			option, argument := "--"+o[1], ""
			if o[2] != "" {
				if argument = ownArguments[o[2]]; argument == "" {
					t.Errorf("%s %s: no argument is known that is %s", tool, option, o[2])
				}
				argument = "=" + argument
			}
			if inClassic[o[1]] != "" {
				continue
			}
			operands := []string{"1"}
			if tool == "pmstore" {
				operands = append(operands, "1")
			}
			run := runOurs(t, "", nil, append([]string{tool, "--format=classic", option + argument}, operands...)...)
			if run.status != 1 || !strings.Contains(run.stderr, "go with") && !strings.Contains(run.stderr, "goes with") && !strings.Contains(run.stderr, "requires") {
				t.Errorf("%s --format=classic %s%s 1: status %d, %s", tool, option, argument, run.status, run.stderr)
			}
		}
	}
}
