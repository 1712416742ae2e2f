package rest

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestBareWords quotes the numbers that JSON has not, and nothing else.
func TestBareWords(t *testing.T) {
	for in, want := range map[string]string{
		`[inf,-inf,nan,-nan,1,-1e+300,true,null]`: `["inf","-inf","nan","-nan",1,-1e+300,true,null]`,
		`{"inf":"nan, inf","a\"nan":nan}`:         `{"inf":"nan, inf","a\"nan":"nan"}`,
		`"\\",inf`:                                `"\\","inf"`,
		`inf`:                                     `"inf"`,
		`infinite`:                                `infinite`,
		`"nan`:                                    `"nan`,
		`"nan\`:                                   `"nan\`,
		``:                                        ``,
		`"\xc3\xbcn\"\\x41"`:                      "\"ün\\\"\\\\x41\"",
		`"\x1b[\x41\a\n"`:                         `"\u001b[\u0041\u0007\n"`,
		`"\xc","\xzz"`:                            `"\xc","\xzz"`,
		`"\x`:                                     `"\x`,
	} {
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(in), "bytewise": iotest.OneByteReader(strings.NewReader(in)),
			"with EOF": iotest.DataErrReader(strings.NewReader(in)),
		} {
			got, err := io.ReadAll(&bareWords{r: r})
			if err != nil || string(got) != want {
				t.Errorf("%s, %s: got %s, %v; want %s", in, name, got, err, want)
			}
		}
		if got, err := io.ReadAll(iotest.OneByteReader(&bareWords{r: strings.NewReader(in)})); err != nil || string(got) != want {
			t.Errorf("%s, read bytewise: got %s, %v", in, got, err)
		}
	}
}
