package conform

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// renamed finds a derived metric that renames another, and the error that its
// values are.
var renamed = regexp.MustCompile(`(?m)^(1\|pmcd\.derived(?:\n1\|Error:| -12358) ).*$`)

// recordTrace finds what -D pdu prints of the records of archives.
var recordTrace = regexp.MustCompile(`(?m)^2\|(__pmResult dump .*|__pmLogRead timestamp=.*|[0-9]{3}: [ 0-9a-f]+|  <mark>|` +
	`  [0-9.]+ \(.*\): (numval: .*|No values.*|[A-Z].*)|   ? ?(inst \[.*\] )?value .*|    \[[0-9a-f. ]*\]?.*)\n`)

// traces finds all that -D pdu prints: PDUs, and what is in results.
var traces = regexp.MustCompile(`(?m)^2\|\[[0-9]*\]pm(?:Xmit|Get)PDU: .*\n|` + recordTrace.String())

// unset finds that an archive lacks a metric of an identifier that nobody has
// set.
var unset = regexp.MustCompile(`(?m)^2\|.*Warning: __pmLogFetch: missing pmDesc for pmID .*\n`)

// undescribed finds what pmprobe then prints of the metrics that stand for fields of
// event records.
var undescribed = regexp.MustCompile(`(?m)^(1\|event\.(?:flags|missed) )-12378 Metric not defined in the PCP archive.*$`)

// inside finds what -D prints of the inside of libpcp (C).
var inside = regexp.MustCompile(`(?m)^(pmWhichContext\(|__pmSetVersionIPC: |__pmFreeLogInDom\(|__pm(Find|Unpin)PDUBuf\(|` +
	`__pmLog(Read|Open|ChkLabel|LoadMeta): |__pmLogFetchInterp|pmGetPMNSLocation\(\)|[a-z_]+\.[a-z]:[0-9]+ (un)?lock\(|` +
	`__pmInitMutex\(|time_caliper: |pmgetconfig: |pmExtractValue: )`)

// illegalSeek finds the wrong reason why a name space cannot be loaded.
var illegalSeek = regexp.MustCompile(`(Cannot load namespace from ".*": )Illegal seek`)

// twoNovalues is the error about a ternary expression of nothing else.
const twoNovalues = "novalue() may appear at most once in a ternary expression\n"

const noEqual = "pminfo: bad register string, no =\n"

// added finds what -D fetch says of the state of a pmcd where no metric has values.
var added = regexp.MustCompile(`(?m)^(2\|)?PMCD state(?: changes)?: agent\(s\) added\n`)

const newErrno = "Code: -134 0xffffff7a Text: Inappropriate file type or format\n"

