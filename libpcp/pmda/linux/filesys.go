package linux

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// filesystems is /proc/self/mounts: file systems on devices, by device, and in
// memory, by directory.
type filesystems struct {
	file   file
	mounts set[mount]
	tmpfs  set[mount]
}

var (
	filesysInDom = &pmda.InDom{Serial: 5, Members: domain[mount]{mounts{}}, OneLine: "the mounted file systems that are on a device"}
	tmpfsInDom   = &pmda.InDom{Serial: 18, Members: domain[mount]{memoryMounts{}}, OneLine: "the mounted file systems that are in memory"}
)

type mounts struct{}

func (mounts) set(r *pmda.Request) *set[mount] { return &of(r).filesystems.read(r).mounts }
func (mounts) spaces() spaces                  { return spaces{mountSpace: true} }

type memoryMounts struct{}

func (memoryMounts) set(r *pmda.Request) *set[mount] { return &of(r).filesystems.read(r).tmpfs }
func (memoryMounts) spaces() spaces                  { return mounts{}.spaces() }

// mount is "/dev/vda / ext4 rw,relatime 0 0".
type mount struct {
	dir      string
	kind     string
	readOnly bool
	stat     pmda.PerRequest[fsStat]
}

// fsStat is the result of statfs(2); sizes are in blocks.
type fsStat struct{ blockSize, blocks, free, avail, files, freeFiles uint64 }

func (f *filesystems) read(r *pmda.Request) *filesystems {
	f.mounts.update(r, nil, func() {
		f.tmpfs.begin(r, nil)
		m := &of(r).machine
		text := f.file.of(r, &m.host, m.seenFrom(mountSpace, "/proc/self/mounts"))
		m.container.in(mountSpace, func() { f.parse(text, m.release) }) // which follows links
	})
	return f
}

func (f *filesystems) parse(text []byte, rel release.Release) {
	seen := make(map[string]bool)
	for line := range linesOf(text) {
		device, rest := word(line)
		dir, rest := word(rest)
		kind, rest := word(rest)
		options, _ := word(rest)
		if len(kind) == 0 {
			continue
		}
		name, s := f.place(string(device), unescape(dir), string(kind), rel)
		if s == nil || seen[name] {
			continue
		}
		seen[name] = true
		*s.add(name) = mount{dir: unescape(dir), kind: string(kind), readOnly: hasOption(string(options), "ro")}
	}
}

