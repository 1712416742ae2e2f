package report

import (
	"bytes"
	"testing"
)

// TestSqueeze fits the columns of a named report that leave room in their least widths, and
// leaves columns out where that is not enough, with the widths that they had.
func TestSqueeze(t *testing.T) {
	for _, test := range []struct {
		width   int
		omitted int
		want    string
	}{
		{0, 0, "host     r        free\na        1    14123584\n"},
		{23, 0, "host     r        free\na        1    14123584\n"},
		{18, 0, "host  r       free\na     1   14123584\n"},
		{15, 0, "host r     free\na    1 14123584\n"},
		{14, 1, "host     r\na        1\n"},
	} {
		g := &grid{columns: []gridColumn{{title: "host", left: true}, {title: "r", least: 4}, {title: "free", least: 10}},
			rows: [][]cell{{{text: "a"}, {text: "1"}, {text: "14123584"}}}}
		omitted := g.fit(test.width)
		var out bytes.Buffer
		if g.write(&out, false); omitted != test.omitted || out.String() != test.want {
			t.Errorf("%d columns: %d omitted\n%swant\n%s", test.width, omitted, out.String(), test.want)
		}
	}
}
