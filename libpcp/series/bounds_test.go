package series

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// TestEndless has an engine whose samples have no end: a time of the last one that
// never comes is no reason to fill the disk.
func TestEndless(t *testing.T) {
	l := &long{endless: true}
	c := l.client()
	c.bounds.recorded = 1 << 20
	recordings, err := record(t, c, Selection{})
	if libpcp.Code(err) != libpcp.ErrTooBig || !strings.Contains(err.Error(), "a shorter window or fewer series") || len(recordings) > 0 {
		t.Errorf("%v, %v", recordings, err)
	}
	if l.bytes > 5<<20 {
		t.Errorf("%d bytes were asked for", l.bytes)
	}
}

// TestHeld bounds what several answers have together.
func TestHeld(t *testing.T) {
	ids := make([]ID, 60) // ten to an answer
	for i := range ids {
		ids[i] = someID[0]
	}
	for held, want := range map[int64]libpcp.Error{4000: libpcp.ErrTooBig, 1 << 20: 0} {
		c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: hosts(60)}, Timeout: time.Minute}, bounds: bounds{held: held}}
		if _, err := c.Descs(t.Context(), ids); (want == 0) != (err == nil) || want != 0 && libpcp.Code(err) != want {
			t.Errorf("descriptors within %d bytes: %v", held, err)
		}
		recordings, err := record(t, c, Selection{})
		if (want == 0) != (err == nil) || want != 0 && libpcp.Code(err) != want {
			t.Errorf("recorded within %d bytes: %v, %v", held, recordings, err)
		}
	}
}

// TestOnce has what is known asked for once, and instances of metrics that can
// have some.
func TestOnce(t *testing.T) {
	l := new(long)
	if _, err := record(t, l.client(), Selection{FirstOnly: true}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(l.asked, " "), "query descs labels metrics values values values"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}
