package installed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/local"
)

// TestNames finds the names of a daemon in each of its places, the first of which counts: a
// script that tells them, files of names with symbols for the domain, or else a subtree.
func TestNames(t *testing.T) {
	need.Program(t, "sh")
	vars := t.TempDir()
	t.Setenv("PCP_VAR_DIR", vars)
	const script = `#!/bin/sh
test "$PCP_PYTHON_PMNS$PCP_PERL_PMNS" = root && printf 'root {\n told\n}\ntold {\n a 77:0:1\n b 78:0:1\n}\n'
`
	for _, test := range []struct {
		name, program, want string
		files               map[string]string
	}{
		{"x", "pmdax", "x", nil},
		{"x", "pmdax.python", "told.a", map[string]string{"pmdax.python": script, "root_x": "root {\n y 77:0:0\n}\n"}},
		{"x", "pmdax.pl", "told.a", map[string]string{"pmdax.pl": script}},
		{"x", "pmdax.perl", "told.a", map[string]string{"pmdax.perl": script}},
		{"x", "pmdax.sh", "x", map[string]string{"pmdax.sh": script}},
		{"x", "pmdax.python", "y", map[string]string{"pmdax.python": "#!/bin/sh\necho nonsense\n", "root_x": "root {\n y 77:0:0\n}\n"}},
		{"x", "pmdax", "y z", map[string]string{"root_x": "root {\n y X:0:0\n z XX:0:1\n w 5:0:0\n}\n", "domain.h": "#define XX 9\n#define\n/* XX */\n", "root": "root {\n v 77:0:0\n}\n"}},
		{"x", "pmdax", "v", map[string]string{"root_x": "root {\n y 5:0:0\n}\n", "root": "root {\n v 77:0:0\n}\n"}},
		{"x", "pmdax", "u", map[string]string{"VAR/pmns/root_x": "root {\n u X:0:0\n}\n", "root": "root {\n v 77:0:0\n}\n"}},
	} {
		dir := t.TempDir()
		for file, text := range test.files {
			path := filepath.Join(dir, file)
			if rest, ok := strings.CutPrefix(file, "VAR/"); ok {
				path = filepath.Join(vars, rest)
				defer os.Remove(path)
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		tree := Names(nil, test.name, 77, &local.Command{Args: []string{filepath.Join(dir, test.program), "-d", "77"}})
		names, err := tree.Traverse("")
		if got := strings.Join(names, " "); got != test.want || err != nil {
			t.Errorf("%s with %q: %q, %v; want %q", test.program, test.files, got, err, test.want)
		}
		os.RemoveAll(filepath.Join(vars, "pmns"))
	}
}
