package linux

import (
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// diskController supplies the PCI address, without its domain, of the controller of
// a disk, from the link
//
//	/sys/block/sda -> ../devices/pci0000:00/0000:00:1f.2/ata1/…/block/sda
func (a *agent) diskController(_ *pmda.Request, d *blockDevice) (libpcp.Atom, error) {
	link, err := os.Readlink(a.root + "/sys/block/" + d.name)
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

// diskModel supplies the model of a disk, from a file beside "block" in that link.
func (a *agent) diskModel(_ *pmda.Request, d *blockDevice) (libpcp.Atom, error) {
	link, err := os.Readlink(a.root + "/sys/block/" + d.name)
	dir, _, ok := strings.Cut(link, "/block/")
	if err != nil || !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	line, err := a.firstLine("/sys/block/" + dir + "/model")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	return text(line), nil
}
