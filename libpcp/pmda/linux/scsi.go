package linux

import (
	"bytes"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// scsi is /proc/scsi/scsi, with three lines for each thing on the SCSI buses:
//
//	Host: scsi0 Channel: 00 Id: 00 Lun: 00
//	  Vendor: ATA      Model: ST3250310AS      Rev: 3.AA
//	  Type:   Direct-Access                    ANSI  SCSI revision: 05
type scsi struct {
	file    file
	targets set[string] // and the names of their devices
}

// scsiFolder has the devices. It is not below $LINUX_STATSPATH.
const scsiFolder = "/sys/class/scsi_device/"

var scsiInDom = &pmda.InDom{Serial: 11, Members: domain[string]{scsiTargets{}}, OneLine: "what is on the SCSI buses", Labels: `{"device_type":"block","indom_name":"per disk"}`}

type scsiTargets struct{}

func (scsiTargets) set(r *pmda.Request) *set[string] {
	s := &of(r).scsi
	s.targets.update(r, nil, func() {
		s.parse(s.file.of(r, &of(r).host, "/proc/scsi/scsi"), func(target string) string {
			return firstEntry(scsiFolder + target + "/device/block")
		})
	})
	return &s.targets
}

// firstEntry returns the first file in a directory, or "".
func firstEntry(folder string) string {
	for _, name := range pseudo.Names(folder, 1) {
		return name
	}
	return ""
}

// parse adds targets with a device.
func (s *scsi) parse(text []byte, deviceOf func(target string) string) {
	var target string
	for line := range linesOf(text) {
		key, rest := word(line)
		switch string(key) {
		case "Host:":
			target = scsiTarget(rest)
		case "Type:":
			kind, _ := word(rest)
			if target == "" || len(kind) == 0 {
				continue
			}
			if device := deviceOf(target); device != "" {
				*s.targets.add("scsi" + target + " " + string(kind)) = device
			}
			target = ""
		}
	}
}

// scsiTarget makes "0:0:0:0" of "scsi0 Channel: 00 Id: 00 Lun: 00", or "".
func scsiTarget(words []byte) string {
	host, words := word(words)
	var target []byte
	digits, _ := bytes.CutPrefix(host, []byte("scsi"))
	for range 4 {
		n, ok := number(digits)
		if !ok {
			return ""
		}
		target = strconv.AppendUint(append(target, ':'), n, 10)
		digits, _ = word(skip(words, 1))
		words = skip(words, 2)
	}
	return string(target[1:])
}

// scsiDevice supplies the device that something is.
func (a *agent) scsiDevice(_ *pmda.Request, device *string) (libpcp.Atom, error) {
	return libpcp.StringAtom(*device), nil
}
