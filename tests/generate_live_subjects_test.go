package tests

import (
	"strconv"
	"strings"
)

// What there is to ask about in the worlds of package world. Not here are
// metrics whose values or instances two runs of PCP's tools need not
// agree about, beyond what package conform masks: sample.mirage goes by the
// clock, sample.percontext by the clients that pmcd still remembers,
// sample.sysinfo by the machine, pmcd.client by who is connected, simple.now by a file
// that its agent reads every so often.
var (
	liveSingular = []string{
		"sample.long.one", "sample.long.hundred", "sample.ulong.million", "sample.longlong.ten",
		"sample.ulonglong.million", "sample.float.one", "sample.float.hundred", "sample.double.million",
		"sample.string.hullo", "sample.string.null", "sample.aggregate.hullo", "sample.aggregate.null",
		"sampledso.long.ten", "sampledso.double.ten", "sampledso.string.hullo", "sample.bigid",
		"sample.control", "sample.load", "sample.lights", "sample.magnitude", "sample.drift",
		"sample.rapid", "sample.byte_ctr", "sample.kbyte_rate", "sample.byte_rate_perhour",
		"sample.wrap.ulong", "sample.wrap.longlong", "sample.slow_wrap.ulonglong", "sample.ulong.count.mega",
		"sample.scale_step.bytes_up", "sample.scale_step.time_up_nanosecs", "sample.scale_step.count_down",
		"sample.negative.ctr.m_32", "sample.negative.instant.m_64", "sample.negative.discrete.m_float",
		"sample.negative.ctr.m_double", "sample.updown.obs", "sample.const_rate.gradient",
		"sample.dynamic.meta.metric", "sample.seconds", "sample.milliseconds", "sample.step", "sampledso.step_counter",
		"sample.dupnames.two.double.ten", "sample.secret.foo.bar.grunt.five", "sampledso.secret.bar",
		"sample.event.no_indom_records", "simple.numfetch", "simple.time.user", "trivial.time",
		"mmv.acme.motto", "mmv.acme.pressure", "mmv.acme.debt", "mmv.acme.temperature", "mmv.acme.uptime",
		"pmcd.version", "pmcd.numagents", "pmcd.timezone", "pmcd.feature.local", "pmcd.pid",
		"sample.dodgey.control", "sample.many.count", "sample.scramble.version", "sample.error_check",
	}
	livePlural = []string{
		"sample.bin", "sample.colour", "sample.part_bin", "sample.bogus_bin", "sample.bucket",
		"sample.long.bin", "sample.long.bin_ctr", "sample.ulong.bin", "sample.longlong.bin_ctr",
		"sample.ulonglong.bin", "sample.float.bin", "sample.float.bin_ctr", "sample.double.bin",
		"sample.string.bin", "sample.aggregate.bin", "sampledso.bin", "sampledso.float.bin", "sampledso.colour",
		"sample.scramble.bin", "sample.many.int", "sample.dodgey.value", "sample.proc.exec", "sample.proc.ordinal",
		"sample.dupnames.four.colour", "simple.color", "mmv.acme.products.count", "sample.event.records",
		"sample.event.highres_records", "sampledso.event.records", "pmcd.agent.name", "pmcd.agent.type",
		"sample.ghosts.visible", "sample.needprofile", "sample.secret.foo.bar.max.redirect",
	}
	liveOdd = []string{
		"sample.noinst", "sample.darkness", "sample.bad.unknown", "sample.bad.nosupport", "sample.bad.novalues",
		"sample.bad.fetch.again", "sample.event.param_32", "sample.event.type", "event.flags", "event.missed",
		"sample.dynamic.counter", "sampledso.noinst", "sampledso.bad.unknown", "sampledso.needprofile",
		"sample.ghosts.origin", "sample.ghosts.nosuch", "sample.secret.nosuch", "sampledso.darkness",
	}
	liveInner = []string{
		"sample.long", "sample.float", "sample.bad", "sample.secret", "sample.secret.foo.bar", "sample.ghosts",
		"sample.dupnames", "sample.event", "sampledso.string", "simple.time", "simple", "trivial", "event",
		"mmv.acme", "mmv", "pmcd.feature", "pmcd.agent", "sample.negative", "sample.dynamic.meta", "sample.wrap",
		"sample.aggregate", "sample.proc", "sample.updown.control",
	}
	malformedNames = []string{
		"", " ", ".", "..", "sample.", "sample..long", ".sample", "sample.long.", "sample.long.one.", "nosuch",
		"sample.nosuch", "no such", "sample.long.one ", " sample.long.one", "sample.long one", "sample-long",
		"sample/long", "9.sample", "_x", "sample.long.one.two", "SAMPLE.LONG.ONE", "sample.l*", "sämple", "a,b",
		"pmcd;", "anon", "anon.1", "sample.long.one[0]", "derived", "*", "%s%n", "\\", "sample.colour\t",
	}
	liveIdentifiers = []string{
		"29", "29.0", "29.1", "29.2", "29.0.4", "29.0.6", "29.0.14", "30.0.4", "30.1", "253.0.1", "253.1", "253.0",
		"2.0.7", "2.1", "2.4.0", "70.1", "511.0.1", "511.1", "29.0.9999", "29.4095.1023", "29.4096.1", "512.0.0",
		"29.0.1024", "29.", "29..1", ".29", "29.0.4.1", "29.0.", "-1", "0", "0.0", "0.0.0", "29.4194303",
		"29.4194304", "0x1d.0.4", "29.0.4x", "29.-1", "+29.1", " 29.1", "29 .1", "4294967295", "29.0.*", "PM_ID_NULL",
		"PM_INDOM_NULL", "29:0:4", "1e1.0.0", "029.00.04", "99999999999.0.1",
	}
)

