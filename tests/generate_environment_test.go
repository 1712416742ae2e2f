package tests

import "strings"

// A variable is one that the tools look at.
type variable struct {
	name   string
	n      int // once in so many lines
	values []string
}

// variables are assignments before a command, of a table and of what newer
// releases look at.
func (g *generator) variables(table []variable) []string {
	var words []string
	if !g.live && g.odds(2) {
		words = append(words, "PCP_DERIVED_CONFIG=")
	}
	if g.newer() {
		table = append(table[:len(table):len(table)], newerVariables...)
	}
	for _, v := range table { // of two of a name the later wins
		if g.odds(v.n) {
			words = append(words, v.name+"="+quote(pick(g, v.values)))
		}
	}
	return words
}

var archiveVariables = []variable{
	{"TZ", 15, zones},
	{"PCP_COUNTER_WRAP", 20, []string{"", "1", "0"}},
	{"PCP_IGNORE_MARK_RECORDS", 15, []string{"", "", "1sec", "10", "1hour", "0", "100 days", "bogus", "0.5sec"}},
	{"PCP_TIMEZONE", 80, zones},
	{"PCP_HOSTZONE", 150, []string{"", "1"}},
	{"PCP_ALIGN_TIME", 200, []string{"10sec", "1hour", "x"}},
	{"PCP_START_TIME", 200, []string{"1", "-5", "@12:00", "x"}},
	{"PCP_FINISH_TIME", 200, []string{"5", "-1", "@13:00"}},
	{"PCP_ORIGIN", 200, []string{"2", "-0", "bogus"}},
	{"PCP_ORIGIN_TIME", 200, []string{"2", "-0"}},
	{"PCP_SAMPLES", 200, []string{"3", "0", "x"}},
	{"PCP_INTERVAL", 200, []string{"2", "250msec", "y"}},
	{"PCP_ARCHIVE", 200, []string{"ok-foo", "nosuch"}},
	{"PCP_DERIVED_CONFIG", 60, []string{"/nosuch", "/dev/null", "/var/lib/pcp/config/derived/cpu-util.conf",
		"/var/lib/pcp/config/derived", "/var/lib/pcp/config/derived/iostat.conf:/var/lib/pcp/config/derived/proc.conf"}},
	{"PCP_STDERR", 200, []string{"", "/nosuch/x", "/dev/stderr"}},
	{"LC_ALL", 200, []string{"C", "en_US.UTF-8", "de_DE", "POSIX"}},
	{"POSIXLY_CORRECT", 100, []string{"", "1"}},
	{"PMCD_PORT", 300, []string{"1", "x", ""}},
	{"PCP_SECURE_SOCKETS", 300, []string{"1", "0"}},
	{"PCP_HOST", 300, []string{"localhost", ""}},
	{"PMDA_PATH", 300, []string{"/tmp"}},
	{"PCP_CONF", 300, []string{"/etc/pcp.conf"}},
	{"COLUMNS", 300, []string{"20", "200"}},
	{"PMCD_CONNECT_TIMEOUT", 300, []string{"60", "x"}},
	{"PMCD_REQUEST_TIMEOUT", 300, []string{"60", "x", ""}},
	{"PMCD_RECONNECT_TIMEOUT", 300, []string{"1", "x", "5,10"}},
	{"TMPDIR", 300, []string{"/nosuch"}},
	{"PMNS_DEFAULT", 300, []string{"/nosuch", "/var/lib/pcp/pmns/root"}},
	{"PCP_LOCALHOST", 300, []string{"x"}},
}

