package linux

import (
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// controller supplies the PCI address, without its domain, of what a disk is
// connected to, from the link
//
//	/sys/block/sda -> ../devices/pci0000:00/0000:00:1f.2/ata1/…/block/sda
func (d *diskstats) controller(device string) (libpcp.Atom, error) {
	link, err := os.Readlink(d.root + "/sys/block/" + device)
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	_, rest, _ := strings.Cut(link, "/pci0000:")
	_, address, _ := strings.Cut(rest, "/")
	address, ok := strings.CutPrefix(address, "0000:")
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	address, _, _ = strings.Cut(address, "/")
	return libpcp.StringAtom(address), nil
}

// model supplies the model of a disk, from a file beside "block" in that link.
func (d *diskstats) model(device string) (libpcp.Atom, error) {
	link, err := os.Readlink(d.root + "/sys/block/" + device)
	dir, _, ok := strings.Cut(link, "/block/")
	if err != nil || !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	line, err := d.firstLine("/sys/block/" + dir + "/model")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	return text(line), nil
}
