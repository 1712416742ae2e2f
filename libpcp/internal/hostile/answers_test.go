package hostile

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// answerLines are run on a pmcd that damages a reply.
var answerLines = []string{
	"pminfo -f memory", "pminfo -dmtTlsfM memory.load", "pminfo -x -f memory", "pminfo memory many", "pminfo -I memory.load", "pminfo -mtT -b 1 memory", "pminfo 200.1", "pminfo -F -f memory.load",
	"pmprobe -v memory", "pmprobe -I memory.load", "pmprobe -f -i memory.load", "pmprobe -F memory.load memory.one",
	"pmval -s 3 -t 0.01 memory.load", "pmval -s 2 -t 0.01 -i '1_minute' memory.load", "pmval -x -s 1 memory.load", "pmval -s 2 -t 0.01 memory.host.name",
	"pmstore memory.load 7", "pmstore -f memory.one 7", "pmstore -i '5_minute' memory.load 7",
}

// memoryBase is what a tool may need whatever comes, and memoryFactor how many
// times what has come.
const (
	memoryBase   = 32 << 20
	memoryFactor = 4
)

// TestCampaignAnswers runs the tools, in every format, on a pmcd one of whose
// replies is damaged or is another PDU. They end by themselves, without a crash,
// and need no more memory than what has come is worth.
func TestCampaignAnswers(t *testing.T) {
	r := campaign.Rand(t)
	runs, most, mostOf := campaign.Tries(t, 120), 0.0, ""
	for range runs {
		line, format, d := answerLines[r.IntN(len(answerLines))], formats[r.IntN(len(formats))], &damages[r.IntN(len(damages))]
		fake := &damaging{rand: rand.New(rand.NewPCG(r.Uint64(), 0)), at: r.IntN(8), damage: d}
		share, err := fake.run(t, line, format)
		what := fmt.Sprintf("%s --format=%s: reply %d, a %v: %s", line, format, fake.at, pdu.Type(fake.damaged.Load()), d.name)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if share > most {
			most, mostOf = share, what
		}
	}
	t.Logf("%d runs; at most %.0f%% of the memory allowed: %s", runs, 100*most, mostOf)
}

// damaging is a pmcd that damages one of its replies.
type damaging struct {
	rand    *rand.Rand
	at      int // number of that reply; 0 is the greeting
	damage  *damage
	damaged atomic.Uint32 // the pdu.Type of that reply
	sent    atomic.Int64  // bytes
}

// run runs a command line, and returns what part of the memory allowed it has
// needed.
func (f *damaging) run(t *testing.T, line, format string) (share float64, err error) {
	address := pmcdtest.Listen(t, f.serve)
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "_", " ")
	}
	args := append([]string{"-h", address, "--format=" + format}, words[1:]...)
	run := tool(t, []string{"PMCD_REQUEST_TIMEOUT=0.3"}, words[0], args...)
	allowed := memoryBase + memoryFactor*f.sent.Load()
	share = float64(run.Peak) / float64(allowed)
	switch {
	case run.Crashed():
		return share, fmt.Errorf("status %d, endless %v\n%.4000s", run.Status, run.Endless, run.Output())
	case run.Peak > allowed:
		return share, fmt.Errorf("%d MB of memory for %d kB", run.Peak>>20, f.sent.Load()>>10)
	case format == "json" && run.Status == 0 && !json.Valid(run.Stdout):
		return share, fmt.Errorf("no JSON:\n%.4000s", run.Output())
	}
	return share, nil
}

// serve is the script of the pmcd.
func (f *damaging) serve(c *pmcdtest.Conn) {
	answer := pmcdtest.Answerer(sourcetest.NewMemory(3))
	greeting := &pdu.Greeting{Version: pdu.Version, Licensed: 1, Features: pmcdtest.AllFeatures}
	switch f.rand.IntN(6) {
	case 0, 1:
		greeting.Features = 0 // the other requests
	case 2:
		greeting.Features = pdu.Features(f.rand.Uint32())
	}
	if !f.send(c, 0, greeting.Append(nil)) {
		return
	}
	for n := 1; ; {
		t, b, ok := c.Next()
		if !ok {
			return
		}
		m := answer(t, b)
		if m == nil {
			continue
		}
		if !f.send(c, n, m.Append(nil)) {
			return
		}
		n++
	}
}

// send sends a reply, damaged if it is the one, and reports whether to go on.
func (f *damaging) send(c *pmcdtest.Conn, n int, b []byte) bool {
	goOn := true
	if n == f.at {
		f.damaged.Store(uint32(typeOf(b)))
		b = f.damage.apply(f.rand, b)
		goOn = !f.damage.closing
	}
	f.sent.Add(int64(len(b)))
	_, err := c.Write(b)
	return goOn && err == nil
}

func typeOf(b []byte) pdu.Type {
	h, _, err := pdu.Read(strings.NewReader(string(b)), nil, pdu.MaxLen)
	if err != nil {
		return 0
	}
	return h.Type
}
