package tests

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
)

// TestCampaignDescriptors runs tools that may have few file descriptors: each
// does what it does with many, or fails for that reason, which is what it says.
func TestCampaignDescriptors(t *testing.T) {
	need.Verify(t, "it runs tools a few hundred times")
	_, addresses, _ := fakes(t, 12, "fast")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(proxyAnswer(r))) }))
	defer server.Close()
	archives, err := filepath.Abs("testdata/golden/archives")
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{
		"pminfo -h HOST -f many.value", "pmprobe -h HOST -v many.value", "pmval -h HOST -s 2 -t 0.01 many.value", "pminfo -h PROXY -f a.one",
		"pminfo --hosts=HOSTS --format=csv -f many.value", "pmval --hosts=HOSTS --format=jsonl -s 2 -t 0.01 many.value",
		"pminfo -a ARCHIVES/packed3 -f", "pmval -a ARCHIVES/packed3,ARCHIVES/steps3 -s 3 m1", "pmprobe --archives=ARCHIVES/steps2,ARCHIVES/steps3,ARCHIVES/packed2 --format=csv -v",
		"pminfo -h PROXY --from-series=a.many -f", "pminfo -L -f kernel.all.load", "pmerr -5",
	}
	named := strings.NewReplacer("HOSTS", strings.Join(addresses, ","), "HOST", addresses[0], "PROXY", server.URL, "ARCHIVES", archives)
	r := campaign.Rand(t)
	short := 0
	for range campaign.Tries(t, 60) {
		line, n := lines[r.IntN(len(lines))], 5+r.IntN(12)
		if r.IntN(4) == 0 {
			n = 8 + r.IntN(57)
		}
		run := runLimited(t, n, strings.Fields(named.Replace(line))...)
		all := run.stdout + run.stderr
		many := strings.Contains(strings.ToLower(all), "too many open files") // of libpcp (C), or of Go where an archive of series is written
		if strings.Contains(all, "goroutine ") || strings.Contains(all, "refused") || run.status != 0 && !many {
			t.Errorf("%s with %d descriptors: status %d\n%.1000s%.1000s", line, n, run.status, run.stdout, run.stderr)
		}
		if many {
			short++
		} else if strings.Contains(line, "-a ARCHIVES") && run != runLimited(t, 200, strings.Fields(named.Replace(line))...) {
			t.Errorf("%s with %d descriptors: other output, of status %d\n%s%s", line, n, run.status, run.stdout, run.stderr)
		}
	}
	if short == 0 {
		t.Error("there were always enough")
	}
}
