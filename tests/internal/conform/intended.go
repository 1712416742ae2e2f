package conform

// Intent is a difference from PCP's tools that is meant.
type Intent struct {
	Reason string

	// What ours does instead: what PCP's tool does for another command
	// line, or else a result, in the form in which differences are shown.
	As   string
	Ours string

	// Endless says that PCP's tool must be stopped.
	Endless bool
}

const (
	noDSO     = "ours loads no DSO, so it does not look why PCP could not load one, either"
	clearText = "a TLS attribute that makes no sense goes on in clear text; ours refuses it"
	pduCounts = "operands of derived metrics are looked up together, and names in event records once: -V and -D show fewer PDUs"

	noNameSpace = "a machine without PCP has no name space; that of a local context then is what its agents know"
)

const endlessPmprobe = "pmprobe -b below 1 never ends or crashes; it stands for 1"

// intended lists them, by command line. Keep it short: PCP's tools are
// right unless they crash, hang or betray their user.
var intended = map[string]*Intent{
	"pminfo -h http://localhost:$PORT -f sample.long.one": {Reason: "http:// asks a pmproxy by REST, and a pmcd is none",
		Ours: "2|pminfo: pmproxy: the peer does not speak HTTP\n" + `2|pminfo: Cannot connect to PMCD on host "http://localhost:$PORT": IPC protocol failure` + "\n= 1\n"},

	"pmval -h https://localhost:$PORT -s 1 sample.long.one": {Reason: "https:// asks a pmproxy by REST, and a pmcd is none",
		Ours: "2|pmval: pmproxy: the peer does not speak TLS\n" + `2|pmval: Cannot connect to PMCD on host "https://localhost:$PORT": IPC protocol failure` + "\n= 1\n"},

	"pmprobe -b 0 sample.long":      {Reason: endlessPmprobe, As: "pmprobe -b 1 sample.long", Endless: true},
	"pmprobe -b '' sample.long.one": {Reason: endlessPmprobe, As: "pmprobe -b 1 sample.long.one", Endless: true},
	"pmprobe -b -1 -v sample.long":  {Reason: endlessPmprobe, As: "pmprobe -b 1 -v sample.long"},

	"pminfo -h 'pcps://localhost:$PORT?secure' -f sample.long.one": {Reason: clearText,
		Ours: notSupported("pcps://localhost:$PORT?secure")},
	"pminfo -h 'pcps://localhost:$PORT?secure=junk' -f sample.long.one": {Reason: clearText,
		Ours: notSupported("pcps://localhost:$PORT?secure=junk")},

	"PCP_CONF=/dev/null pminfo -L -K clear -K add,253,simple/pmda_simple.so,simple_init -m simple.color": {
		Reason: noNameSpace, Ours: "1|simple.color PMID: 253.0.1\n= 0\n"},
	"PCP_CONF=/nosuch pmgenmap nosuch": {
		Reason: "the genuine pmgenmap is a shell script that needs PCP's settings for no purpose of its user", As: "pmgenmap nosuch"},

	"pminfo -L -n $PMNS -K clear -K add,253,/dev/null,simple_init -m simple.color": {Reason: noDSO,
		Ours: "1|simple.color PMID: 253.0.1\n" + notLoaded("/dev/null")},
	"pminfo -L -n $PMNS -K clear -K add,253,/etc/passwd,simple_init -m simple.color": {Reason: noDSO,
		Ours: "1|simple.color PMID: 253.0.1\n" + notLoaded("/etc/passwd")},
	"pminfo -L -n $PMNS -K clear -K add,253,/etc,simple_init -m simple.color": {Reason: noDSO,
		Ours: "1|simple.color PMID: 253.0.1\n" + notLoaded("/etc")},
	"pminfo -L -n $PMNS -K clear -K add,29,sample/pmda_sample.so,nosuch_init -f sample.long.one": {Reason: noDSO,
		Ours: "1|sample.long.one: pmLookupDesc: No PMCD agent for domain of request\n" + notLoaded("sample/pmda_sample.so")},

	"pmerr PM_ERR_NAME": {Reason: "pmerr knows the names that it lists, too", As: "pmerr -12357"},

	"PCP_VAR_DIR=/nosuch pminfo -L -K clear -K add,253,simple/pmda_simple.so,simple_init -m simple.color": {
		Reason: noNameSpace, Ours: "1|simple.color PMID: 253.0.1\n= 0\n"},

	"pminfo -a ,": {Reason: "an archive list of nothing but a comma crashes",
		Ours: "2|pminfo: Cannot open archive \",\": Missing PCP archive log file\n= 1\n"},

	"pmprobe -V -v --derived=two sample.two": {Reason: pduCounts, Ours: `1|sample.two 1 2
1|PDUs send   0   0   1   0   2   0   0   0   0   0   0   0   1   0   2   0   1   0   0   0   1   0   0
1|Total: 8
1|PDUs recv   4   0   0   0   0   1   0   0   0   0   0   0   0   1   0   0   0   0   0   0   0   1   0
1|Total: 7
= 0
`},
}