// instanceNames are those of the metrics above, in no order.
var instanceNames = []string{
	"bin-100", "bin-200", "bin-300", "bin-500", "bin-900", "red", "green", "blue", "d1", "i-0", "i-3",
	"fungus", "bogus", "0001", "0001 init", "0002 /etc/bozo", "giant rubber bands", "anvils", "colleen", "sample",
	"nosuch", "100", "0", "bin", "bin-1000", "RED", "", "bin-100 ", "zwölf", "250",
}

// instanceList is a list of instances, as -i takes it or brackets do.
func (g *generator) instanceList() string {
	list := ""
	for i := 0; i == 0 || g.odds(2); i++ {
		name := pick(g, instanceNames)
		if i > 0 {
			list += pick(g, []string{",", ",", ",", " ", ", ", ",,", " ,", "\t"})
		}
		switch g.IntN(6) {
		case 0:
			name = `"` + name + `"`
		case 1:
			name = "'" + name + "'"
		case 2:
			name = pick(g, []string{`"` + name, "'" + name, name + `"`, `\` + name, name + `\`, "[" + name, name + "]"})
		}
		list += name
	}
	return list
}

// derivedNames are those of the files of [generatedFiles].
var derivedNames = []string{"my.sum", "my.rate", "my.bins", "my.bad", "my.max", "my", "my.one", "my.gone", "my.ok", "my.other"}

// ofType is a metric of some type.
func (g *generator) ofType() string {
	types := []string{"long", "ulong", "longlong", "ulonglong", "float", "double"}
	kinds := []string{"one", "ten", "hundred", "million", "write_me", "bin", "bin_ctr"}
	return pick(g, []string{"sample.", "sampledso."}) + pick(g, types) + "." + pick(g, kinds)
}

// name is a metric's, a group's, or nothing of the kind.
func (g *generator) name() string {
	switch {
	case g.odds(8):
		return g.ofType()
	case g.odds(20):
		return pick(g, derivedNames)
	}
	return pick(g, pick(g, [][]string{liveSingular, liveSingular, livePlural, livePlural, liveOdd, liveInner, malformedNames}))
}

// some are the operands of a tool that takes several.
func (g *generator) some(most int) []string {
	var names []string
	for range g.IntN(most) + 1 {
		name := g.name()
		if g.tool == "pminfo" && g.odds(6) {
			name = pick(g, liveIdentifiers)
		}
		names = append(names, name)
	}
	if g.odds(6) {
		names = append(names, pick(g, names))
	}
	return names
}

// spec is a metric specification.
func (g *generator) spec() string {
	name := pick(g, pick(g, [][]string{liveSingular, livePlural, livePlural, liveStores, liveOdd, derivedNames, malformedNames, liveInner}))
	if g.odds(4) {
		name = g.ofType()
	}
	if g.odds(6) {
		name += "[" + g.instanceList() + "]"
	}
	switch g.IntN(16) {
	case 0:
		return g.host() + ":" + name
	case 1:
		return pick(g, []string{"nosuch/", "./", "/", "local:/", ":", "[::1]:", "localhost://", "local:",
			"$ARCHIVES/20041125.0/", "$ARCHIVES/nosuch/", "$ARCHIVES/"}) + name
	case 2:
		return pick(g, []string{"$ARCHIVES/20041125.0/kernel.all.load", "$ARCHIVES/20041125.0/disk.dev.read[nosuch]"})
	}
	return name
}

// host is where to find pmcd, or not.
func (g *generator) host() string {
	if g.odds(3) {
		return pick(g, []string{"", " ", ":", "localhost:", "localhost:1", "localhost:bad", "nosuch.invalid", "[::1", "[]",
			"[::1]x", "unix:nosuch", "local:/nosuch/socket", "unix:/", "127.0.0.256", "localhost:$PORT,", "localhost:1,2",
			"localhost:-1", "localhost:65536", "a b", "localhost:$PORT:2", "pcp:", "pcp://", "http://localhost", "pcps:localhost",
			"localhost@localhost:1", "@localhost", "localhost?", "localhost:$PORT?container", "localhost:$PORT?x=y&z",
			"localhost:44321x", "local:///nosuch", "localhost%lo", "::1%lo", "a,b", "localhost,nosuch"})
	}
	return pick(g, []string{"localhost", "localhost:$PORT", "127.0.0.1", "127.0.0.1:$PORT", "[::1]", "[::1]:$PORT", "::1",
		"local:", "unix:", "local:$SOCKET", "unix:$SOCKET", "unix:/$SOCKET", "unix://$SOCKET", "localhost:1,$PORT",
		"localhost:$PORT,1", "pcp://localhost", "pcp://localhost:$PORT", "pcp:localhost", "LOCALHOST",
		"localhost:$PORT?container=x", "pcp://127.0.0.1:$PORT?compress", "127.1",
		"unix:$SOCKET?user=x&pass=y", "localhost?user=x&pass=y", "local:?secure=enforce", "unix:?compress", "local:?method=PLAIN",
		"unix:?container=a b", "localhost?secure=relaxed&container=x", "unix:$SOCKET?secure=none"})
}

// number is one that an option takes, or not, up to a bound.
func (g *generator) number(below int) string {
	if g.odds(6) {
		return pick(g, []string{"", "x", "1x", "-1", "0x2", " 2", "2 ", "1.5", "99999999999", "+1", "1e1", "--1"})
	}
	return strconv.Itoa(g.IntN(below))
}

// value is one for pmstore or pmval -x, of no particular type.
func (g *generator) value() string {
	switch g.IntN(8) {
	case 0:
		return pick(g, []string{"", " ", "-", "+", ".", "x", "0x", "0b1", "0x1g", "--1", "1 2", " 1", "1 ", "1,5", "1x", "e5",
			"1e", "1e+", "nan(", "infin", "0x.p1", "1_000", "²", "1\t", "\t1", "-0x", "++1", "-+1", "0o7", "'1'", `"1"`})
	case 1:
		return pick(g, []string{"inf", "-inf", "nan", "-nan", "INF", "NaN", "infinity", "nan(12)", "1e308", "1e309", "-1e309",
			"1e-308", "4.9e-324", "2e-324", "3.4e38", "3.5e38", "1.17549435e-38", "1e-39", "1e-45", "7e-46", "0x1p10",
			"-0x1.8p-3", "0.1", "1e5", "-1.5", ".5", "5.", "1e+3", "-.0", "-0", "1234567.5", "16777217", "0x.8"})
	case 2:
		return pick(g, []string{"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
			"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
			"18446744073709551615", "18446744073709551616", "-18446744073709551615", "-4294967295", "0xffffffff",
			"0x100000000", "0x7fffffff", "0xffffffffffffffff", "0x10000000000000000", "-0x80000000", "0X1F", "-0xa",
			"0x7fffffffffffffff", "0x8000000000000000", "0xdeadbeef", "99999999999999999999999"})
	case 3:
		return pick(g, []string{"010", "08", "007", "-017", "+5", "+0x5", "00", "-0", "0x0", "0"})
	case 4:
		return pick(g, []string{"hello", "two words", `a "b"`, `\n`, `\t\x41\101`, "ümläut", "a\tb", "%d%s", "\x7f", "\xff\xfe",
			"A long enough string to be cut where columns are narrow, or not at all where they are not",
			"'single'", `back\slash`, "[1 2 3]", "[0a0b]", "{}", "1:2"})
	}
	n := strconv.Itoa(g.IntN(2000) - 400)
	if g.odds(4) {
		n += "." + strconv.Itoa(g.IntN(1000))
	}
	return n
}

// liveStores are metrics that can be stored to, and whose next value is then known.
// Not so are those of pmcd's own control, sample.not_ready (its agent is busy
// for as many seconds) and what the clock goes on from.
var liveStores = []string{
	"sample.long.write_me", "sample.ulong.write_me", "sample.longlong.write_me", "sample.ulonglong.write_me",
	"sample.float.write_me", "sample.double.write_me", "sample.string.write_me", "sample.aggregate.write_me",
	"sample.write_me", "sample.dupnames.two.write_me", "sampledso.long.write_me", "sampledso.ulong.write_me",
	"sampledso.longlong.write_me", "sampledso.ulonglong.write_me", "sampledso.float.write_me",
	"sampledso.double.write_me", "sampledso.string.write_me", "sampledso.aggregate.write_me", "sampledso.write_me",
	"simple.numfetch", "simple.color", "sample.bin", "sample.colour", "sample.drift", "sample.lights",
	"sample.magnitude", "sample.event.reset", "sample.scramble.version", "sample.long.one", "sample.bogus_bin",
	"sample.part_bin", "sample.error_code", "sample.dynamic.meta.pmdesc.sem", "sample.noinst",
	"mmv.acme.debt", "simple.time.user", "sample.string.hullo", "sample.float.bin", "sample.updown.control.max",
}

// stored is a metric and a value for pmstore; now and then one of them is
// missing, or more follows.
func (g *generator) stored() []string {
	metric, value := pick(g, liveStores), g.value()
	switch {
	case g.odds(20):
		metric, value = "sample.dynamic.meta.pmdesc.type", pick(g, []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-1", "77"})
	case g.odds(30):
		metric, value = "sample.dynamic.meta.pmdesc.units", pick(g, []string{"0", "0x1f010307", "0x10000000", "0x7f7f7f00", "0xffffffff", "x"})
	case g.odds(30):
		metric, value = "sample.dynamic.meta.pmdesc.indom", pick(g, []string{"121634817", "-1", "121634818"})
	case g.odds(12):
		metric = g.name()
	case strings.Contains(metric, "pmdesc.sem"), strings.HasSuffix(metric, "version"), strings.HasSuffix(metric, "max"):
		value = pick(g, []string{"1", "3", "4", "9", "-1", "x"})
	case strings.HasSuffix(metric, "error_code"):
		value = pick(g, []string{"0", "-12389", "-12357", "-11", "0"})
	}
	words := []string{quote(metric), quote(value)}
	switch g.IntN(30) {
	case 0:
		words = words[:1]
	case 1:
		words = append(words, pick(g, []string{"x", "-F", "--", "-i", "--fetch"}))
	}
	return words
}