// place returns the set that a file system belongs to, or nil, and its name
// there.
func (f *filesystems) place(device, dir, kind string, rel release.Release) (name string, s *set[mount]) {
	switch kind {
	case "proc", "nfs", "devfs", "devpts", "devtmpfs", "squashfs", "selinuxfs", "securityfs", "configfs", "cgroup",
		"sysfs":
		return "", nil
	case "tmpfs":
		if rel.Has(release.TmpfsSkipped) && !rel.Has(release.TmpfsAgain) {
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

// realDevice follows links, except links with names that mean something.
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
	return slices.Contains(strings.Split(options, ","), want)
}

// unescape replaces the octal numbers that stand for blanks in paths.
func unescape(path []byte) string {
	if strings.IndexByte(string(path), '\\') < 0 {
		return string(path)
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(string(path))
}

func (m *mount) fsType() string { return m.kind }

// mountUUID supplies the identifier of a device, by which file systems are known.
func (a *agent) mountUUID(r *pmda.Request, _ *mount) (libpcp.Atom, error) {
	return libpcp.StringAtom(a.uuid(mounts{}.set(r).name(r.Inst))), nil
}

// mountDir supplies the directory of a file system; older releases have it only
// where sizes are known.
func (a *agent) mountDir(r *pmda.Request, m *mount) (libpcp.Atom, error) {
	var err error
	if !a.release.Has(release.MountsWithoutSizes) {
		_, err = a.statMount(r, m)
	}
	return libpcp.StringAtom(m.dir), err
}

// mountReadOnly supplies whether a file system is read-only.
func (a *agent) mountReadOnly(r *pmda.Request, m *mount) (libpcp.Atom, error) {
	_, err := a.statMount(r, m)
	return truth(m.readOnly), err
}

// mountFull supplies how full a file system is.
func (a *agent) mountFull(r *pmda.Request, m *mount) (libpcp.Atom, error) {
	stat, err := a.statMount(r, m)
	return libpcp.DoubleAtom(stat.full()), err
}

// statMount calls statfs(2), once for a request.
func (a *agent) statMount(r *pmda.Request, m *mount) (fsStat, error) {
	stat, err := m.stat.Get(r, func() (s fsStat, err error) {
		a.container.in(mountSpace, func() { s, err = statFS(m.dir) })
		return s, err
	})
	switch {
	case err != nil && a.release.Has(release.MountsWithoutSizes):
		r.Log.Warningf("pmdaFetch: Instance %d of PMID %v not handled by fetch callback", r.Inst, r.PMID(uint32(r.Metric.Cluster), uint32(r.Metric.Item)))
		return stat, libpcp.ErrInst
	case err != nil:
		return stat, pmda.NoValue
	}
	return stat, nil
}

// mountSize is the source of a number of statfs(2) of each file system.
type mountSize func(fsStat) uint64

func (f mountSize) Value(r *pmda.Request) (libpcp.Atom, error) {
	m, err := memberOf[mount](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	stat, err := of(r).statMount(r, m)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, f(stat)), nil
}

func (s fsStat) capacity() uint64    { return s.kilobytes(s.blocks) }
func (s fsStat) used() uint64        { return s.kilobytes(less(s.blocks, s.free)) }
func (s fsStat) unused() uint64      { return s.kilobytes(s.free) }
func (s fsStat) available() uint64   { return s.kilobytes(s.avail) }
func (s fsStat) maxFiles() uint64    { return s.files }
func (s fsStat) usedFiles() uint64   { return less(s.files, s.freeFiles) }
func (s fsStat) spareFiles() uint64  { return s.freeFiles }
func (s fsStat) sizeOfBlock() uint64 { return s.blockSize }

// uuid is the name of the link in /dev/disk/by-uuid that leads to a device, or
// "".
func (h *host) uuid(device string) string {
	const dir = "/dev/disk/by-uuid/"
	for _, name := range h.entries(dir) {
		link, err := os.Readlink(h.root + dir + name)
		if err == nil && path.Base(link) == path.Base(device) {
			return name
		}
	}
	return ""
}

func (s fsStat) kilobytes(blocks uint64) uint64 { return blocks * s.blockSize / 1024 }

// full is the used share, in percent, of the space that users can have.
func (s fsStat) full() float64 {
	used := less(s.blocks, s.free)
	if used+s.avail == 0 {
		return 0
	}
	return 100 * float64(used) / float64(used+s.avail)
}

var filesysMetrics = []pmda.Metric{
	{Name: "filesys.capacity", Cluster: 5, Item: 1, Type: u64, InDom: filesysInDom, Sem: discrete, Units: libpcp.KByte, Source: mountSize(fsStat.capacity), OneLine: "size of each file system"},
	{Name: "filesys.used", Cluster: 5, Item: 2, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, Source: mountSize(fsStat.used), OneLine: "space that is used on each file system"},
	{Name: "filesys.free", Cluster: 5, Item: 3, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, Source: mountSize(fsStat.unused), OneLine: "space that is not used on each file system", Help: "Part of it may be reserved for root, see filesys.avail."},
	{Name: "filesys.maxfiles", Cluster: 5, Item: 4, Type: u32, InDom: filesysInDom, Sem: discrete, Source: mountSize(fsStat.maxFiles), OneLine: "inodes that each file system has room for"},
	{Name: "filesys.usedfiles", Cluster: 5, Item: 5, Type: u32, InDom: filesysInDom, Sem: instant, Source: mountSize(fsStat.usedFiles), OneLine: "inodes that are used on each file system"},
	{Name: "filesys.freefiles", Cluster: 5, Item: 6, Type: u32, InDom: filesysInDom, Sem: instant, Source: mountSize(fsStat.spareFiles), OneLine: "inodes that are not used on each file system"},
	{Name: "filesys.mountdir", Cluster: 5, Item: 7, Type: str, InDom: filesysInDom, Sem: discrete, Source: fromEach[mount]((*agent).mountDir), OneLine: "folder that each file system is mounted on"},
	{Name: "filesys.full", Cluster: 5, Item: 8, Type: double, InDom: filesysInDom, Sem: instant, Source: fromEach[mount]((*agent).mountFull), OneLine: "space used on each file system, in percent of what users can have"},
	{Name: "filesys.blocksize", Cluster: 5, Item: 9, Type: u32, InDom: filesysInDom, Sem: instant, Units: libpcp.Byte, Source: mountSize(fsStat.sizeOfBlock), OneLine: "size of a block on each file system"},
	{Name: "filesys.avail", Cluster: 5, Item: 10, Type: u64, InDom: filesysInDom, Sem: instant, Units: libpcp.KByte, Source: mountSize(fsStat.available), OneLine: "space that users can still have on each file system"},
	{Name: "filesys.readonly", Cluster: 5, Item: 11, Type: u32, InDom: filesysInDom, Sem: instant, Source: fromEach[mount]((*agent).mountReadOnly), OneLine: "1 for each file system that is mounted read-only, or else 0"},
	{Name: "filesys.uuid", Cluster: 5, Item: 12, Type: str, InDom: filesysInDom, Sem: discrete, Since: release.LinuxMetrics63, Source: fromEach[mount]((*agent).mountUUID), OneLine: "universally unique identifier of each file system"},
	{Name: "filesys.type", Cluster: 5, Item: 13, Type: str, InDom: filesysInDom, Sem: discrete, Since: release.LinuxMetrics63, Source: eachText[mount]((*mount).fsType), OneLine: "type of each file system"},
}

var tmpfsMetrics = []pmda.Metric{
	{Name: "tmpfs.capacity", Cluster: 34, Item: 1, Type: u64, InDom: tmpfsInDom, Sem: discrete, Units: libpcp.KByte, Source: mountSize(fsStat.capacity), OneLine: "size of each file system in memory"},
	{Name: "tmpfs.used", Cluster: 34, Item: 2, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: libpcp.KByte, Source: mountSize(fsStat.used), OneLine: "space that is used on each file system in memory"},
	{Name: "tmpfs.free", Cluster: 34, Item: 3, Type: u64, InDom: tmpfsInDom, Sem: instant, Units: libpcp.KByte, Source: mountSize(fsStat.unused), OneLine: "space that is not used on each file system in memory", Help: "Part of it may be reserved for root, see the mount options."},
	{Name: "tmpfs.maxfiles", Cluster: 34, Item: 4, Type: u32, InDom: tmpfsInDom, Sem: discrete, Source: mountSize(fsStat.maxFiles), OneLine: "inodes that each file system in memory has room for"},
	{Name: "tmpfs.usedfiles", Cluster: 34, Item: 5, Type: u32, InDom: tmpfsInDom, Sem: instant, Source: mountSize(fsStat.usedFiles), OneLine: "inodes that are used on each file system in memory"},
	{Name: "tmpfs.freefiles", Cluster: 34, Item: 6, Type: u32, InDom: tmpfsInDom, Sem: instant, Source: mountSize(fsStat.spareFiles), OneLine: "inodes that are not used on each file system in memory"},
	{Name: "tmpfs.full", Cluster: 34, Item: 7, Type: double, InDom: tmpfsInDom, Sem: instant, Source: fromEach[mount]((*agent).mountFull), OneLine: "space used on each file system in memory, in percent of what users can have"},
}
