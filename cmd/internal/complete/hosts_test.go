package complete

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pcptools/libpcp/getopt"
)

func texts(items []item) (list []string) {
	for _, i := range items {
		list = append(list, i.text)
	}
	return list
}

func TestKnownHosts(t *testing.T) {
	var items []item
	for _, line := range []string{
		"alpha,192.0.2.1 ssh-ed25519 AAAA", "[beta.example]:2222 ssh-rsa AAAA", "|1|hash|hash ssh-rsa AAAA",
		"@cert-authority gamma ssh-rsa AAAA", "# comment", "*.example ssh-rsa AAAA", "", "evil$(id) ssh-rsa",
	} {
		items = appendKnownHosts(items, line)
	}
	want := []string{"alpha", "192.0.2.1", "beta.example", "gamma"}
	if got := texts(items); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFolders(t *testing.T) {
	home := t.TempDir()
	for _, file := range []string{"a.meta", "a.index", "a.0", "b.meta.xz", "c.0", ".hidden.meta", "sub/d.meta",
		"zones/Africa/Cairo", "zones/UTC", "zones/posix/UTC", "zones/tzdata.zi"} {
		path := filepath.Join(home, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := &completer{inv: &getopt.Invocation{Environ: []string{"HOME=" + home, "TZDIR=" + home + "/zones"}}}
	for _, test := range []struct {
		text string
		ask  func(string) (string, []item)
		want []string
	}{
		{home + "/", c.archives, []string{"a", "b", "sub/", "zones/"}},
		{home + "/.h", c.archives, []string{".hidden", "a", "b", "sub/", "zones/"}},
		{"~/sub/", c.archives, []string{"d"}},
		{home + "/absent/", c.archives, nil},
		{"U", func(s string) (string, []item) { return zones(c.inv, s) }, []string{"Africa/", "UTC"}},
		{"Africa/", func(s string) (string, []item) { return zones(c.inv, s) }, []string{"Cairo"}},
		{"../", func(s string) (string, []item) { return zones(c.inv, s) }, nil},
	} {
		_, items := test.ask(test.text)
		got := texts(items)
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}
