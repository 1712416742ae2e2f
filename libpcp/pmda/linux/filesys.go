package linux

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// filesystems is /proc/self/mounts: those on devices, by device, and those in
// memory, by the place they are mounted on.
type filesystems struct {
	*machine
	mountFile file
	mounts    set[mount]
	tmpfs     set[mount]
}

// mount is "/dev/vda / ext4 rw,relatime 0 0".
type mount struct {
	dir      string
	kind     string
	readOnly bool
	stat     pmda.PerRequest[fsStat]
}

// fsStat is what statfs(2) says; sizes are in blocks.
type fsStat struct{ blockSize, blocks, free, avail, files, freeFiles uint64 }

func (f *filesystems) readMounts(r *pmda.Request) error {
	return f.mounts.update(r, func() error {
		f.tmpfs.update(r, func() error { return nil })
		text := f.mountFile.of(r, &f.host, f.seenFrom(mountSpace, "/proc/self/mounts"))
		f.container.in(mountSpace, func() { f.parseMounts(text) }) // which follows links
		return nil
	})
}

func (f *filesystems) parseMounts(text []byte) {
	seen := make(map[string]bool)
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		device, rest := word(line)
		dir, rest := word(rest)
		kind, rest := word(rest)
		options, _ := word(rest)
		if len(kind) == 0 {
			continue
		}
		name, s := f.place(string(device), unescape(dir), string(kind))
		if s == nil || seen[name] {
			continue
		}
		seen[name] = true
		*s.add(name) = mount{dir: unescape(dir), kind: string(kind), readOnly: hasOption(string(options), "ro")}
	}
}

// place returns the set that a file system belongs to, or nil, and its name
// there.
func (f *filesystems) place(device, dir, kind string) (name string, s *set[mount]) {
	switch kind {
	case "proc", "nfs", "devfs", "devpts", "devtmpfs", "squashfs", "selinuxfs", "securityfs", "configfs", "cgroup",
		"sysfs":
		return "", nil
	case "tmpfs":
		if f.release.Has(release.TmpfsSkipped) && !f.release.Has(release.TmpfsAgain) {
			return "", nil
		}
		return dir, &f.tmpfs
	}
	switch {
	case strings.HasPrefix(kind, "auto"):
		return "", nil
	case strings.HasPrefix(device, "/dev"):
		return realDevice(device), &f.mounts
	case dir == "/":
		return device, &f.mounts
	}
	return "", nil
}

// realDevice follows links, but for those with names that mean something.
func realDevice(device string) string {
	if strings.HasPrefix(device, "/dev/mapper") || strings.HasPrefix(device, "/dev/md") {
		return device
	}
	if path, err := filepath.EvalSymlinks(device); err == nil {
		return path
	}
	return device
}

func hasOption(options, want string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if option == want {
			return true
		}
	}
	return false
}

