package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/openmetrics"
	"pcptools/libpcp/pcp"
)

// TestScrapes has many scrapers at once, of this host: each gets all metrics, in the
// format that it accepts.
func TestScrapes(t *testing.T) {
	if runtime.GOOS != "linux" {
		need.Skip(t, "local metrics are of Linux")
	}
	x, err := open(t.Context(), pcp.Local, "", []string{"hinv.ncpu", "kernel.all.load", "proc.psinfo.utime"})
	if err != nil {
		t.Fatal(err)
	}
	defer x.c.Close()
	server := httptest.NewServer(x)
	defer server.Close()
	var scrapers sync.WaitGroup
	for i := range 8 {
		accept, want := "", openmetrics.Prometheus
		if i%2 == 0 {
			accept, want = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5", openmetrics.OpenMetrics
		}
		scrapers.Go(func() {
			for range 3 {
				if err := scrape(server.URL, accept, want); err != nil {
					t.Error(err)
				}
			}
		})
	}
	scrapers.Wait()
}

func scrape(url, accept string, want openmetrics.Format) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", accept)
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	text := string(body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("%v %s: %s", err, response.Status, text)
	}
	if got := response.Header.Get("Content-Type"); got != want.ContentType() {
		return fmt.Errorf("%s in place of %s", got, want.ContentType())
	}
	if ends := strings.HasSuffix(text, "# EOF\n"); ends != (want == openmetrics.OpenMetrics) {
		return fmt.Errorf("the end, of %s: %s", want.ContentType(), text)
	}
	for _, series := range []string{"\nhinv_ncpu{", "\nkernel_all_load{instname=\"1 minute\",", "\nproc_psinfo_utime_seconds_total{instname="} {
		if !strings.Contains(text, series) {
			return fmt.Errorf("no %q in\n%s", series, text)
		}
	}
	return nil
}
