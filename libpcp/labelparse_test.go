package libpcp_test

import (
	"fmt"
	"strings"
	"testing"

	"pcptools/libpcp"
)

func TestParseLabels(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"role":"testing"}`, `{"role":"testing"} [role 4]`},
		{` { "b" : 1.50 , "a":"x\"y" } `, `{"a":"x\"y","b":1.50} [a 4 b 4]`},
		{`{"b":1,"a":{"y":2,"x":{"q":"z"}},"c":[1, 2, "d e"]}`,
			`{"a.x.q":"z","a.y":2,"b":1,"c":[1,2,"d e"]} [a.x.q 44 a.y 44 b 4 c 4]`},
		{`{"a":{}}`, `{"a":{}} [a 4]`},
		{`{"t":true,"f":false,"n":null,"e":-1e9}`, `{"e":-1e9,"f":false,"n":null,"t":true} [e 4 f 4 n 4 t 4]`},
		{`{}`, ` []`},
		{``, "EINVAL"},
		{`junk`, "EINVAL"},
		{`{"a":1`, "EINVAL"},
		{`{"a":1}x`, "EINVAL"},
		{`{"a b":1}`, "EINVAL"},
		{`{"a":1,"a":2}`, "EINVAL"},
		{`{"1a":1}`, "EINVAL"},
		{`{"a.b":1}`, "EINVAL"},
		{`{"":1}`, "EINVAL"},
		{`{"a":nope}`, "EINVAL"},
		{`{"a":01}`, "EINVAL"},
		{`{"a":1_0}`, "EINVAL"},
		{`{"a":"}`, "EINVAL"},
		{`{"a":["}`, "EINVAL"},
		{`{"a":"\/\b\f\r\n\t\\\"\u00e9"}`, `{"a":"\/\b\f\r\n\t\\\"\u00e9"} [a 4]`},
		{`{",a":1}`, "EINVAL"},
		{`{"a":1,}`, "EINVAL"},
		{`{"a":1 "b":2}`, "EINVAL"},
		{`{"a":1}{"b":2}`, "EINVAL"},
		{`["a"]`, "EINVAL"},
		{`{"\u0061":1}`, "EINVAL"},
		{`{"a":"\x"}`, "EINVAL"},
		{`{"a":"\`, "EINVAL"},
		{"{\"a\":\"\t\"}", "EINVAL"},
		{`{"a":` + strings.Repeat("[", 100000), "EINVAL"},
		{strings.Repeat(`{"a":`, 100000), "EINVAL"},
		{`{"a":"` + strings.Repeat("x", 70000) + `"}`, "E2BIG"},
	} {
		set, err := libpcp.ParseLabels(test.text, uint8(libpcp.LabelInDom))
		var flags []string
		for _, l := range set.Labels {
			flags = append(flags, fmt.Sprintf("%s %x", l.Name, l.Flags))
		}
		got := fmt.Sprint(set.JSON, " ", flags)
		switch libpcp.Code(err) {
		case -22:
			got = "EINVAL"
		case -7:
			got = "E2BIG"
		}
		if got != test.want {
			t.Errorf("%.100s: got %.200s, want %s", test.text, got, test.want)
		}
	}
}

// TestParseLenientLabels has texts as PCP 7.2.2 reads them from the files of labels.
func TestParseLenientLabels(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"A":1,"_B":2,"3C":3,".d":4}`, `{".d":4,"3C":3,"A":1,"_B":2}`},
		{`{"ok":3,"a-b":4}`, `{"ok":3}`},
		{`{"a-b":4,"ok":3,"é":5,"":6}`, `{"ok":3}`},
		{`{"s":{"a-b":1,"c":2},"d":3}`, `{"d":3,"s.c":2}`},
		{`{"s-t":{"a":1},"d":[1]}`, `{"d":[1]}`},
		{`{"s":{"b-":2},"t":1}`, `{"s":{},"t":1}`},
		{`{"x-":"a","x-":"b","t":1}`, `{"t":1}`},
		{`{"a-b":1}`, ``},
		{`{"a":1,"a":2}`, "EINVAL"},
		{`{"a-b":bad,"d":1}`, "EINVAL"},
		{`{"a-b":1,"d":}`, "EINVAL"},
	} {
		set, err := libpcp.ParseLenientLabels(test.text, uint8(libpcp.LabelContext|libpcp.LabelCompound))
		got := set.JSON
		if err != nil {
			got = "EINVAL"
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

// TestParseCompoundLabels has names with dots where compound ones are expected.
func TestParseCompoundLabels(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a.b":1,"a":2,"a0":3}`, `{"a":2,"a.b":1,"a0":3}`},
		{`{"a":{"b.c":1}}`, `{"a.b.c":1}`},
		{`{"b.":1,"a..b":2}`, `{"a..b":2,"b.":1}`},
		{`{".b":1}`, ""},
		{`{"a.b":1,"a":{"b":2}}`, ""},
	} {
		set, err := libpcp.ParseLabels(test.text, libpcp.LabelCompound)
		if set.JSON != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %s, %v, want %s", test.text, set.JSON, err, test.want)
		}
	}
}

// FuzzParseLabels wants what was parsed to mean the same again, but for
// compound names, which are no longer nested.
func FuzzParseLabels(f *testing.F) {
	f.Add(`{"b":1,"a":{"y":2,"x":{"q":"z"}},"c":[1, 2, "d e"]}`)
	f.Add(`{"t":true,"f":false,"n":null,"e":-1e9,"o":{}}`)
	f.Fuzz(func(t *testing.T, text string) {
		set, err := libpcp.ParseLabels(text, 0)
		if err != nil || strings.Contains(set.JSON, ".") {
			return
		}
		if len(set.Labels) == 0 {
			return
		}
		again, err := libpcp.ParseLabels(set.JSON, 0)
		if err != nil || again.JSON != set.JSON || len(again.Labels) != len(set.Labels) {
			t.Errorf("%q became %q, then %q, %v", text, set.JSON, again.JSON, err)
		}
	})
}
