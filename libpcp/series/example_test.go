package series_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
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

func (answer) RoundTrip(r *http.Request) (*http.Response, error) {
	const text = `[
{"series":"d51624d12da45900bfee2fd73f1e23f3ccabb784","instance":"4ccabb784fd51624d12da45900bfee2fd73f1e23","timestamp":1717243210000.0,"value":"0.25"},
{"series":"d51624d12da45900bfee2fd73f1e23f3ccabb784","instance":"4ccabb784fd51624d12da45900bfee2fd73f1e23","timestamp":1717243200000.0,"value":"0.5"}]`
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}
