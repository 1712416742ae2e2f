package mmv

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp"
)

// TestAddRefused checks that what is refused leaves a description as it was.
func TestAddRefused(t *testing.T) {
	f := &File{Name: "/tmp/registry", Cluster: 1}
	metric := Metric{Name: "m", Item: 1, Type: Type32, Sem: libpcp.SemInstant}
	one, two := &InDom{Serial: 1}, &InDom{Serial: 2}
	for i, err := range []error{
		f.AddInDom(one), f.AddInstance(one, Instance{ID: 1, Name: "one"}), f.AddMetric(metric),
		f.AddLabel("a", 1), f.AddLabel("b", "two"),
	} {
		if err != nil {
			t.Error(i, err)
		}
	}
	other := metric
	other.Name, other.InDom, other.Item = "other", two, 2
	for name, test := range map[string]struct{ err, want error }{
		"indom twice":       {f.AddInDom(&InDom{Serial: 1}), syscall.EINVAL},
		"indom 0":           {f.AddInDom(&InDom{}), syscall.ESRCH},
		"instance twice":    {f.AddInstance(one, Instance{ID: 1, Name: "two"}), syscall.EINVAL},
		"instance nowhere":  {f.AddInstance(two, Instance{ID: 1, Name: "two"}), syscall.ESRCH},
		"metric twice":      {f.AddMetric(metric), syscall.EINVAL},
		"metric of nothing": {f.AddMetric(other), syscall.ESRCH},
		"long label":        {f.AddLabel("c", strings.Repeat("x", 300)), syscall.E2BIG},
	} {
		if !errors.Is(test.err, test.want) || strings.Contains(test.err.Error(), "process") {
			t.Errorf("%s: %v, not %v", name, test.err, test.want)
		}
	}
	if len(f.InDoms) != 1 || len(f.InDoms[0].Instances) != 1 || len(f.Metrics) != 1 || f.Labels != `{"a":1,"b":"two"}` {
		t.Errorf("%+v", f)
	}
	if err := f.AddLabel("d", func() {}); err == nil {
		t.Error("a label that is no JSON")
	}
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
}
