package generate

import "strings"

// environment adds assignments of variables that the tools look at.
func (g *generator) environment() {
	if g.odds(2) {
		g.add("PCP_DERIVED_CONFIG=")
	}
	for _, v := range []struct {
		name   string
		n      int // once in so many lines
		values []string
	}{
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
	} {
		if g.odds(v.n) {
			g.add(v.name + "=" + quote(pick(g, v.values)))
		}
	}
	if g.newer {
		g.newerEnvironment()
	}
	if g.odds(60) {
		// Later ones win, as in a shell.
		g.add("PCP_DERIVED_CONFIG=" + pick(g, []string{"/nosuch", "/dev/null", "/var/lib/pcp/config/derived/cpu-util.conf",
			"/var/lib/pcp/config/derived", "/var/lib/pcp/config/derived/iostat.conf:/var/lib/pcp/config/derived/proc.conf"}))
	}
}

var zones = []string{"UTC", "EST5EDT", "Australia/Melbourne", ":America/New_York", "XYZ-3:30",
	"PST8PDT,M3.2.0,M11.1.0", "<+05>-5", "nonsense", "", "Europe/Lisbon", "Asia/Kolkata", "GMT+5", "A", "AB3", "ABC",
	"ABC25", "ABC-24:59:59", "<X1>+3", "CET-1CEST,M3.5.0,M10.5.0/3", "AAA3BBB,J60/2,J300/2", "NZST-12:00:00NZDT-13:00:00,M10.1.0,M3.3.0",
	"Europe/", "../UTC", ":", ":nosuch", "Pacific/Apia", "EST5EDT4,0/0,J365/25", "UTC0UTC", "America/St_Johns",
	"IST-2IDT,M3.4.4/26,M10.5.0", "posixrules", "/usr/share/zoneinfo/Asia/Tokyo", "XXX1YYY,300,60"}

func (g *generator) zone() {
	switch {
	case g.odds(8):
		g.add("-z")
	case g.odds(8):
		g.add("-Z", quote(pick(g, zones)))
	case g.odds(60):
		g.add("-z", "-Z", quote(pick(g, zones)))
	case g.odds(60):
		g.add("--timezone=" + quote(pick(g, zones)))
	case g.odds(60):
		g.add("--hostzone")
	}
}

// damage changes a character of a word, now and then.
func (g *generator) damage(word string) string {
	if word == "" || !g.odds(25) {
		return word
	}
	at := g.IntN(len(word))
	with := pick(g, []string{"", " ", ":", "-", "0", "9", "@", ".", "x", "+", "/", "T", "Z"})
	return strings.TrimSpace(word[:at] + with + word[at+1:])
}
