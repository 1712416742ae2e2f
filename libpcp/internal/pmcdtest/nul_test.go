package pmcdtest_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// nuls has a NUL, and more behind it, in all the text it gives.
type nuls struct{ *sourcetest.Memory }

const tail = "\x00tail"

func (n nuls) Traverse(ctx context.Context, name string) ([]string, error) {
	names, err := n.Memory.Traverse(ctx, name)
	for i := range names {
		names[i] += tail
	}
	return names, err
}

func (n nuls) Names(ctx context.Context, id libpcp.PMID) ([]string, error) {
	names, err := n.Memory.Names(ctx, id)
	for i := range names {
		names[i] += tail
	}
	return names, err
}

func (n nuls) Children(ctx context.Context, name string) ([]libpcp.Child, error) {
	children, err := n.Memory.Children(ctx, name)
	for i := range children {
		children[i].Name += tail
	}
	return children, err
}

func (n nuls) Instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	list, err := n.Memory.Instances(ctx, d)
	list = append([]libpcp.Instance(nil), list...)
	for i := range list {
		list[i].Name += tail
	}
	return list, err
}

func (n nuls) InstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	name, err := n.Memory.InstanceName(ctx, d, inst)
	return name + tail, err
}

func (n nuls) Text(ctx context.Context, id libpcp.TextID) (string, error) {
	text, err := n.Memory.Text(ctx, id)
	return text + tail, err
}

func (n nuls) Labels(_ context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	if id.Class != libpcp.LabelItem && id.Class != libpcp.LabelInstances {
		return nil, nil
	}
	const text = "{\"a\x00b\":\"c\x00d\"}"
	set := libpcp.LabelSet{Inst: libpcp.NullInst, JSON: text,
		Labels: []libpcp.Label{{Name: text[2:5], Value: text[7:12], Flags: uint8(id.Class)}}}
	if id.Class == libpcp.LabelInstances {
		set.Inst = 1
	}
	return []libpcp.LabelSet{set}, nil
}

// TestNUL compares what the tools and the genuine ones make of text with a NUL
// in it.
func TestNUL(t *testing.T) {
	need.Tool(t, "pminfo")
	bin := pmcdtest.Tools(t)
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
