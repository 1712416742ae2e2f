package debug

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// fetched prints what a fetch returns.
func (t *tracer) fetched(ctx context.Context, f traced.Fetched) {
	text := []byte("pmFetch returns ...\n")
	if f.Err != nil {
		text = fmt.Appendf(text, "Error: %s\n", t.texts.Of(f.Err))
	} else {
		text = appendChanges(text, f.Result.Changes, t.olderWords())
		text = t.appendResult(ctx, text, f.Names, f.Result, f.Zone)
	}
	t.w.Write(text)
}

// unpacked prints the records of an event array.
func (t *tracer) unpacked(ctx context.Context, u traced.Unpacked) {
	records, _ := libpcp.UnpackEvents(u.Block)
	text := appendRecords(ctx, nil, u.Names, records, u.Block.Type, u.Zone)
	if !t.olderWords() {
		text = bytes.ReplaceAll(text, []byte("\npmResult["), []byte("\npmResult_v2["))
		text = bytes.ReplaceAll(text, []byte("\npmHighResResult"), []byte("\npmResult"))
	}
	t.w.Write(text)
}

func (t *tracer) olderWords() bool { return !t.release.Has(release.TraceWords) }

// appendChanges appends the changes in pmcd, if any. A changed host name
// counts, but is not printed.
func appendChanges(dst []byte, c libpcp.StateChange, older bool) []byte {
	if c == 0 {
		return dst
	}
	var agents, changes []string
	add := func(list *[]string, bit libpcp.StateChange, text string) {
		if c&bit != 0 {
			*list = append(*list, text)
		}
	}
	add(&agents, libpcp.AgentAdded, " added")
	add(&agents, libpcp.AgentRestarted, " restarted")
	add(&agents, libpcp.AgentDropped, " dropped")
	if len(agents) > 0 {
		changes = append(changes, "agent(s)"+strings.Join(agents, ""))
	}
	add(&changes, libpcp.LabelsChanged, "label change")
	add(&changes, libpcp.NamesChanged, "names change")
	what := "PMCD state"
	if older {
		what += " changes"
	}
	return fmt.Appendf(dst, "%s: %s\n", what, strings.Join(changes, ", "))
}
