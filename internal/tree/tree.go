// Package tree runs programs of other PCP releases than this machine's. Each
// release is in a tree: a Debian of its own, made by scripts/setup-releases and
// entered by chroot.
//
// An open tree has a mount namespace, which a process of ours holds while the
// tree is open: what programs write there goes to memory and is lost, so trees
// stay as they were made. The directory for temporary files is shared, under
// the same name inside and outside. A program costs nothing more to start there
// than anywhere.
//
// A nil *Tree is this machine, with its own release.
package tree

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"pcptools/internal/pcpconf"
)

// Tree is an open tree.
type Tree struct {
	Version string // of PCP

	root   string // of its files, seen from outside
	holder *exec.Cmd
	hold   io.Closer // ends holder
}

// Versions returns the version of PCP in each tree, by the tree's directory.
func Versions() (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(trees(), "*", "version"))
	if err != nil {
		return nil, err
	}
	versions := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		versions[filepath.Dir(file)] = strings.TrimSpace(string(text))
	}
	return versions, nil
}

// unstable is the release of which Debian unstable had a package, and the name
// of its tree.
const unstable, unstableTree = "7.2.2", "sid"

// MovedOn returns the version of PCP in the tree of Debian unstable, if version
// was there once but can be had no more; or else "".
func MovedOn(version string) (string, error) {
	versions, err := Versions()
	if err != nil {
		return "", err
	}
	for dir, v := range versions {
		if version == unstable && filepath.Base(dir) == unstableTree && v != unstable {
			return v, nil
		}
	}
	return "", nil
}

func trees() string {
	if dir := os.Getenv("PCPTOOLS_TREES"); dir != "" {
		return dir
	}
	return "/var/cache/pcptools"
}

// Find returns the directory of the tree with a version of PCP.
func Find(version string) (string, error) {
	versions, err := Versions()
	if err != nil {
		return "", err
	}
	for dir, v := range versions {
		if v == version {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no tree of PCP %s in %s (scripts/setup-releases makes it)", version, trees())
}

// Open opens the tree with a version of PCP. The directories shared are seen
// inside under the same names, like the one for temporary files.
func Open(version string, shared ...string) (*Tree, error) {
	dir, err := Find(version)
	if err != nil {
		return nil, err
	}
	temporary, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", hold, "sh", dir, temporary}, shared...)...)
	cmd.SysProcAttr = privateMounts()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &Tree{
		Version: version,
		root:    fmt.Sprintf("/proc/%d/root/mnt/root", cmd.Process.Pid),
		holder:  cmd,
		hold:    in,
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return nil, fmt.Errorf("cannot mount %s: %w\n%s", dir, errors.Join(err, t.Close()), stderr.String())
	}
	return t, nil
}

// hold mounts the parts of a tree, reports it, and waits for the end of its input.
// It may mount anything at /mnt of this namespace.
const hold = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
chmod 755 /mnt /mnt/upper
mount -t overlay overlay -o "lowerdir=$1,upperdir=/mnt/upper,workdir=/mnt/work" /mnt/root
shift
mount -t proc proc /mnt/root/proc
mount --rbind /dev /mnt/root/dev
for dir
do
	mkdir -p "/mnt/root$dir"
	mount --rbind "$dir" "/mnt/root$dir"
done
echo ready
exec cat
`

// Close ends the use of a tree. Its programs should have ended.
func (t *Tree) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(t.hold.Close(), t.holder.Wait())
}

// Command is a command that is run in the tree, where dir, a file in it, or
// the program's path mean the tree's.
func (t *Tree) Command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	if t != nil {
		cmd.SysProcAttr = within(t.root)
	}
	return cmd
}

// Path is the name outside of a file in the tree, whose links lead to where
// they do inside.
func (t *Tree) Path(name string) string {
	if t == nil {
		return name
	}
	resolved := "/"
	rest := strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		path := filepath.Join(resolved, rest[0])
		rest = rest[1:]
		target, err := os.Readlink(t.root + path)
		if err != nil || links == 40 {
			resolved = path
			continue
		}
		links++
		if filepath.IsAbs(target) {
			resolved = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return filepath.Join(t.root, resolved)
}

// Conf returns a setting of pcp.conf in the tree.
func (t *Tree) Conf(name string) string {
	return pcpconf.GetFrom(t.Path("/etc/pcp.conf"), name)
}

// Genuine returns the path, in the tree, of one of PCP's tools.
func (t *Tree) Genuine(tool string) string {
	if t == nil {
		return pcpconf.Genuine(tool)
	}
	return filepath.Join("/usr/bin", tool)
}
