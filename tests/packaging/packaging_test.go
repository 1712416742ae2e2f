//go:build unix

// Package packaging tests what make install and make dist give.
package packaging

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
)

const root = "../.."

// licences is the directory of the licences of others, below a prefix.
const licences = "share/doc/pcptools/licences/"

// run runs a program in the project's directory and returns what it says.
func run(t *testing.T, env []string, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return string(out)
}

// dist makes a release for this machine and returns its files. Which commit
// is checked out shows in binaries, and might change between two runs.
func dist(t *testing.T, args ...string) []string {
	t.Helper()
	out := t.TempDir()
	args = append([]string{"run", "./packaging/dist", "-o", out, "-version", "1.2.3", "-platforms", "linux/" + runtime.GOARCH}, args...)
	run(t, []string{"GOFLAGS=-buildvcs=false", "SOURCE_DATE_EPOCH=1700000000"}, "go", args...)
	files, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	return files
}

func TestReproducible(t *testing.T) {
	need.Verify(t, "compiles with other flags")
	first := dist(t, "-tools", "pmerr", "-packages=false")
	second := dist(t, "-tools", "pmerr", "-packages=false")
	if len(first) != len(second) || len(first) != 3 {
		t.Fatalf("%v, then %v", first, second)
	}
	for i := range first {
		a, err1 := os.ReadFile(first[i])
		b, err2 := os.ReadFile(second[i])
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs from %s", first[i], second[i])
		}
	}
	run(t, nil, "sh", "-c", "cd "+filepath.Dir(first[0])+" && sha256sum -c SHA256SUMS")
	checkArchive(t, named(t, first, ".tar.gz"))
	checkParts(t, named(t, first, ".cdx.json"))
}

// named returns the file whose name ends in suffix.
func named(t *testing.T, files []string, suffix string) string {
	t.Helper()
	i := slices.IndexFunc(files, func(f string) bool { return strings.HasSuffix(f, suffix) })
	if i < 0 {
		t.Fatalf("no %s in %v", suffix, files)
	}
	return files[i]
}