// unescape replaces the octal numbers that stand for blanks in paths.
func unescape(path []byte) string {
	if strings.IndexByte(string(path), '\\') < 0 {
		return string(path)
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(string(path))
}

// filesystem supplies what is known of a file system.
func (f *filesystems) filesystem(r *pmda.Request, s *set[mount]) (libpcp.Atom, error) {
	if err := f.readMounts(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Key == "nfilesys" {
		return whole(r, uint64(len(f.mounts.things))), nil
	}
	m, err := s.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	name := r.Metric.Key
	switch {
	case name == "mountdir" && f.release.Has(release.MountsWithoutSizes):
		return libpcp.StringAtom(m.dir), nil
	case name == "type":
		return libpcp.StringAtom(m.kind), nil
	case name == "uuid":
		device, _ := s.cache.Name(r.Inst)
		return libpcp.StringAtom(f.uuid(device)), nil
	}
	stat, err := m.stat.Get(r, func() (s fsStat, err error) {
		f.container.in(mountSpace, func() { s, err = statFS(m.dir) })
		return s, err
	})
	switch {
	case err != nil && f.release.Has(release.MountsWithoutSizes):
		r.Log.Warningf("pmdaFetch: Instance %d of PMID %v not handled by fetch callback", r.Inst, r.PMID(uint32(r.Metric.Cluster), uint32(r.Metric.Item)))
		return libpcp.Atom{}, libpcp.ErrInst
	case err != nil:
		return libpcp.Atom{}, pmda.NoValue
	}
	switch name {
	case "mountdir":
		return libpcp.StringAtom(m.dir), nil
	case "readonly":
		return truth(m.readOnly), nil
	case "full":
		return libpcp.DoubleAtom(stat.full()), nil
	}
	return whole(r, stat.named(name)), nil
}

// uuid is the name of the link in /dev/disk/by-uuid that leads to a device, or
// "".
func (f *filesystems) uuid(device string) string {
	const dir = "/dev/disk/by-uuid/"
	for _, name := range f.entries(dir) {
		link, err := os.Readlink(f.root + dir + name)
		if err == nil && path.Base(link) == path.Base(device) {
			return name
		}
	}
	return ""
}

// named is the number with the name that it has in metrics.
func (s *fsStat) named(name string) uint64 {
	switch name {
	case "capacity":
		return s.kilobytes(s.blocks)
	case "used":
		return s.kilobytes(less(s.blocks, s.free))
	case "free":
		return s.kilobytes(s.free)
	case "avail":
		return s.kilobytes(s.avail)
	case "maxfiles":
		return s.files
	case "usedfiles":
		return less(s.files, s.freeFiles)
	case "freefiles":
		return s.freeFiles
	}
	return s.blockSize
}

func (s *fsStat) kilobytes(blocks uint64) uint64 { return blocks * s.blockSize / 1024 }

// full is what is used in percent of what users can have.
func (s *fsStat) full() float64 {
	used := less(s.blocks, s.free)
	if used+s.avail == 0 {
		return 0
	}
	return 100 * float64(used) / float64(used+s.avail)
}

var filesysMetrics = []pmda.Metric{
	{Name: "filesys.capacity", Key: "capacity", Cluster: 5, Item: 1, Type: u64, InDom: filesysInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each file system"},
	{Name: "filesys.used", Key: "used", Cluster: 5, Item: 2, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space that is used on each file system"},
	{Name: "filesys.free", Key: "free", Cluster: 5, Item: 3, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space that is not used on each file system", Help: "Part of it may be reserved for root, see filesys.avail."},
	{Name: "filesys.maxfiles", Key: "maxfiles", Cluster: 5, Item: 4, Type: u32, InDom: filesysInDom, Sem: discrete, OneLine: "inodes that each file system has room for"},
	{Name: "filesys.usedfiles", Key: "usedfiles", Cluster: 5, Item: 5, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "inodes that are used on each file system"},
	{Name: "filesys.freefiles", Key: "freefiles", Cluster: 5, Item: 6, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "inodes that are not used on each file system"},
	{Name: "filesys.mountdir", Key: "mountdir", Cluster: 5, Item: 7, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "folder that each file system is mounted on"},
	{Name: "filesys.full", Key: "full", Cluster: 5, Item: 8, Type: double, InDom: filesysInDom, Sem: instant, OneLine: "space used on each file system, in percent of what users can have"},
	{Name: "filesys.blocksize", Key: "blocksize", Cluster: 5, Item: 9, Type: u32, InDom: filesysInDom, Sem: instant, Units: libpcp.Byte, OneLine: "size of a block on each file system"},
	{Name: "filesys.avail", Key: "avail", Cluster: 5, Item: 10, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space that users can still have on each file system"},
	{Name: "filesys.readonly", Key: "readonly", Cluster: 5, Item: 11, Type: u32, InDom: filesysInDom, Sem: instant, OneLine: "1 for each file system that is mounted read-only, or else 0"},
	{Name: "filesys.uuid", Key: "uuid", Cluster: 5, Item: 12, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "universally unique identifier of each file system"},
	{Name: "filesys.type", Key: "type", Cluster: 5, Item: 13, Type: str, InDom: filesysInDom, Sem: discrete, OneLine: "type of each file system"},
}

var tmpfsMetrics = []pmda.Metric{
	{Name: "tmpfs.capacity", Key: "capacity", Cluster: 34, Item: 1, Type: u64, InDom: tmpfsInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each file system in memory"},
	{Name: "tmpfs.used", Key: "used", Cluster: 34, Item: 2, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space that is used on each file system in memory"},
	{Name: "tmpfs.free", Key: "free", Cluster: 34, Item: 3, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: libpcp.KByte, OneLine: "space that is not used on each file system in memory", Help: "Part of it may be reserved for root, see the mount options."},
	{Name: "tmpfs.maxfiles", Key: "maxfiles", Cluster: 34, Item: 4, Type: u32, InDom: tmpfsInDom, Sem: discrete, OneLine: "inodes that each file system in memory has room for"},
	{Name: "tmpfs.usedfiles", Key: "usedfiles", Cluster: 34, Item: 5, Type: u32, InDom: tmpfsInDom, Sem: instant, OneLine: "inodes that are used on each file system in memory"},
	{Name: "tmpfs.freefiles", Key: "freefiles", Cluster: 34, Item: 6, Type: u32, InDom: tmpfsInDom, Sem: instant, OneLine: "inodes that are not used on each file system in memory"},
	{Name: "tmpfs.full", Key: "full", Cluster: 34, Item: 7, Type: double, InDom: tmpfsInDom, Sem: instant, OneLine: "space used on each file system in memory, in percent of what users can have"},
}
