//go:build unix

package mmv_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

// A server counts its answers by the seconds that they took.
func ExampleWriter_Histogram() {
	dir, _ := os.MkdirTemp("", "mmv")
	defer os.RemoveAll(dir)
	seconds := []float64{0.1, 1, 10}
	buckets := mmv.Buckets(1, seconds...)
	w, err := mmv.Create(&mmv.File{
		Name:   filepath.Join(dir, "server"), // only a name, for the agent to find it
		InDoms: []*mmv.InDom{buckets},
		Metrics: []mmv.Metric{{Name: "answers", Item: 1, Type: mmv.TypeU64, Sem: libpcp.SemCounter,
			Units: libpcp.Count, InDom: buckets}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	answers, err := w.Histogram("answers", seconds...)
	for _, took := range []float64{0.02, 0.1, 0.7, 99, math.NaN()} {
		answers.Observe(took)
	}
	for _, bucket := range buckets.Instances {
		n, _ := mmv.Find[uint64](w, "answers", bucket.Name)
		fmt.Println(bucket.Name, n.Value())
	}
	fmt.Println(err)
	// Output:
	// 0.1 2
	// 1 1
	// 10 0
	// +Inf 2
	// <nil>
}

func TestHistogram(t *testing.T) {
	buckets := mmv.Buckets(1, 1, 2)
	m := number("a", mmv.TypeU64)
	m.InDom = buckets
	w, err := mmv.Create(&mmv.File{Name: filepath.Join(t.TempDir(), "file"), InDoms: []*mmv.InDom{buckets}, Metrics: []mmv.Metric{m}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		metric string
		bounds []float64
		want   syscall.Errno
	}{{"a", []float64{1, 2}, 0}, {"a", []float64{2, 1}, syscall.EINVAL}, {"a", []float64{1, 3}, syscall.ESRCH}, {"b", nil, syscall.ESRCH}} {
		h, err := w.Histogram(test.metric, test.bounds...)
		if (err == nil) != (test.want == 0) || err != nil && libpcp.Code(err) != libpcp.Errno(test.want) {
			t.Errorf("%s %v: %v", test.metric, test.bounds, err)
		}
		h.Observe(5)
	}
	if n, err := mmv.Find[uint64](w, "a", "+Inf"); err != nil || n.Value() != 1 {
		t.Errorf("%d, %v", n.Value(), err)
	}
}
