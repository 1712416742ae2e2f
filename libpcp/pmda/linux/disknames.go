package linux

import (
	"os"
	"path/filepath"
	"strings"
)

// kindOf is the kind of a device; some have no metrics.
func kindOf(name string) (k deviceKind, ok bool) {
	switch {
	case strings.HasPrefix(name, "dm-"):
		return mapped, true
	case strings.HasPrefix(name, "md"):
		return multiple, true
	case strings.HasPrefix(name, "zram"):
		return zrams, true
	case strings.HasPrefix(name, "loop"), strings.HasPrefix(name, "ram"), strings.HasPrefix(name, "sr"):
		return 0, false
	case partition(name):
		return partitions, true
	}
	return disks, true
}

// partition reports whether a device is part of another. Where the names of
// disks end in a digit, names of partitions have a p and a number after it.
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

// outerName returns the name of the instance. Devices that are made of others
// have another name than the kernel's; a device of the device mapper has none, "",
// at first, and is no instance then.
func (h *host) outerName(k deviceKind, name string) string {
	switch k {
	case mapped:
		line, _ := h.line("/sys/block/" + name + "/dm/name")
		return string(line)
	case multiple:
		return h.linkTo(name, "/dev/md/")
	}
	return name
}

// linkTo is the name of a link to a device in a directory, other than its number;
// without one it is the device's own.
func (h *host) linkTo(device, folder string) string {
	for _, name := range h.entries(folder) {
		if '0' <= name[0] && name[0] <= '9' {
			continue
		}
		if target, err := os.Readlink(h.root + folder + name); err == nil && filepath.Base(target) == device {
			return name
		}
	}
	return device
}
