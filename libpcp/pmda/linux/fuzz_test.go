package linux

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp/pmda"
)

// trees are copies of the kernel's files.
const trees = "../../../tests/linux/testdata"

// addFiles seeds a fuzz target with the kernel's files.
func addFiles(f *testing.F) {
	err := filepath.WalkDir(trees, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		f.Add(text)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// FuzzParsers hands any text to the parsers of all files: what they make of it
// must not exceed what is there.
func FuzzParsers(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := bytes.Count(text, newline) + 1
		a := &agent{machine: machine{host: host{root: t.TempDir(), hertz: 100, pageSize: 4096}}}

		a.stat.parse(text, func(cpu int32) (int32, bool) { return cpu, true })
		a.interrupts[hardInterrupts].parse(text, maxCPUs, true)
		a.diskstats.parse(text, &a.host)
		a.netdev.parse(text)
		a.netaddr.parseInet6(text)
		a.filesystems.parse(text, a.release)
		a.swaps.parse(text)
		a.softnet.parse(text, maxCPUs)
		a.ipc[shm].objects.parse(text)
		a.slab.parse(text)
		a.tty.parse(text)
		a.zones.parse(text)
		a.buddyinfo.parse(text)
		a.scsi.parse(text, func(string) string { return "sda" })
		bandwidths, _ := parseBandwidths(text, "", map[string]int32{"node0": 0})
		sumPools(text)
		sumUnusable(text, "0")
		timeInStates(text)
		rpcColumns{nfsServer, readAhead, 1, 10}.sum(text)
		a.reportUnknown(&pmda.Request{}, text, &knownNetstat)
		models := make(cpuModels)
		models.parse(text)
		var states socketStates
		var unix unixSockets
		var locks lockCounts
		for line := range bytes.Lines(text) {
			states.add(line)
			unix.add(line)
			locks.add(line)
		}
		for what, n := range map[string]int{
			"targets": len(a.scsi.targets.things), "bandwidths": len(bandwidths),
			"processors": len(a.stat.times), "models": len(models), "interrupts": len(a.interrupts[hardInterrupts].lines.things),
			"disks": len(a.diskstats.kinds[disks].things), "interfaces": len(a.netdev.interfaces.things), "addresses": len(a.netaddr.addresses.things),
			"mounts": len(a.filesystems.mounts.things) + len(a.filesystems.tmpfs.things), "swaps": len(a.swaps.devices.things),
			"slabs": len(a.slab.slabs.things), "serials": len(a.tty.serials.things), "zones": len(a.zones.zones.things) / 2,
			"buddies": len(a.buddyinfo.buddies.things) / maxOrder,
			"softnet": len(a.softnet.lines), "objects": len(a.ipc[shm].objects.things),
			"sockets": int(states.all()), "unix": int(unix.stream), "locks": int(locks[posixLocks][allLocks]),
		} {
			if n > lines {
				t.Errorf("%d %s in %d lines", n, what, lines)
			}
		}
		if s := countSessions(text, 384); s.sessions > uint64(len(text)) || s.roots > s.users || s.users > s.sessions {
			t.Errorf("sessions %+v in %d bytes", s, len(text))
		}
	})
}

// FuzzLookup looks for all metrics' names in any text.
func FuzzLookup(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var m meminfo
		m.lines.reset(text)
		for _, row := range memMetrics {
			if key, ok := row.Source.(memLine); ok {
				m.memory(string(key))
			}
		}
		for _, row := range vmstatMetrics {
			if key, ok := row.Source.(vmLine); ok {
				m.lines.number(string(key))
			}
		}
		var p pairs
		p.reset(text)
		for _, row := range tcpExtMetrics {
			p.find(string(row.Source.(netstatField)))
		}
	})
}