var liveVariables = []variable{
	{"TZ", 25, zones},
	{"LC_ALL", 25, []string{"C", "C.UTF-8", "C.utf8", "en_US.UTF-8", "POSIX", "nonsense", ""}},
	{"POSIXLY_CORRECT", 30, []string{"", "1"}},
	{"COLUMNS", 50, []string{"20", "200", "x", "0"}},
	{"PMCD_PORT", 50, []string{"1", "bad", "", "1,$PORT", "$PORT,1", "-1", "70000"}},
	{"PMCD_SOCKET", 50, []string{"$SOCKET", "/nosuch", ""}},
	{"PCP_HOST", 50, []string{"localhost", "", "localhost:1", "unix:", "localhost:bad"}},
	{"PCP_DERIVED_CONFIG", 50, []string{"derived", "badderived", "nosuch", "empty", "derived:empty", ":"}},
	{"PCP_STDERR", 60, []string{"", "err", "/nosuch/err"}},
	{"PCP_DEBUG", 60, []string{"nosuch", "dev0", "", "dev0,nosuch"}},
	{"PCP_TIMEZONE", 60, []string{"EST5EDT", "", "nonsense"}},
	{"PCP_HOSTZONE", 60, []string{"", "1"}},
	{"PCP_NAMESPACE", 60, []string{"names", "nosuch", ""}},
	{"PMNS_DEFAULT", 80, []string{"names", "badnames", "nosuch"}},
	{"PCP_COUNTER_WRAP", 80, []string{"", "1"}},
	{"PMCD_CONNECT_TIMEOUT", 80, []string{"x", "50", "60.5", "", "-1"}},
	{"PMCD_REQUEST_TIMEOUT", 80, []string{"x", "120", "-1"}}, // at 0 some answers are in time, some not
	{"PMCD_RECONNECT_TIMEOUT", 80, []string{"x", "5,10", "", "1,,2"}},
	{"PCP_CONTAINER", 80, []string{"nosuch", ""}},
	{"PCP_ARCHIVE", 80, []string{"nosuch"}}, // none among others crashes
	{"PCP_ORIGIN", 80, []string{"1s", "bogus", ""}},
	{"PCP_HOST_LIST", 90, []string{"localhost", "localhost,localhost", "", ","}},
	{"PCP_ARCHIVE_LIST", 90, []string{"nosuch"}},
	{"PCP_SPECLOCAL", 90, []string{"clear", "bogus", ""}},
	{"PCP_SAMPLES", 90, []string{"1", "2", "x", ""}},
	{"PCP_INTERVAL", 90, []string{"0.01", "bogus", ""}},
	{"PCP_START_TIME", 90, []string{"1s", "bogus", ""}},
	{"PCP_ALIGN_TIME", 90, []string{"0.01", "bogus", ""}},
	{"PCP_GUIMODE", 90, []string{"1", ""}},
	{"PCP_GUIPORT", 90, []string{"x", ""}},
	{"PCP_FOLIO", 90, []string{"nosuch", "names", ""}},
	{"PCP_UNIQNAMES", 90, []string{"names", "nosuch", ""}},
	{"PCP_SECURE_SOCKETS", 90, []string{"", "enforce", "relaxed"}},
	{"PCP_UNKNOWN", 90, []string{"1"}},
}

// newerVariables are those that releases after 6.0.3 brought.
var newerVariables = []variable{
	{"PCP_SQUASH_NEWLINES", 30, []string{"", "1", "0"}},
	{"PCP_DERIVED_CONTROL", 60, []string{"option_novalue=1", "option_novalue=0", "novalue=1", "", "x", "option_novalue=x",
		"global_limit=3", "OPTION_NOVALUE=1,bogus=2", "context_limit=1", "global_limit=-7", "option_novalue=1,", "=1"}},
	{"PCP_INDOM_CONFIG", 90, []string{"", "/nosuch", "/dev/null"}},
	{"PCP_DEBUG", 90, []string{"1", "qed", "misc", "qed", "0"}},
}

var zones = []string{"UTC", "EST5EDT", "Australia/Melbourne", ":America/New_York", "XYZ-3:30",
	"PST8PDT,M3.2.0,M11.1.0", "<+05>-5", "nonsense", "", "Europe/Lisbon", "Asia/Kolkata", "GMT+5", "A", "AB3", "ABC",
	"ABC-24:59:59", "<X1>+3", "CET-1CEST,M3.5.0,M10.5.0/3", "AAA3BBB,J60/2,J300/2", "NZST-12:00:00NZDT-13:00:00,M10.1.0,M3.3.0",
	"Europe/", "../UTC", ":", ":nosuch", "Pacific/Apia", "EST5EDT4,0/0,J365/25", "UTC0UTC", "America/St_Johns",
	"IST-2IDT,M3.4.4/26,M10.5.0", "posixrules", "/usr/share/zoneinfo/Asia/Tokyo", "XXX1YYY,300,60"}

// damage changes a character of a word, now and then.
func (g *generator) damage(word string) string {
	if word == "" || !g.odds(25) {
		return word
	}
	at := g.IntN(len(word))
	with := pick(g, []string{"", " ", ":", "-", "0", "9", "@", ".", "x", "+", "/", "T", "Z"})
	return strings.TrimSpace(word[:at] + with + word[at+1:])
}
