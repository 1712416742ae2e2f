package rest

import (
	"strings"
	"testing"
)

// TestRedact has no password in what messages say of specifications, well-formed or not.
func TestRedact(t *testing.T) {
	for spec, want := range map[string]string{
		"web1":                                              "web1",
		"web1:44321@proxy?container=a&method=x":             "web1:44321@proxy?container=a&method=x",
		"localhost:1?username=a&pass=SECRET":                "localhost:1?username=a&pass=xxxxx",
		"localhost?PASSWORD=SECRET&method=x":                "localhost?PASSWORD=xxxxx&method=x",
		"localhost:1:x?pass =SECRET":                        "localhost:1:x?pass =xxxxx",
		"[::1?a=1&pass=SECRET%":                             "[::1?a=1&pass=xxxxx",
		"localhost?compass=1&passage=2":                     "localhost?compass=1&passage=2",
		"http://h:44322":                                    "http://h:44322",
		"http://u:SECRET@h":                                 "http://u:xxxxx@h",
		"http://u@h/?hostspec=a@b":                          "http://u@h/?hostspec=a@b",
		"http://h/?hostspec=x%3Fpass%3DSECRET%26method%3Dx": "http://h/?hostspec=x%3Fpass%3Dxxxxx%26method%3Dx",
		"pcp://u:SECRET@h":                                  "pcp://u:xxxxx@h",
		"http://u:SE@CRET@h:x/":                             "h:x/",
		"http://u:SECRET@[::1":                              "[::1",
		"http://u:SECRET%zz@h/?hostspec=a?pass=SECRET":      "h/?hostspec=a?pass=xxxxx",
		"http://h:1/?hostspec=x%zz?pass=SECRET":             "http://h:1/?hostspec=x%zz?pass=xxxxx",
	} {
		if got := Redact(spec); got != want || strings.Contains(got, "CRET") {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}
