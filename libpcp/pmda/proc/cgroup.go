package proc

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// Instance domains of control groups, and of the parts that groups have.
var (
	groupInDom    = &pmda.InDom{Serial: 16, OneLine: "the control groups of version 2"}
	cpusetInDom   = &pmda.InDom{Serial: 20, OneLine: "the control groups with processors and memory nodes", Labels: ofCPU}
	cpuacctInDom  = &pmda.InDom{Serial: 21, OneLine: "the control groups whose processor time is accounted", Labels: ofCPU}
	schedInDom    = &pmda.InDom{Serial: 23, OneLine: "the control groups that processor time is divided among", Labels: ofCPU}
	memoryInDom   = &pmda.InDom{Serial: 24, OneLine: "the control groups whose memory is accounted", Labels: `{"device_type":"memory"}`}
	netclassInDom = &pmda.InDom{Serial: 25, OneLine: "the control groups whose traffic is classified", Labels: `{"device_type":"interface"}`}
	blkioInDom    = &pmda.InDom{Serial: 26, OneLine: "the control groups whose block devices are accounted", Labels: ofBlock}

	groupCPUInDom    = &pmda.InDom{Serial: 22, OneLine: "the processors, for each control group", Labels: ofCPU}
	blkioDeviceInDom = &pmda.InDom{Serial: 27, OneLine: "the block devices, for each control group", Labels: ofBlock}
	groupDeviceInDom = &pmda.InDom{Serial: 17, OneLine: "the block devices, for each control group of version 2", Labels: ofBlock}
)

// groupRow is a metric of a control group: a line of one of its files.
type groupRow struct {
	name    string // without "cgroup."
	cluster uint16
	item    uint16
	kind    libpcp.Type
	indom   *pmda.InDom
	sem     libpcp.Semantics
	units   libpcp.Units
	file    string // "" for the container
	key     string // "" where the file is one number, or one for each device
	oneLine string // without ", of each control group"
}

// groupDomain says where the groups of a domain are: in the last of the mounts
// that have its subsystem. Where both versions are mounted, version 2 has all
// subsystems.
type groupDomain struct {
	indom  *pmda.InDom
	subsys string // in the options of a mount
	alone  bool   // version 2 has such groups, too, where it is alone
	file   string // then makes a directory a member; "" for any directory
}

var groupDomains = [...]groupDomain{
	{groupInDom, "", true, ""},
	{cpusetInDom, "cpuset", true, ""},
	{cpuacctInDom, "cpuacct", true, ""},
	{schedInDom, "cpu", false, ""},
	{memoryInDom, "memory", true, "memory.stat"},
	{netclassInDom, "netcls", false, ""}, // the kernel has net_cls: so it is in PCP
	{blkioInDom, "blkio", false, ""},
}

// Labels of domains.
const (
	ofCPU   = `{"device_type":"cpu"}`
	ofBlock = `{"device_type":"block"}`
)

// groups are the control groups of the system.
type groups struct {
	mounts pmda.PerRequest[[]groupMount]
	disks  pmda.PerRequest[disks]
	sets   map[*pmda.InDom]*groupSet
	parts  map[*pmda.InDom]*groupSet // of those that have several parts
}

// groupSet is the members of a domain.
type groupSet struct {
	only  string // the base name of the group of a container; "" for all groups
	once  pmda.PerRequest[struct{}]
	cache pmda.Cache
	dirs  map[int32]string // of a group, or "dir NUL part"
}

// groupMount is where a hierarchy is mounted.
type groupMount struct {
	dir     string
	unified bool
	options []string
}

// mountList reads /proc/mounts.
func (a *agent) mountList(r *pmda.Request) []groupMount {
	list, _ := a.groups.mounts.Get(r, func() ([]groupMount, error) {
		var list []groupMount
		for line := range bytes.Lines(read(a.root+"/proc/mounts", pseudo.MaxFile)) {
			dir, kind, options := fieldOf(line, 1), string(fieldOf(line, 2)), fieldOf(line, 3)
			if options != nil && (kind == "cgroup" || kind == "cgroup2") {
				list = append(list, groupMount{string(dir), kind == "cgroup2", strings.Split(string(options), ",")})
			}
		}
		return list, nil
	})
	return list
}

