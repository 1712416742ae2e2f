package series_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"path"
	"strings"

	"pcptools/libpcp/series"
)

// A program lists the last values of a metric. WithHTTP is for settings such as a proxy;
// here it leads to an answer of a pmproxy.
func ExampleClient_Points() {
	c, err := series.New("http://127.0.0.1:44322", series.WithHTTP(&http.Client{Transport: answer{}}))
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range c.Points(context.Background(), `kernel.all.load{hostname=="web1"}[count:2]`) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p.Time.UTC().Format("15:04:05"), p.Value)
	}
	// Output:
	// 12:00:10 0.25
	// 12:00:00 0.5
}

type answer struct{}

// What there is to know about the series of a metric: each host or archive has its own.
func ExampleClient_Query() {
	ctx := context.Background()
	c, err := series.New("http://127.0.0.1:44322", series.WithHTTP(&http.Client{Transport: answer{}}))
	if err != nil {
		log.Fatal(err)
	}
	ids, err := c.Query(ctx, "kernel.all.load")
	if err != nil {
		log.Fatal(err)
	}
	descs, err := c.Descs(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	names, err := c.Names(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	labels, err := c.Labels(ctx, ids)
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range descs {
		hosts, err := c.Sources(ctx, []series.ID{d.Source})
		fmt.Println(names[d.Series], d.Type, d.Sem, hosts[d.Source], labels[d.Series]["hostname"], err)
	}
	instances, err := c.Instances(ctx, ids)
	for _, inst := range instances {
		fmt.Println(inst.Inst, inst.Name, err)
	}
	// Output:
	// [kernel.all.load] FLOAT instant [web1] "web1" <nil>
	// 1 1 minute <nil>
}

func (answer) RoundTrip(r *http.Request) (*http.Response, error) {
	const points = `[
{"series":"d51624d12da45900bfee2fd73f1e23f3ccabb784","instance":"4ccabb784fd51624d12da45900bfee2fd73f1e23","timestamp":1717243210000.0,"value":"0.25"},
{"series":"d51624d12da45900bfee2fd73f1e23f3ccabb784","instance":"4ccabb784fd51624d12da45900bfee2fd73f1e23","timestamp":1717243200000.0,"value":"0.5"}]`
	const one = `{"series":"d51624d12da45900bfee2fd73f1e23f3ccabb784","source":"2cf6ab11a7d0bd33d46ac3a2ed4ff1b1a9ac4fd0",`
	text := map[string]string{
		"query":     `["d51624d12da45900bfee2fd73f1e23f3ccabb784"]`,
		"descs":     "[" + one + `"pmid":"60.2.0","indom":"60.2","semantics":"instant","type":"float","units":"none"}]`,
		"metrics":   "[" + one + `"name":"kernel.all.load"}]`,
		"labels":    "[" + one + `"labels":{"hostname":"web1"}}]`,
		"sources":   `[{"source":"2cf6ab11a7d0bd33d46ac3a2ed4ff1b1a9ac4fd0","name":"web1"}]`,
		"instances": "[" + one + `"instance":"4ccabb784fd51624d12da45900bfee2fd73f1e23","id":1,"name":"1 minute"}]`,
	}[path.Base(r.URL.Path)]
	if strings.Contains(r.FormValue("expr"), "count:") {
		text = points
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}
