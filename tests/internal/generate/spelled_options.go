package generate

// otherVariables are further variables for [Spelled].
var otherVariables = []struct {
	name   string
	n      int // once in so many lines
	values []string
}{
	{"PCP_STDERR", 60, []string{"", "/nosuch/x", "/dev/stderr"}},
	{"LC_ALL", 60, []string{"C", "en_US.UTF-8", "de_DE", "POSIX"}},
	{"POSIXLY_CORRECT", 30, []string{"", "1"}},
	{"PMCD_PORT", 100, []string{"1", "x", ""}},
	{"PCP_SECURE_SOCKETS", 100, []string{"1", "0"}},
	{"PCP_HOST", 150, []string{"localhost", ""}},
	{"PMDA_PATH", 200, []string{"/tmp"}},
	{"PCP_CONF", 200, []string{"/etc/pcp.conf"}},
	{"COLUMNS", 100, []string{"20", "200"}},
	{"PMCD_CONNECT_TIMEOUT", 150, []string{"60", "x"}},
	{"PMCD_REQUEST_TIMEOUT", 150, []string{"60", "x", ""}},
	{"PMCD_RECONNECT_TIMEOUT", 150, []string{"1", "x", "5,10"}},
	{"TMPDIR", 200, []string{"/nosuch"}},
	{"PMNS_DEFAULT", 200, []string{"/nosuch", "/var/lib/pcp/pmns/root"}},
	{"PCP_LOCALHOST", 200, []string{"x"}},
}

var commonOptions = []oddOption{
	{12, "z", "hostzone", nil},
	{12, "Z", "timezone", zones},
	{60, "D", "debug", []string{"lock", "all", "-1", "ALL,fetch", "qa", "interp", "value", "pmns", "profile", "optfetch", "af", "libpmda", "http", "dev0", "appl9", "tls", "services", "DEV0,dev1",
		"nosuch", "", "1x", "dev0,", ",dev0", "dev0,nosuch"}},
	{80, "n", "namespace", []string{"/nosuch", "/dev/null", "/var/lib/pcp/pmns/root", ".", ""}},
	{150, "K", "spec-local", []string{"clear", "del,60", "bogus", "", "add", "add,1,x,y", "add,2,/nosuch.so,x"}},
	{150, "h", "host", []string{"localhost", "nosuch.invalid", "", "local:", "unix:", "pcp://x", "host:port", "h:1:2", "h@p",
		"localhost:1", "/tmp", "127.0.0.1:99999", "local:/nosuch"}},
	{200, "", "container", []string{"x", "", "a/b"}},
	{150, "V", "version", nil},
	{150, "?", "help", nil},
}

var pminfoOptions = []oddOption{
	{5, "d", "desc", nil},
	{3, "f", "fetch", nil},
	{8, "F", "fetchall", nil},
	{6, "I", "fullindom", nil},
	{6, "l", "labels", nil},
	{6, "m", "pmid", nil},
	{6, "M", "fullpmid", nil},
	{8, "s", "series", nil},
	{6, "t", "oneline", nil},
	{6, "T", "helptext", nil},
	{8, "v", "verify", nil},
	{8, "x", "events", nil},
	{25, "b", "batch", []string{"1", "2", "3", "0", "-1", "x", "", "1000", "1e3", "128"}},
	{25, "c", "derived", []string{"/nosuch", "/var/lib/pcp/config/derived/iostat.conf", "/dev/null", "/etc/passwd", ""}},
	{40, "N", "uniqnames", []string{"/nosuch", "/dev/null", "/var/lib/pcp/pmns/root", "."}},
}

// localOptions ask nothing that changes from one run to the next.
var localOptions = []oddOption{
	{2, "d", "desc", nil},
	{4, "m", "pmid", nil},
	{4, "M", "fullpmid", nil},
	{4, "t", "oneline", nil},
	{6, "T", "helptext", nil},
	{6, "b", "batch", []string{"1", "3", "1000"}},
	{3, "n", "namespace", []string{"/nosuch", "/dev/null", "/var/lib/pcp/pmns/root", "/var/lib/pcp/pmns/stdpmid"}},
	{6, "K", "spec-local", []string{"clear", "del,60", "bogus", "add", "add,1,x,y", "add,2,/nosuch.so,x"}},
	{12, "D", "debug", []string{"lock", "appl0", "pmns", "all"}},
}

var newerPminfoOptions = []oddOption{
	{8, "1", "desc-oneline", nil},
	{15, "e", "metadata-errors", nil},
}

var pmprobeOptions = []oddOption{
	{6, "f", "force", nil},
	{6, "F", "faster", nil},
	{4, "i", "internal", nil},
	{4, "I", "external", nil},
	{3, "v", "values", nil},
	{6, "V", "verbose", nil},
	{40, "d", "version", nil},
	// Below 1 the genuine pmprobe never ends, or crashes.
	{25, "b", "batch", []string{"1", "2", "3", "x", "1000"}},
}

var pmvalOptions = []oddOption{
	{6, "f", "precision", []string{"0", "1", "2", "3", "6", "9", "15", "x", "-1", ""}},
	{6, "w", "width", []string{"1", "2", "5", "8", "10", "20", "40", "0", "x", "-1", ""}},
	{6, "r", "raw", nil},
	{8, "X", "timestamp", nil},
	{20, "v", "verbose", nil},
	{80, "x", "filter", []string{"1", "x", ""}},
	{200, "p", "guiport", []string{"x"}},
}
