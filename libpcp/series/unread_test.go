package series

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestOddNumbers reads what agents report, although pmstore refuses it.
func TestOddNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"1.401298e-45": 1.401298e-45, "inf": math.Inf(1), "-inf": math.Inf(-1), "nan": math.NaN(), "-nan": math.NaN(), "5.9e-01": 0.59,
	} {
		for _, typ := range []libpcp.Type{libpcp.TypeFloat, libpcp.TypeDouble} {
			v, f, err := encode(1, []byte(text), typ)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			set := libpcp.ValueSet{Format: f, Values: []libpcp.Value{v}}
			a, err := set.Atom(0, typ)
			got, want := a.Float64(), want
			if typ == libpcp.TypeFloat {
				want = float64(float32(want))
			}
			if err != nil || got != want && math.Abs(got-want) > 1e-7*math.Abs(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s as %v: got %v, %v", text, typ, got, err)
			}
		}
	}
	for text, typ := range map[string]libpcp.Type{"1e999": libpcp.TypeDouble, "x": libpcp.TypeFloat, "": libpcp.TypeDouble, "1.5": libpcp.TypeU32} {
		if _, _, err := encode(1, []byte(text), typ); err == nil {
			t.Errorf("%q is a value of type %v", text, typ)
		}
	}
}

// TestEscapedNames reads names as pmproxy writes them.
func TestEscapedNames(t *testing.T) {
	c := answering(`[{"series":"` + string(someID[0]) + `","instance":"i","id":0,"name":"\xc3\xbcn\xc3\xaf \a"}]`)
	instances, err := c.Instances(t.Context(), someID)
	if err != nil || len(instances) != 1 || instances[0].Name != "ünï \a" {
		t.Errorf("%+v, %v", instances, err)
	}
	answer := answering(`[{"series":"s","timestamp":1.5,"value":"\"\xc3\xbc}\""}]`)
	for p, err := range answer.Points(t.Context(), "x") {
		if err != nil || p.Value != `"ü}"` {
			t.Errorf("%+v, %v", p, err)
		}
	}
}

// TestUnread leaves out a value that is none of its type, and nothing else; it is
// reported once, by the name of its metric.
func TestUnread(t *testing.T) {
	p := &pages{r: &recorder{host: "web1"}, id: "s", desc: libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom}}
	var values, reports []string
	j := sampleJoiner{known: map[ID]*pages{"s": p},
		take: func(_ *pages, s sample) error {
			values = append(values, fmt.Sprint(s.micros, len(s.values)))
			return nil
		},
		unread: func(host, metric, text string) { reports = append(reports, host+" "+metric+" "+text) },
	}
	add := func(micros int64, value string) {
		t.Helper()
		if err := j.add(&rawPoint{series: []byte("s"), value: []byte(value), micros: micros}); err != nil {
			t.Fatal(err)
		}
	}
	add(1, "5")
	add(2, "junk") // before its metric has a name
	if len(reports) > 0 {
		t.Errorf("%q", reports)
	}
	p.names = []string{"odd.counter"}
	add(3, "more junk")
	add(4, "even more")
	add(5, "6")
	if err := j.end(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(values, ", "); got != "1 1, 2 0, 3 0, 4 0, 5 1" {
		t.Error(got)
	}
	if len(reports) != 1 || reports[0] != "web1 odd.counter junk" {
		t.Errorf("%q", reports)
	}
}
