package tests

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestSample runs our sample agent under PCP's pmcd beside PCP's
// one, and compares what PCP's tools see of both.
func TestSample(t *testing.T) {
	need.PCP(t)
	program := filepath.Join(buildAgents(t, "pcptools/libpcp/pmda/sample/..."), "pmdasample")
	ours := []ourAgent{
		{world.Extra{Name: "opipe", Domain: 329, Program: program, Channel: "pipe", Like: "sample"}, 29},
		{world.Extra{Name: "ounix", Domain: 330, Program: program, Channel: "unix", Like: "sample"}, 29},
	}
	w := extraWorld(t, ours[0].Extra, ours[1].Extra)
	ask := func(agent *ourAgent, line string) string {
		words := strings.Fields(line)
		if agent == nil {
			return hideSome(genuine(t, w, words))
		}
		text := agent.back(genuine(t, w, agent.rename(words)))
		return hideSome(prefixed(agent.Domain).ReplaceAllString(text, fmt.Sprintf("${1}%d.", agent.genuine)))
	}
	for _, line := range sampleCases {
		want := ask(nil, line)
		for i := range ours {
			if diff := cmp.Diff(want, ask(&ours[i], line)); diff != "" {
				t.Errorf("%s: %s (-genuine +ours):\n%s", ours[i].Name, line, diff)
			}
		}
	}
	// An agent that is not ready is felt by clients of the others too.
	want := sampleEnd(func(line string) string { return ask(nil, line) })
	if !slices.Contains(want, sampleReady) {
		t.Errorf("the genuine agent was never seen busy and then ready: %q", want)
	}
	for i := range ours {
		got := sampleEnd(func(line string) string { return ask(&ours[i], line) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", ours[i].Name, diff)
		}
	}
}

// sampleReady is what is printed of an agent that is ready.
const sampleReady = "sample.load 1 42\nsample.not_ready 1 0\n"

// sampleEnd has an agent be busy for a second, and then end itself.
func sampleEnd(ask func(line string) string) []string {
	var answers []string
	text := ""
	for range 20 { // it may be ready before a busy machine asks
		answers = []string{ask("pmstore sample.not_ready 1"), ask("pmprobe -v sample.load")}
		for deadline := time.Now().Add(time.Minute); text != sampleReady && time.Now().Before(deadline); {
			time.Sleep(50 * time.Millisecond)
			text = ask("pmprobe -v sample.load sample.not_ready")
		}
		if answers[1] != "sample.load 1 42\n" {
			break
		}
		text = ""
	}
	return append(answers, text, ask("pmstore sample.control -1"), ask("pmprobe -v sample.load"))
}

// prefixed matches a domain in identifiers that messages have.
func prefixed(domain int) *regexp.Regexp {
	return regexp.MustCompile(fmt.Sprintf(`(\(|indom=)%d\.`, domain))
}

var clockTime = regexp.MustCompile(`[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+`)

// agentInstance is our own agents as instances of pmcd's metrics, one of which
// sample.secret leads to.
var agentInstance = regexp.MustCompile(`inst \[3[0-9]{2} or .*\n`)

func hideSome(text string) string {
	return agentInstance.ReplaceAllString(clockTime.ReplaceAllString(text, "TIME"), "AGENT\n")
}

// sampleCases lead both agents through the same states. What differs from
// process to process is left out, and help texts.
var sampleCases = []string{
	// Which instances of sample.mirage come and go is each agent's own affair,
	// and would draw on the same chance as other values.
	"pmstore sample.controller.mirage 1000000000",
	"pminfo -d sample",
	"pminfo -m sample",
	"pminfo -M sample.secret sample.ghosts",
	"pminfo -l sample",
	"pmprobe -i sample",
	"pmprobe -I sample.bin sample.hordes sample.scramble sample.event.records sample.needprofile",
	"pmprobe -v sample.secret sample.ghosts sample.bad",
	"pminfo -f sample.colour sample.bin sample.bucket sample.part_bin sample.bogus_bin sample.drift sample.lights",
	"pminfo -f sample.long sample.ulong sample.float sample.double sample.longlong sample.string sample.aggregate",
	"pminfo -f sample.ulonglong.one sample.magnitude sample.mirage sample.mirage_longlong sample.needprofile",
	"pminfo -f sample.rapid sample.error_code sample.error_check sample.bigid sample.byte_ctr sample.kbyte_rate",
	"pminfo -f sample.hordes sample.wrap sample.slow_wrap sample.dodgey sample.scale_step sample.many sample.scramble",
	"pminfo -f sample.negative sample.controller sample.proc.ordinal sample.proc.exec sample.updown sample.noinst",
	"pminfo -f sample.dynamic sample.dupnames.five.bin sample.dupnames.two.write_me sample.secret",
	"pminfo -fx sample.event",
	"pminfo -fx sample.event.records",
	"pminfo -fx sample.event.records sample.event.highres_records",
	"pminfo -fx sample.event.records sample.event.no_indom_records",
	"pmstore sample.event.reset -1",
	"pminfo -fx sample.event.records",
	"pmval -x -s 5 -t 0.05 sample.event.records",
	"pmval -x -s 5 -t 0.05 -i fungus sample.event.highres_records",
	"pmval -x -s 4 -t 0.05 sample.event.no_indom_records",
	"pmstore sample.long.write_me 7", "pmstore sample.float.write_me 7.5", "pmstore sample.string.write_me hello",
	"pmstore sample.aggregate.write_me [0102]", "pmstore sample.ulonglong.write_me 18446744073709551615",
	"pmprobe -v sample.long.write_me sample.float.write_me sample.string.write_me sample.aggregate.write_me sample.ulonglong.write_me",
	"pminfo -l sample.long.write_me sample.float.write_me sample.longlong.write_me",
	"pmstore sample.long.write_me 13",
	"pminfo -l sample.long.write_me",
	"pmstore sample.bin 5", "pmstore -i bin-300,bin-400 sample.bin 77", "pmstore -i bin-12 sample.bin 1",
	"pmprobe -v sample.bin sample.bogus_bin sample.part_bin sample.double.bin sample.string.bin",
	"pmstore sample.colour 20",
	"pmprobe -v sample.colour sample.mirage",
	"pmstore sample.load 1", "pmstore sample.bad.unknown 1", "pmstore sample.bad.novalues 1", "pmstore sample.darkness 1",
	"pmstore sample.drift 500",
	"pmval -s 5 -t 0.05 sample.drift",
	"pmval -s 7 -t 0.05 sample.updown.obs",
	"pmval -s 3 -t 0.05 -i bin-100 sample.scramble.bin",
	"pmstore sample.scramble.version 99",
	"pmval -s 3 -t 0.05 sample.scramble.bin",
	"pmstore sample.error_code -12345",
	"pmprobe -v sample.error_check", "pminfo -f sample.load sample.error_check sample.bin", "pminfo -d sample.error_check",
	"pmstore sample.error_code 0",
	"pminfo -df sample.error_check",
	"pmstore sample.many.count 3", "pmprobe -I sample.many.int", "pmstore sample.many.count 1000000", "pmprobe -v sample.many.count",
	"pmstore sample.many.count 2",
	"pmstore sample.ghosts.visible 3",
	"pminfo -dflm sample.ghosts", "pmval -s 4 -t 0.05 sample.ghosts.state", "pmprobe -v sample.ghosts.state",
	"pmstore sample.ghosts.origin x",
	"pmstore sample.ghosts.visible 0", "pminfo -df sample.ghosts",
	"pmstore sample.ghosts.visible -1", "pminfo -df sample.ghosts", "pminfo sample.ghosts.origin",
	"pmstore sample.dynamic.meta.pmdesc.type 5", "pmstore sample.dynamic.meta.pmdesc.sem 1", "pmstore sample.dynamic.meta.pmdesc.units 0",
	"pminfo -df sample.dynamic.meta",
	"pmstore sample.dodgey.control 3", "pmprobe -v sample.dodgey", "pmprobe -I sample.dodgey.value",
	"pmstore sample.dodgey.control 0", "pmprobe -v sample.dodgey",
	"pmstore sample.dodgey.control -12350", "pmprobe -v sample.dodgey", "pmprobe -I sample.dodgey.value",
	"pmstore sample.updown.control.repeat -1", "pmstore sample.updown.control.step 60", "pmstore sample.updown.control.repeat 1",
	"pmval -s 12 -t 0.02 sample.updown.obs",
	"pmstore sample.proc.reset 1", "pminfo -f sample.proc.exec",
	"pmval -s 4 -t 0.05 -i 1,3 sample.proc.ordinal",
	"pmstore sample.negative.instant.m_32 -5", "pmprobe -v sample.negative",
	"pmstore sample.const_rate.value 17", "pmprobe -v sample.const_rate",
	"pmprobe -v sample.byte_rate sample.byte_ctr sample.kbyte_ctr sample.dodgey.value",
	"pmstore sample.percontext.pdu 0",
	"pmprobe -v sample.percontext.pdu sample.percontext.recv_pdu sample.percontext.xmit_pdu",
	"pmprobe -v sample.percontext.control.start",
}
