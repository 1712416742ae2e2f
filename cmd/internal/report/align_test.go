package report

import (
	"reflect"
	"testing"
)

// TestAlignNumbers aligns numbers among texts to the right of each other; a column of
// numbers alone is aligned elsewhere.
func TestAlignNumbers(t *testing.T) {
	rows := [][]string{{"7", "1"}, {"text", "20"}, {"1234", "3"}, {"", "4"}}
	alignNumbers(rows, []bool{false, true})
	if want := [][]string{{"   7", "1"}, {"text", "20"}, {"1234", "3"}, {"", "4"}}; !reflect.DeepEqual(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
}
