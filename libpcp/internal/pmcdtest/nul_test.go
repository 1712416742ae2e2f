package pmcdtest_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

func TestMain(m *testing.M) { programs.Main(m) }

// nuls has a NUL, and more behind it, in all the text it gives.
type nuls struct{ *sourcetest.Memory }

const tail = "\x00tail"

func (n nuls) Ask(ctx context.Context, queries ...libpcp.Query) {
	n.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.TraverseQuery:
			q.Names = libpcp.NameListOf(tailed(q.Names.Slice()))
		case *libpcp.NamesQuery:
			q.Names = tailed(q.Names)
		case *libpcp.ChildrenQuery:
			for i := range q.Children {
				q.Children[i].Name += tail
			}
		case *libpcp.InstancesQuery:
			q.Instances = append([]libpcp.Instance(nil), q.Instances...)
			for i := range q.Instances {
				q.Instances[i].Name += tail
			}
		case *libpcp.InstanceNameQuery:
			q.Name += tail
		case *libpcp.TextQuery:
			q.Text += tail
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = n.labels(q.ID), nil
		}
	}
}

func tailed(names []string) []string {
	for i := range names {
		names[i] += tail
	}
	return names
}

func (nuls) labels(id libpcp.LabelID) []libpcp.LabelSet {
	if id.Class != libpcp.LabelItem && id.Class != libpcp.LabelInstances {
		return nil
	}
	const text = "{\"a\x00b\":\"c\x00d\"}"
	set := libpcp.LabelSet{Inst: libpcp.NullInst, JSON: text,
		Labels: []libpcp.Label{{Name: text[2:5], Value: text[7:12], Flags: uint8(id.Class)}}}
	if id.Class == libpcp.LabelInstances {
		set.Inst = 1
	}
	return []libpcp.LabelSet{set}
}

// TestNUL compares what the tools and PCP's make of text with a NUL
// in it.
func TestNUL(t *testing.T) {
	need.Tool(t, "pminfo")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	memory := sourcetest.NewMemory(2)
	for i := range memory.Metrics {
		for j, v := range memory.Metrics[i].Values.Values {
			if v.Block().Type == libpcp.TypeString {
				memory.Metrics[i].Values.Values[j] = libpcp.BlockValue(v.Inst, libpcp.Block{Type: libpcp.TypeString, Data: []byte("a\x00b\x00")})
			}
		}
	}
	address := pmcdtest.Listen(t, pmcdtest.Serve(nuls{memory}, pmcdtest.AllFeatures))
	for _, line := range []string{
		"pminfo", "pminfo memory", "pminfo 200.0.0", "pminfo -mdtT memory", "pminfo -f memory.load", "pminfo -f memory.host", "pminfo -l memory.one", "pminfo -s memory.load",
		"pminfo -tT 200.1", "pminfo -v memory", "pmprobe -I", "pmprobe -If memory.load", "pmprobe -v memory.host",
		"pmval -s 1 memory.load", "pmval -s 1 -i 5\\ minute memory.load", "pmstore -i 5\\ minute memory.load 1",
	} {
		words := strings.Fields(line)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], `\`, " ")
		}
		args := append([]string{"-h", address}, words[1:]...)
		want, wantErr := exec.Command(need.Tool(t, words[0]), args...).CombinedOutput()
		got, gotErr := exec.Command(filepath.Join(bin, words[0]), args...).CombinedOutput()
		if string(got) != string(want) || (gotErr == nil) != (wantErr == nil) {
			t.Errorf("%s: got\n%q\nwant\n%q", line, got, want)
		}
	}
}
