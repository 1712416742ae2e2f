package linux

import (
	"os"
	"path/filepath"
	"strings"
)

// kind is the set that a device belongs to, or nil.
func (d *diskstats) kind(name string) *set[blockDevice] {
	switch {
	case strings.HasPrefix(name, "dm-"):
		return &d.mapped
	case strings.HasPrefix(name, "md"):
		return &d.multiple
	case strings.HasPrefix(name, "zram"):
		return &d.zrams
	case strings.HasPrefix(name, "loop"), strings.HasPrefix(name, "ram"), strings.HasPrefix(name, "sr"):
		return nil
	case partition(name):
		return &d.partitions
	}
	return &d.disks
}

// partition reports whether a device is part of another. Where the names of
// disks end in a digit, those of partitions have a p and a number after it.
func partition(name string) bool {
	stem := strings.TrimRight(name, "0123456789")
	if strings.Contains(name, "/") { // cciss/c0d0p1, in directories of old drivers
		return len(stem) == len(name) || strings.HasSuffix(stem, "p")
	}
	if len(stem) == len(name) {
		return false
	}
	for _, prefix := range [...]string{"mmcblk", "nvme", "rbd", "nbd"} {
		if strings.HasPrefix(name, prefix) {
			return strings.HasSuffix(stem, "p") && len(stem) > len(prefix)
		}
	}
	return true
}

// outerName is what an instance is called. Devices that are made of others
// have names besides those the kernel gives them; one of the device mapper is
// none, "", before it has.
func (d *diskstats) outerName(s *set[blockDevice], name string) string {
	switch s {
	case &d.mapped:
		line, _ := d.line("/sys/block/" + name + "/dm/name")
		return string(line)
	case &d.multiple:
		return d.linkTo(name, "/dev/md/")
	}
	return name
}

// linkTo is the name of a link to a device in a directory, other than its number;
// without one it is the device's own.
func (d *diskstats) linkTo(device, folder string) string {
	for _, name := range d.entries(folder) {
		if '0' <= name[0] && name[0] <= '9' {
			continue
		}
		if target, err := os.Readlink(d.root + folder + name); err == nil && filepath.Base(target) == device {
			return name
		}
	}
	return device
}
