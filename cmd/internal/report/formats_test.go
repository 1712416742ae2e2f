package report

import (
	"io"
	"testing"
)

// TestFormats wants each row of the table complete: a name, which is read back, and
// an encoder, but for the formats that others write.
func TestFormats(t *testing.T) {
	for i := range formats {
		f := Format(i)
		var read Format
		if err := read.Set(f.String(), OpenMetrics, Prometheus, Wide, Plot); err != nil || read != f {
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
	if f := Classic.TableIf(true); f != Table {
		t.Errorf("a table in place of classic is %v", f)
	}
	for _, f := range []Format{Classic.TableIf(false), JSON.TableIf(true)} {
		if f == Table {
			t.Error("a table that nobody asked for")
		}
	}
}
