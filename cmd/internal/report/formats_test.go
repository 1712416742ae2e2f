package report

import (
	"io"
	"testing"
)

// TestFormats wants each row of the table complete: a name, which is read back, and
// an encoder, but for the formats that others write.
func TestFormats(t *testing.T) {
	for f := range onlyClassic {
		var read Format
		if err := read.Set(f.String(), OpenMetrics, Prometheus, Wide, Plot); err != nil || read.TableFor("") != nil || read != f {
			t.Errorf("%v is read as %v, %v", f, read, err)
		}
		elsewhere := f == Classic || f == Plot
		if made := formats[f].encoder; elsewhere != (made == nil) || made != nil && made(Options{Out: io.Discard, Format: f}) == nil {
			t.Errorf("%v: encoder %t", f, made != nil)
		}
		if formats[f].general && f != Classic && (!f.Several() || f.Repeated() == Never) {
			t.Errorf("%v goes with several sources %t, and with --watch as %v", f, f.Several(), f.Repeated())
		}
	}
	for option, want := range map[string]Format{"": Classic, "--top": Table} {
		var f Format
		if err := f.TableFor(option); err != nil || f != want {
			t.Errorf("with %q the format is %v, %v", option, f, err)
		}
	}
	f := JSON
	if err := f.TableFor("--top"); err != nil || f != JSON {
		t.Errorf("json became %v, %v", f, err)
	}
	f.Set("classic")
	if err := f.TableFor("--top"); err == nil || err.Error() != "--top does not go with --format=classic" {
		t.Errorf("an explicit classic format: %v", err)
	}
}
