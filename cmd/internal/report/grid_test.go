package report

import "testing"

func TestGrid(t *testing.T) {
	rows := [][]string{{"Metric", "Value"}, {"温度\nof it", "7"}, {"é\u0301x", "-10"}}
	for _, test := range []struct {
		g    grid
		want string
	}{
		{grid{right: []bool{false, true}}, "" +
			"Metric  Value\n" +
			"温度        7\n" +
			"of it\n" +
			"é\u0301x        -10\n"},
		{grid{right: []bool{false, true}, borders: true, bold: true}, "" +
			"+--------+-------+\n" +
			"| \x1b[1mMetric\x1b[0m | \x1b[1mValue\x1b[0m |\n" +
			"+--------+-------+\n" +
			"| 温度   |     7 |\n" +
			"| of it  |       |\n" +
			"| é\u0301x     |   -10 |\n" +
			"+--------+-------+\n"},
	} {
		if got := string(test.g.append(nil, rows)); got != test.want {
			t.Errorf("got\n%s\nwant\n%s", got, test.want)
		}
	}
}