func checkArchive(t *testing.T, file string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var pmerr []byte
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.ModTime.Unix() != 1700000000 {
			t.Errorf("%s: %+v", h.Name, h)
		}
		_, name, _ := strings.Cut(h.Name, "/")
		if names = append(names, name); name == "bin/pmerr" {
			pmerr, err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	checkVersion(t, pmerr)
	if !slices.IsSorted(names) {
		t.Errorf("not in order: %v", names)
	}
	for _, want := range []string{"bin/pmerr", "share/zsh/site-functions/_pcptools", "share/doc/pcptools/LICENSE",
		licences + "github.com/spf13/cobra/LICENSE.txt", licences + "stdlib/LICENSE"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
}

// checkVersion wants a tool to report the version that it was made as.
func checkVersion(t *testing.T, tool []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pmerr")
	if err := os.WriteFile(file, tool, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, file, "--build-info"); !strings.HasPrefix(got, "pcptools 1.2.3, as PCP ") {
		t.Errorf("--build-info: %q", got)
	}
}

func checkParts(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b struct {
		BOMFormat  string
		Components []struct {
			Type, Name, Version, PURL string
			Licenses                  []struct{ Expression string }
		}
	}
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range b.Components {
		names = append(names, c.Name)
		if c.Type == "library" && c.PURL != "pkg:golang/"+c.Name+"@"+c.Version {
			t.Errorf("%+v", c)
		}
		if c.Type == "library" && (len(c.Licenses) != 1 || c.Licenses[0].Expression == "") {
			t.Errorf("no licence: %+v", c)
		}
	}
	for _, want := range []string{"pmerr", "stdlib", "github.com/spf13/cobra"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
}

// TestInstall wants everything where systems look, and no file and no directory
// of ours left after it is taken away, but those that were there before.
func TestInstall(t *testing.T) {
	need.Program(t, "make")
	need.Program(t, "dirname")
	dest := t.TempDir()
	bin := t.TempDir()
	var want []string
	mains, err := filepath.Glob(root + "/cmd/*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range mains {
		tool := filepath.Base(filepath.Dir(file))
		if err := os.WriteFile(filepath.Join(bin, tool), nil, 0o755); err != nil {
			t.Fatal(err)
		}
		want = append(want, "bin/"+tool, "share/bash-completion/completions/"+tool, "share/fish/vendor_completions.d/"+tool+".fish")
	}
	pages, err := filepath.Glob(root + "/man/*.[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		section := strings.TrimPrefix(filepath.Ext(page), ".")[:1]
		want = append(want, "share/man/man"+section+"/"+filepath.Base(page))
	}
	want = append(want, "share/zsh/site-functions/_pcptools", "share/pcptools/pcptools.ps1",
		"share/doc/pcptools/README.md", "share/doc/pcptools/LICENSE", "share/doc/pcptools/schema/report-2.json")
	docs, err := filepath.Glob(root + "/docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatal(docs, err)
	}
	for _, page := range docs {
		want = append(want, "share/doc/pcptools/docs/"+filepath.Base(page))
	}

	// Some directories are there before, one of them in a prefix that is named like ours.
	const prefix = "opt/p q/pcptools"
	before := []string{"bin", "share/man/man1", "share/fish", "share/zsh/site-functions"}
	for _, dir := range before {
		if err := os.MkdirAll(filepath.Join(dest, prefix, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"BIN=" + bin, "DESTDIR=" + dest, "PREFIX=/" + prefix}
	run(t, nil, "make", append(args, "install")...)
	got := filesBelow(t, filepath.Join(dest, prefix))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if info, err := os.Stat(filepath.Join(dest, prefix, "bin/pminfo")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("pminfo: %v, %v", info, err)
	}
	run(t, nil, "make", append(args, "uninstall")...)
	if got := filesBelow(t, dest); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
	for _, dir := range before {
		if _, err := os.Stat(filepath.Join(dest, prefix, dir)); err != nil {
			t.Error(err)
		}
	}
	for _, dir := range []string{"share/pcptools", "share/doc/pcptools"} {
		if _, err := os.Stat(filepath.Join(dest, prefix, dir)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// TestPackages makes the packages, and installs and removes each.
func TestPackages(t *testing.T) {
	need.Verify(t, "compiles with other flags")
	files := dist(t, "-tools", "pmerr,pmprobe")
	t.Run("deb", func(t *testing.T) { testDeb(t, named(t, files, ".deb")) })
	t.Run("rpm", func(t *testing.T) { testRpm(t, named(t, files, ".rpm")) })
}

// testDeb installs the package beside PCP, and removes it.
func testDeb(t *testing.T, deb string) {
	need.PCP(t)
	need.File(t, "/usr/bin/dpkg")
	need.Root(t, "installs a package")
	if exec.Command("dpkg", "-s", "pcptools").Run() == nil {
		need.Skip(t, "needs a machine without the package")
	}
	before := run(t, nil, "dpkg", "-L", "pcp")
	state := verify()
	t.Cleanup(func() { exec.Command("dpkg", "--purge", "pcptools").Run() })
	run(t, nil, "dpkg", "-i", deb)

	for file := range strings.SplitSeq(run(t, nil, "dpkg", "-L", "pcptools"), "\n") {
		if info, err := os.Lstat(file); err == nil && !info.IsDir() && strings.Contains(before, file+"\n") {
			t.Errorf("%s belongs to pcp", file)
		}
	}
	const ours = "/usr/lib/pcptools/bin/"
	for _, tool := range []string{ours + "pmprobe", pcpconf.Genuine("pmprobe")} {
		if got := run(t, nil, tool, "--version"); got != "pmprobe version 6.0.3\n" {
			t.Errorf("%s: %q", tool, got)
		}
	}
	if got := run(t, nil, ours+"pmprobe", "--build-info"); !strings.HasPrefix(got, "pcptools 1.2.3, as PCP 6.0.3") {
		t.Errorf("--build-info: %q", got)
	}
	got := run(t, nil, "sh", "-c", ". /usr/lib/pcptools/env.sh; command -v pmerr; pmerr -12357")
	if want := ours + "pmerr\nCode: -12357 0xffffcfbb Text: Unknown metric name\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	if _, err := os.Stat("/usr/share/doc/pcptools/licences/github.com/spf13/pflag/LICENSE"); err != nil {
		t.Error(err)
	}

	run(t, nil, "dpkg", "-r", "pcptools")
	if left, err := os.Stat("/usr/lib/pcptools"); err == nil {
		t.Errorf("left behind: %v", left.Name())
	}
	if got := run(t, nil, pcpconf.Genuine("pmprobe"), "--version"); got != "pmprobe version 6.0.3\n" {
		t.Errorf("the genuine pmprobe afterwards: %q", got)
	}
	if after := verify(); after != state {
		t.Errorf("files of pcp have changed: before\n%safter\n%s", state, after)
	}
}

// testRpm installs the package below a directory, without its script, which needs a
// shell there, and removes it.
func testRpm(t *testing.T, file string) {
	need.Program(t, "rpm")
	need.Root(t, "installs a package")
	if got := run(t, nil, "rpm", "-qp", "--requires", "--conflicts", file); strings.Contains(got, "pcp") {
		t.Errorf("it requires or conflicts with:\n%s", got)
	}
	if got := run(t, nil, "rpm", "-qp", "--scripts", file); !strings.Contains(got, "/usr/lib/pcptools/env.sh") {
		t.Errorf("its scripts:\n%s", got)
	}

	dir := t.TempDir()
	below := func(args ...string) string { return run(t, nil, "rpm", append([]string{"--root", dir}, args...)...) }
	below("-i", "--nodeps", "--noscripts", file)
	below("-V", "--nodeps", "pcptools")
	ours := filepath.Join(dir, "usr/lib/pcptools")
	if got := run(t, nil, filepath.Join(ours, "bin/pmprobe"), "--build-info"); !strings.HasPrefix(got, "pcptools 1.2.3, as PCP ") {
		t.Errorf("--build-info: %q", got)
	}
	for _, name := range []string{"env.sh", "share/man/man1/pmprobe.1", licences + "github.com/spf13/cobra/LICENSE.txt"} {
		if _, err := os.Stat(filepath.Join(ours, name)); err != nil {
			t.Error(err)
		}
	}
	below("-e", "--noscripts", "pcptools")
	if left := filesBelow(t, ours); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// verify says which files of pcp are not as they were packaged.
func verify() string {
	out, _ := exec.Command("dpkg", "--verify", "pcp").CombinedOutput()
	return string(out)
}
