package source

import (
	"testing"
	"time"
)

// TestEndedText words that metrics have no more values.
func TestEndedText(t *testing.T) {
	last := time.Unix(0, 0).UTC()
	for want, text := range map[string]string{
		"web1: no values of any metric since 1970-01-01 00:00:00":           endedText("web1", []string{"a", "b"}, true, last),
		"web1: no values of a since 1970-01-01 00:00:00":                    endedText("web1", []string{"a"}, false, last),
		"web1: no values of a and 2 more metrics since 1970-01-01 00:00:00": endedText("web1", []string{"a", "b", "c"}, false, last),
	} {
		if text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