func (m *groupMount) has(subsys string) bool { return slices.Contains(m.options, subsys) }

// version2Alone reports whether no hierarchy of version 1 is mounted.
func version2Alone(list []groupMount) bool {
	return !slices.ContainsFunc(list, func(m groupMount) bool { return !m.unified })
}

// find makes a set of the groups of a domain. Groups of earlier mounts keep their
// numbers.
func (a *agent) find(s *groupSet, d *groupDomain, list []groupMount) {
	alone, file := version2Alone(list), ""
	if alone {
		file = d.file
	}
	for _, m := range list {
		if alone && d.alone || !alone && d.subsys != "" && (m.unified || m.has(d.subsys)) {
			s.begin()
			a.walk(s, a.root+m.dir, "/", file, 0)
		}
	}
}

// groupSet returns the groups of a domain.
func (a *agent) groupSet(r *pmda.Request, indom *pmda.InDom) *groupSet {
	if a.groups.sets == nil {
		a.groups.sets = make(map[*pmda.InDom]*groupSet)
		a.groups.parts = make(map[*pmda.InDom]*groupSet)
	}
	s := a.groups.sets[indom]
	if s == nil {
		s = new(groupSet)
		a.groups.sets[indom] = s
	}
	s.once.Get(r, func() (struct{}, error) {
		s.begin()
		s.only = a.containerOfClient(r)
		for i := range groupDomains {
			if d := &groupDomains[i]; d.indom == indom {
				a.find(s, d, a.mountList(r))
			}
		}
		return struct{}{}, nil
	})
	return s
}

func (s *groupSet) begin() {
	s.cache.HideAll()
	s.dirs = make(map[int32]string)
}

func (s *groupSet) add(name, dir string) {
	if id, err := s.cache.Add(unescape(name)); err == nil {
		s.dirs[id] = dir
	}
}

// unescape replaces the "\x2d" that systemd has for some characters in names.
func unescape(name string) string {
	if !strings.Contains(name, `\x`) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if rest, ok := strings.CutPrefix(name[i:], `\x`); ok && len(rest) >= 2 {
			if c, err := strconv.ParseUint(rest[:2], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

const (
	maxGroupDepth = 64      // how deep groups are looked for
	maxGroupFile  = 1 << 20 // bytes read of one of their files
)

// walk adds a directory and those below it.
func (a *agent) walk(s *groupSet, dir, name, file string, depth int) {
	if _, err := os.Stat(dir + "/" + file); err == nil && (s.only == "" || path.Base(name) == s.only) {
		s.add(name, dir)
	}
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0) // see pseudo.Open
	if err != nil || depth > maxGroupDepth {
		return
	}
	entries, _ := f.ReadDir(-1)
	f.Close()
	for _, e := range entries {
		if e.IsDir() {
			a.walk(s, dir+"/"+e.Name(), strings.TrimSuffix(name, "/")+"/"+e.Name(), file, depth+1)
		}
	}
}

// groupLabels are the labels of a group, or of a part of a group.
func (a *agent) groupLabels(indom *pmda.InDom, inst int32) string {
	set, ok := a.groups.parts[indom]
	if !ok {
		set = a.groups.sets[indom]
	}
	if set == nil {
		return ""
	}
	name, _ := set.cache.Name(inst)
	labels := map[string]string{"cgroup": name}
	if i := strings.LastIndex(name, "::"); ok && i >= 0 {
		part := name[i+2:]
		if indom == groupCPUInDom {
			labels["cpu"] = strings.TrimPrefix(part, "cpu")
		} else {
			labels["device_name"] = part
		}
		labels["cgroup"] = name[:i]
	}
	text, err := json.Marshal(labels)
	if err != nil {
		return ""
	}
	return string(text)
}
