package pmcd

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// recorded are host specifications with what libpcp (C)'s parser
// said of them, with PMCD_SOCKET=/run/pcp/pmcd.socket: specification, status,
// hosts or message, attributes.
func recorded(t testing.TB) [][]string {
	f, err := os.Open("testdata/hostspec.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		row := strings.Split(lines.Text()+"\t\t", "\t")
		spec, err := strconv.Unquote(row[0])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{spec, row[1], row[2], row[3]})
	}
	return rows
}

func TestParseHostSpec(t *testing.T) {
	t.Setenv("PMCD_SOCKET", "/run/pcp/pmcd.socket")
	for _, row := range recorded(t) {
		status, text, attrs := describe(parseHostSpec(row[0], nil))
		if status != row[1] || text != row[2] || attrs != row[3] {
			t.Errorf("%q:\n got %s %s%s\nwant %s %s%s", row[0], status, text, attrs, row[1], row[2], row[3])
		}
	}
}

func describe(spec *hostSpec, err error) (status, text, attrs string) {
	var bad *HostSpecError
	if errors.As(err, &bad) {
		message := strings.TrimPrefix(bad.Text(), "pmNewContext: bad host specification\n")
		return strconv.Itoa(int(libpcp.Code(err))), cQuote(message), ""
	}
	for i, h := range spec.hosts {
		if i > 0 {
			text += " @ "
		}
		text += cQuote(h.name)
		for _, port := range h.ports {
			text += " " + strconv.Itoa(int(port))
		}
	}
	for key := range attrExclusive + 1 {
		for i := len(spec.attrs) - 1; i >= 0; i-- {
			a := spec.attrs[i]
			if a.key != key {
				continue
			}
			value := cQuote(a.value)
			if a.bare {
				value = "NULL"
			}
			attrs += " " + strconv.Itoa(int(key)) + "=" + value
		}
	}
	return "0", text, attrs
}

// cQuote quotes as the recording did: bytes that do not print in hexadecimal.
func cQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteString("\\" + string(c))
		case c < ' ' || c > '~':
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func TestHostSpecErrorText(t *testing.T) {
	for spec, want := range map[string]string{
		"localhost:bad":      "localhost:bad\n          ^ -- non-numeric port\n",
		"~a\tb\x7f{host:bad": "~a\tb\x7f{host:bad\n  \t \x7f      ^ -- non-numeric port\n",
	} {
		_, err := parseHostSpec(spec, nil)
		var bad *HostSpecError
		if !errors.As(err, &bad) || !errors.Is(err, libpcp.ErrGeneric) {
			t.Fatalf("%q: got %v, a %T", spec, err, err)
		}
		if want = "pmNewContext: bad host specification\n" + want; bad.Text() != want {
			t.Errorf("got\n%swant\n%s", bad.Text(), want)
		}
	}
}

// TestHostSpecError prints no attribute: one may be a password.
func TestHostSpecError(t *testing.T) {
	for spec, want := range map[string]string{
		"localhost:bad": "host specification localhost:bad: non-numeric port",
		"localhost:bad?username=me&password=sekret": "host specification localhost:bad?...: non-numeric port",
		"localhost?password=sekret&container=%zz":   "host specification localhost?...: " + libpcp.Error(-22).Error(),
		"localhost:bad?": "host specification localhost:bad: non-numeric port",
		"pcp://me\x01you:bad?protect=x&password=sekret": "host specification pcp://me\x01you:bad?...: non-numeric port",
	} {
		if _, err := parseHostSpec(spec, nil); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", spec, err, want)
		}
	}
}

func FuzzParseHostSpec(f *testing.F) {
	for _, row := range recorded(f) {
		f.Add(row[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := parseHostSpec(text, nil)
		var bad *HostSpecError
		switch {
		case err != nil && !errors.As(err, &bad):
			t.Fatalf("got a %T", err)
		case err != nil && (bad.Column < 0 || bad.Column > len(text)):
			t.Fatalf("column %d of %q", bad.Column, text)
		case err != nil:
			bad.Text()
		case len(spec.hosts) > len(text)+1:
			t.Fatalf("%d hosts in %q", len(spec.hosts), text)
		}
	})
}
