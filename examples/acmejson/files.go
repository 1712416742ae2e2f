package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// metric is the metric of a member of the data.
type metric struct {
	Name        string   `json:"name"`
	Pointer     string   `json:"pointer"`
	Type        string   `json:"type"`
	Units       string   `json:"units,omitempty"`
	Semantics   string   `json:"semantics,omitempty"`
	Description string   `json:"description"`
	Index       string   `json:"index,omitempty"`   // which member names the instance
	Metrics     []metric `json:"metrics,omitempty"` // of the elements of an array
}

// description is the file of metadata.
var description = struct {
	Prefix  string   `json:"prefix"`
	Metrics []metric `json:"metrics"`
}{
	Prefix: "acme",
	Metrics: []metric{{
		Name: "products", Pointer: "/productdata", Type: "array", Description: "acme product data", Index: "/product",
		Metrics: []metric{
			counter("count", "count", "Acme factory product throughput"),
			counter("time", "microsec", "Machine time spent producing Acme products"),
			counter("queuetime", "microsec", "Queued time while producing Acme products"),
		},
	}},
}

func counter(name, units, text string) metric {
	return metric{Name: name, Pointer: "/" + name, Type: "integer", Units: units, Semantics: "counter", Description: text}
}

func describe(dir string) error { return write(filepath.Join(dir, "metadata.json"), description) }

// factory is the file of data.
type factory struct {
	Products []product `json:"productdata"`
}

type product struct {
	Name  string `json:"product"`
	Count int64  `json:"count"`
	Time  int64  `json:"time"`      // µs
	Queue int64  `json:"queuetime"` // µs
}

// made counts a product, and the time for which the others were queued.
func (f *factory) made(n int, working time.Duration) {
	us := working.Microseconds()
	for i := range f.Products {
		if i != n {
			f.Products[i].Queue += us
		}
	}
	f.Products[n].Count++
	f.Products[n].Time += us
}

func (f *factory) write(dir string) error { return write(filepath.Join(dir, "data.json"), f) }

// write replaces a file at once, so that the agent never sees half of one.
func write(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
