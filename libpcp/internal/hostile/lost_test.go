package hostile

import (
	"strings"
	"testing"

	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// TestLostOnTheWay has connections end at a request without which a report has
// no values, or less about them: it then says so, rather than be like that of
// a source that has no more.
func TestLostOnTheWay(t *testing.T) {
	for _, test := range []struct {
		line string
		at   pdu.Type
		want string // in what is printed
	}{
		{"pminfo --format=openmetrics memory.load", pdu.TypeHighResFetch, "Error: IPC protocol failure\n"},
		{"pminfo --format=openmetrics memory.load", pdu.TypeDescReq, "Error: IPC protocol failure\n"},
		{"pminfo --format=openmetrics memory.load", pdu.TypeInstanceReq, "Error: IPC protocol failure\n"},
		{"pminfo --format=openmetrics memory.load", pdu.TypeTextReq, "Error: IPC protocol failure\n"},
		{"pminfo --format=openmetrics memory.load", pdu.TypeLabelReq, "Error: IPC protocol failure\n"},
		{"pminfo --format=jsonl -f memory.load", pdu.TypeInstanceReq, `"kind":"error"`},
		{"pminfo --format=csv -T memory.load", pdu.TypeTextReq, "PM_ERR_IPC"},
		{"pminfo --format=table -T memory.load", pdu.TypeTextReq, "IPC protocol failure"},
		{"pminfo --format=json -l memory.load", pdu.TypeLabelReq, `"call":"pmLookupLabels"`},
		{"pmprobe --format=jsonl -v memory.load", pdu.TypeLabelReq, `"call":"pmLookupLabels"`},
		{"pmprobe --format=csv -v memory.load", pdu.TypeInstanceReq, "PM_ERR_IPC"},
		{"pmval --format=jsonl -s 1 memory.load", pdu.TypeInstanceReq, `"call":"pmGetInDom"`},
		{"pminfo --search nowhere", pdu.TypeTextReq, "pminfo: IPC protocol failure"},
	} {
		address := pmcdtest.Listen(t, endsAt(test.at))
		words := strings.Fields(test.line)
		run := tool(t, nil, words[0], append([]string{"-h", address}, words[1:]...)...)
		status := 1
		if words[0] == "pmprobe" {
			status = 0
		}
		if text := run.Output(); run.Crashed() || run.Status != status || !strings.Contains(text, test.want) {
			t.Errorf("%s, without an answer to %v: status %d, want %q in\n%s", test.line, test.at, run.Status, test.want, text)
		}
	}
}

// endsAt is the script of a pmcd that closes a connection in place of the answer
// to a request.
func endsAt(last pdu.Type) pmcdtest.Script {
	return func(c *pmcdtest.Conn) {
		c.Greet(pmcdtest.AllFeatures)
		answer := pmcdtest.Answerer(sourcetest.NewMemory(3))
		for {
			t, b, ok := c.Next()
			if !ok || t == last {
				return
			}
			if m := answer(t, b); m != nil {
				c.Send(m)
			}
		}
	}
}
