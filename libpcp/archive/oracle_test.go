package archive

import (
	"os"
	"testing"
)

// TestScript runs the script in ARCHIVE_SCRIPT and prints what it finds, to
// be compared by hand.
func TestScript(t *testing.T) {
	name := os.Getenv("ARCHIVE_SCRIPT")
	if name == "" {
		t.Skip("for use by hand")
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := dump(os.Stdout, f); err != nil {
		t.Fatal(err)
	}
}