var defects = []defect{
	{
		reason:   "a metric without a descriptor takes another's, and so do those after it in its batch, or the last is lost",
		releases: []string{"6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pminfo" && bytes.Contains(genuine.stdout, []byte(": pmLookupDesc: "))
		},
		as: func(c Case) Case {
			args := []string{"-b", "1"}
			for i := 0; i < len(c.Args); i++ {
				switch m := batch.FindStringSubmatch(c.Args[i]); {
				case m == nil:
					args = append(args, c.Args[i])
				case m[1] == "": // the number follows
					i++
				}
			}
			c.Args = args
			return c
		},
	},
	{
		reason:   "derived metrics of single instances are freed twice, which ends the tool",
		releases: []string{"7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return genuine.status < 0 && bytes.Contains(genuine.stderr, []byte("double free"))
		},
	},
	{
		reason:   "anon() with a wrong type frees memory twice, an empty name of -r or one that is a prefix of another ends the tool, and novalue() can",
		releases: []string{"6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return genuine.status < 0 && (bytes.Contains(genuine.stderr, []byte("not allowed for anon()")) ||
				bytes.Contains(genuine.stderr, []byte("__dmchildren: Assertion")) || unset.Match(genuine.text()))
		},
	},
	{
		reason:   "the identifier that novalue(), event.flags and event.missed are fetched with is what happens to be in memory",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return unset.Match(genuine.text()) },
		right: func(text []byte) []byte {
			text = undescribed.ReplaceAll(unset.ReplaceAll(text, nil), []byte("${1}0"))
			text = bytes.ReplaceAll(text, []byte(": pmFetch: Metric not defined in the PCP archive\n"), []byte(": No value(s) available\n"))
			return bytes.ReplaceAll(text, []byte("|Error: Metric not defined in the PCP archive\n"), []byte("|No value(s) available!\n"))
		},
	},
	{
		reason:   "where both alternatives are novalue(), the metric silently gets the expression of the definition before",
		releases: []string{"6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return !bytes.Contains(genuine.stderr, []byte(twoNovalues)) },
		ours:     twoNovalues,
	},
	{
		reason:   "the length of a string that a ternary expression chooses is what happens to be in memory",
		releases: []string{"6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return strings.Contains(c.Line, " ? ") },
		stray:    true,
	},
	{
		reason:   "-D all, config, context, indom, interp, lock, log, logmeta, pdubuf, pmns, qa and value show the functions of libpcp (C) at work, its files and its memory",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return inside.Match(genuine.stderr) },
		quiet:    true,
	},
	{
		reason:   "-D fetch says of an archive, which has no pmcd, that an agent has been added: the first time that metrics of a domain are asked for and none has values",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return added.Match(genuine.stderr) && !slices.Contains(c.Args, "-h")
		},
		right: func(text []byte) []byte { return added.ReplaceAll(text, nil) },
	},
	{
		reason:   "why a name space cannot be loaded is forgotten where PCP_STDERR is a pipe, since opening that sets another error number",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return illegalSeek.Match(genuine.stderr) },
		right: func(text []byte) []byte {
			return illegalSeek.ReplaceAll(text, []byte("${1}No such file or directory"))
		},
	},
	{
		reason:   "an argument of -r without = is read beyond its end, after one with =",
		releases: []string{"6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pminfo" && !bytes.Contains(genuine.stderr, []byte(noEqual))
		},
		ours: noEqual,
	},
	{
		reason:   "derived metrics that cannot be bound have a descriptor of zeros, where names come from a file and -D derive is on",
		releases: []string{"6.3.8"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pminfo" && slices.Contains(c.Args, "-n") &&
				bytes.Contains(genuine.stdout, []byte("InDom: 0.0 0x0\n    Semantics: ??? (0)"))
		},
		ours: ": pmLookupDesc: Derived metric definition failed\n",
	},
	{
		reason:   "a derived metric that renames another is fetched with an identifier that nobody has set",
		releases: []string{"6.3.8", "7.2.2"},
		shows:    func(c Case, genuine *result) bool { return renamed.Match(genuine.text()) },
		right: func(text []byte) []byte {
			text = renamed.ReplaceAll(text, []byte("${1}No PMCD agent for domain of request"))
			return bytes.ReplaceAll(text, []byte("pmcd.derived -12358 "), []byte("pmcd.derived -12386 "))
		},
	},
	{
		reason:   "-D pdu shows each record that is read of an archive; ours reads others, and shows none",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return bytes.Contains(genuine.stderr, []byte("__pmLogRead timestamp="))
		},
		right: func(text []byte) []byte { return recordTrace.ReplaceAll(text, nil) },
	},
	{
		reason:   "-D pdu shows requests in libpcp (C)'s order, and names derived metrics; ours ask for the reason of a missing descriptor",
		releases: []string{"6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return bytes.Contains(genuine.stderr, []byte("]pmXmitPDU: "))
		},
		without: traces,
	},
	{
		reason:   "pmprobe -F prints freed memory for groups of which no name is known, and as many metrics are missing at the end",
		releases: []string{"6.0.3", "6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pmprobe" && nameless.Match(genuine.text())
		},
		right: func(text []byte) []byte { return nameless.ReplaceAll(text, nil) },
		short: true,
	},
	{
		reason:   "pmstore -f of what has no values crashes",
		releases: []string{"6.3.8", "7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pmstore" && genuine.failed() && unforced(c).Line != c.Line
		},
		as: unforced,
	},
	{
		reason:   "the C library of Debian unstable has a text for one more error number",
		releases: []string{"7.2.2"},
		shows: func(c Case, genuine *result) bool {
			return c.Tool == "pmerr" && bytes.Contains(genuine.stdout, []byte(newErrno))
		},
		right: func(text []byte) []byte {
			return bytes.ReplaceAll(text, []byte(newErrno), []byte("Code: -134 0xffffff7a Text: Unknown error 134\n"))
		},
	},
}

// nameless finds metrics that pmprobe has no names for.
var nameless = regexp.MustCompile(`(?m)^1\|([^ \n]*[^ -~\n].*)? -123(70|86) .*\n`)

// batch finds an option -b, and its number if that is in the same argument.
var batch = regexp.MustCompile(`^(?:-b|--ba?t?c?h?=?)([0-9]*)$`)

var forced = regexp.MustCompile(`^-[fF]+$`)

// unforced is a case without pmstore's -f, in its Line too.
func unforced(c Case) Case {
	c.Args = slices.DeleteFunc(slices.Clone(c.Args), func(arg string) bool {
		return strings.HasPrefix(arg, "-") && forced.MatchString(arg) && strings.Contains(arg, "f")
	})
	c.Line = strings.Join(append([]string{c.Tool}, c.Args...), " ")
	return c
}