func notLoaded(dso string) string {
	return `2|__pmConnectLocal: Warning: agent "` + dso + `" cannot be loaded: a DSO; a daemon of it would serve` + "\n= 0\n"
}

func notSupported(host string) string {
	return `2|pminfo: Cannot connect to PMCD on host "` + host + `": Operation not supported` + "\n= 1\n"
}

// Elsewhere are intended differences that no command line of a case shows, with
// the test that does.
var Elsewhere = []struct{ Difference, Reason, Test string }{
	{"pmstore -f stores in no instance where a metric has none and -i names none",
		"the genuine pmstore stores in an instance of a number that happens to be in its memory, and crashes", "TestForcedStore"},
	{"-h with an http or https address asks a pmproxy", "genuine tools refuse such a name", "TestProxyAddress"},
	{"errors in the default files of derived metrics are told only if something needs those files",
		"reading them in any case would cost every start of pmval and pmstore up to a millisecond", "TestUntouchedCostsNothing"},
	{"pmval looks at proc.smaps anew for each sample", "the genuine agent repeats the values of the first one, since it looks for processes on behalf of other metrics only", "TestMemoryMaps"},
	{"patterns in predicates of hotproc have no back references: one is reported as an invalid pattern, and matches nothing",
		"package regexp has none, and takes no more than linear time", "TestBackReference"},
	{"averages of cgroup.pressure are those in the kernel's files", "the genuine agent shows the bits of a whole number as a real one", "TestPressure"},
	{"proc.psinfo.ngid is the number in the kernel's file", "the genuine agent has one that has nothing to do with the process, once other metrics are asked for", "TestColumns"},
	{"proc.fdinfo.drm_shared is what the kernel's files say", "the genuine agent never looks for it, and shows 0", "TestManyDescriptors"},
	{"labels in nested objects have the names of all of these, as in a.b.c, and replace those of the same name",
		"libpcp (C) leaves out the names in between, has labels twice, and prints what happens to be in its memory", "TestMergeNestedLabels"},
	{"proc.psinfo.labels has whole labels, whatever else is asked for", "the genuine agent reads as much of them as it has memory for by then, at first nothing", "TestLabels"},
	{"kernel threads have their whole name also where their number has more than six digits", "the genuine agent leaves out a character for each further digit", "TestLongNumbers"},
	{"the file systems of a container are those of its first process, and their sizes what the kernel reports inside the container",
		"the genuine agent takes the mounts of process 1, which is the machine's where the container has no name space of processes, and asks for sizes outside, where another file system has the same path", "TestInsideContainer"},
	{"pmval without -s or -T on a pmcd ends when nobody reads its output any longer", "the genuine one goes on for ever", "TestNoReader"},
	{"a SIGPIPE that somebody sends does nothing; signals other than INT and HUP end a tool also if they were ignored before",
		"Go's runtime takes them for itself and does not tell what they were", "TestIgnoredSignals"},
}

// Intended returns the command lines that are meant to differ.
func Intended() map[string]*Intent { return intended }
