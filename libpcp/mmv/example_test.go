//go:build unix

package mmv_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/mmv"
	agent "pcptools/libpcp/pmda/mmv"
)

// A program counts what it sells, and another looks at that.
func Example() {
	dir, _ := os.MkdirTemp("", "mmv") // PCP has a directory for this
	defer os.RemoveAll(dir)
	os.Mkdir(filepath.Join(dir, "mmv"), 0o755)
	os.Setenv("PCP_TMP_DIR", dir)
	defer os.Unsetenv("PCP_TMP_DIR")

	fruit := &mmv.InDom{
		Serial:    1,
		Instances: []mmv.Instance{{ID: 0, Name: "apples"}, {ID: 1, Name: "pears"}},
	}
	w, err := mmv.Create(&mmv.File{
		Name:    "shop",
		Cluster: 321,
		Flags:   mmv.Process,
		InDoms:  []*mmv.InDom{fruit},
		Metrics: []mmv.Metric{{
			Name: "sold", Item: 1, Type: mmv.TypeU64, Sem: libpcp.SemCounter, InDom: fruit,
			Units: libpcp.Count, OneLine: "pieces of fruit sold",
		}, {
			Name: "open", Item: 2, Type: mmv.Elapsed, OneLine: "time in which the shop was open",
		}, {
			Name: "slogan", Item: 3, Type: mmv.TypeString, Sem: libpcp.SemDiscrete,
		}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	apples, _ := mmv.Find[uint64](w, "sold", "apples")
	pears, _ := mmv.Find[uint64](w, "sold", "pears")
	slogan, _ := w.Text("slogan", "")
	open, _ := w.Timer("open", "")

	open.Begin()
	slogan.Set("fresh every day")
	apples.Add(12)
	pears.Inc()
	open.End()

	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 70, New: agent.New}))
	defer c.Close()
	g, _ := c.Group(context.Background(), "mmv.shop.sold")
	sample, _ := g.Fetch(context.Background())
	sold, _ := sample.Values("mmv.shop.sold")
	for _, r := range sold {
		fmt.Println(r.Instance, r.Value)
	}
	// Output:
	// apples 12
	// pears 1
}

// A program that looks for a value by its name each time, as in C; what nothing has named
// is no error for a Writer.
func ExampleWriter_Add() {
	dir, _ := os.MkdirTemp("", "mmv")
	defer os.RemoveAll(dir)
	os.Mkdir(filepath.Join(dir, "mmv"), 0o755)
	os.Setenv("PCP_TMP_DIR", dir)
	defer os.Unsetenv("PCP_TMP_DIR")

	tills := &mmv.InDom{Serial: 1, Instances: []mmv.Instance{{ID: 0, Name: "left"}, {ID: 1, Name: "others"}}}
	w, err := mmv.Create(&mmv.File{Name: "shop", Flags: mmv.NoPrefix, InDoms: []*mmv.InDom{tills}, Metrics: []mmv.Metric{
		{Name: "sold", Item: 1, Type: mmv.Type32, InDom: tills, Sem: libpcp.SemCounter},
		{Name: "price", Item: 2, Type: mmv.TypeDouble, Sem: libpcp.SemInstant},
		{Name: "slogan", Item: 3, Type: mmv.TypeString, Sem: libpcp.SemDiscrete},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	w.Inc("sold", "left")
	w.Add("sold", "left", 2)
	w.AddOr("sold", "right", "others", 5)
	w.Set("price", "", 0.8)
	w.SetText("slogan", "", "fresh every day")

	left, _ := mmv.Find[int32](w, "sold", "left")
	price, _ := mmv.Find[float64](w, "price", "")
	slogan, _ := w.Text("slogan", "")
	fmt.Println(left.Value(), price.Value(), slogan.Value())
	left.Set(0)
	fmt.Println(left.Value())
	// Output:
	// 3 0.8 fresh every day
	// 0
}
