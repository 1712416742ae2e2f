package archive

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// TestCutVolumeBehind has the index lead to the start of the last volume: that the end of
// the volume before is cut is not in the way of what is recorded there, as in libpcp (C).
func TestCutVolumeBehind(t *testing.T) {
	files := threeVolumes()
	late := logfile.Stamp{Sec: 115}
	files["x.index"] = logfile.IndexEntry{Volume: 2, At: late, Off: int64(len(files["x.2"]))}.Append(files["x.index"], 2)
	files["x.2"] = specimen.Framed(files["x.2"], specimen.Record(late, 4, 2))
	label := logfile.Label{Magic: logfile.Magic | 2, PID: 7, Start: logfile.Stamp{Sec: 100}, Host: "h", Zone: "UTC", Volume: 1}
	files["x.1"] = append(label.Append(nil), 0, 0, 1, 0, 7) // of a record of 256 bytes
	delete(files, "x.1.gz")
	a, err := openIn(t.Context(), files, "x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(t.Context(), libpcp.ModeForw, since1970(106), 0); err != nil {
		t.Fatal(err)
	}
	r, err := sourcetest.Direct(a).Fetch(t.Context(), []libpcp.PMID{specimen.Counter}, nil)
	if err != nil || r.Time.Unix() != 115 {
		t.Errorf("%v, %v", r, err)
	}
}
