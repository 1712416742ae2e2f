package format_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// The identifiers are those that pminfo -s of PCP 6.0.3 prints for archives
// of its test suite.
func TestSeries(t *testing.T) {
	const labels = `{"hostname":"gonzo"}`
	if got, want := format.SourceID(labels), "2db6317cb9bacd6642a31445de4d0385276b501f"; got != want {
		t.Errorf("SourceID = %s, want %s", got, want)
	}
	seconds := libpcp.Desc{Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Sec}
	if got, want := format.MetricSeries("sample.seconds", labels, seconds, libpcp.UnitsNotation{}), "c1b76ac04a8347bd5082920cf391a94fb7020111"; got != want {
		t.Errorf("MetricSeries = %s, want %s", got, want)
	}
}

// The identifiers are those of pminfo -s of 7.2.2 and 6.3.8 for the archive
// "extra" of the test suite of 7.2.2.
func TestSeriesOfExtraUnits(t *testing.T) {
	const labels = `{"agent":"sample","domainname":"localdomain","hostname":"bozo.localdomain",` +
		`"machineid":"6c78e37f87514105b535e855a43de6ac","role":"testing"}`
	current := libpcp.Desc{Type: libpcp.TypeFloat, Sem: libpcp.SemInstant,
		Units: libpcp.Milliamp}
	for notation, want := range map[libpcp.UnitsNotation]string{
		{}:              "f4c24f29d802e277ece4a306ecc7fed91ac3217b",
		{NoExtra: true}: "b262a984d7116395d521c6bb1ef1b549f675e290",
	} {
		if got := format.MetricSeries("sample.current.milliamp", labels, current, notation); got != want {
			t.Errorf("%+v: %s, want %s", notation, got, want)
		}
	}
}

// A metric that the archive's host did not support has no semantics either.
func TestSeriesOfUnsupportedMetric(t *testing.T) {
	got := format.MetricSeries("hinv.interconnect", `{"hostname":"omen.melbourne.sgi.com"}`, libpcp.Desc{Type: libpcp.TypeNoSupport},
		libpcp.UnitsNotation{})
	if want := "4dc8657be8a1f3aab27a29c146729d5c31f15d76"; got != want {
		t.Errorf("MetricSeries = %s, want %s", got, want)
	}
}

func TestSeriesOfLabelledMetric(t *testing.T) {
	const (
		source = `"domainname":"localdomain","groupid":977,"hostname":"brolley-t530"`
		rest   = `,"indom_name":"per disk","machineid":"8bd383d07b1f44e5bbb8eb3b4b7dbb63","userid":977}`
		metric = `{"agent":"linux","device_type":"block",` + source + rest
		sda    = `{"agent":"linux","device_name":"sda","device_type":"block",` + source + rest
	)
	reads := libpcp.Desc{Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count}
	if got, want := format.MetricSeries("disk.dev.read", metric, reads, libpcp.UnitsNotation{}), "b90003178767964bab4cb65be2056ba4d21c996a"; got != want {
		t.Errorf("MetricSeries = %s, want %s", got, want)
	}
	if got, want := format.InstanceSeries("sda", sda), "b07cb033da1a6e872edb4fdacc64188980014b3f"; got != want {
		t.Errorf("InstanceSeries = %s, want %s", got, want)
	}
}

func TestDescriptorWords(t *testing.T) {
	for typ, want := range map[libpcp.Type]string{
		-1: "Not Supported", 0: "32-bit int", 8: "static aggregate", 10: "highres event record array",
		11: "??? (11)", 255: "??? (255)", -2: "??? (-2)",
	} {
		if got := format.DataType(typ); got != want {
			t.Errorf("DataType(%d) = %q, want %q", typ, got, want)
		}
	}
	if got := format.Semantics(2); got != "??? (2)" {
		t.Errorf("Semantics(2) = %q", got)
	}
	if got := format.Units(libpcp.NoUnits, libpcp.UnitsNotation{}); got != "none" {
		t.Errorf("Units of none = %q", got)
	}
}
