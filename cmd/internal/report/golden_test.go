package report

import (
	"os"
	"testing"

	"pcptools/libpcp"
)

// TestGoldens has records of each kind in all formats as they were reviewed; UPDATE=1
// writes what they are now.
func TestGoldens(t *testing.T) {
	all := records()
	extra := *metric(atom(libpcp.Uint64Atom(7)))
	extra.Desc.Units = libpcp.Dimensions{DimTime: -1, DimCount: 1, ScaleTime: libpcp.TimeSec, Extra: 3, ScaleExtra: 2}.Units()
	all = append(all, &extra)
	for _, f := range []Format{JSON, JSONLines, CSV, Table} {
		t.Run(f.String(), func(t *testing.T) {
			got := encode(f, Options{Columns: allColumns()}, all...)
			path := "testdata/records." + f.String()
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil || got != string(want) {
				t.Errorf("%v\ngot\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}
