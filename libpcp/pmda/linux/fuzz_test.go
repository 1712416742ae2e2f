package linux

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
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
		a := newAgent(release.Release{})
		a.machine.host = host{root: t.TempDir(), hertz: 100, pageSize: 4096}

		a.stat.parseCPUs(text, func(cpu int32) (int32, bool) { return cpu, true })
		a.interrupts.parse(text, maxCPUs, a.interrupts.special)
		a.diskstats.parseDisks(text)
		a.netdev.parseInterfaces(text)
		a.netaddr.parseInet6(text)
		a.filesystems.parseMounts(text)
		a.swaps.parse(text)
		a.softnet.parse(text, maxCPUs)
		a.ipc.shm.objects.parse(text)
		a.slab.parse(text)
		a.tty.parse(text)
		a.zones.parse(text)
		a.buddyinfo.parse(text)
		a.scsi.parse(text, func(string) string { return "sda" })
		bandwidths, _ := parseBandwidths(text, "", map[string]int32{"node0": 0})
		sumPools(text)
		sumUnusable(text, "0")
		timeInStates(text)
		rpcCount(text, "ra_hits")
		a.machine.reportUnknown(&pmda.Request{}, text, &knownNetstat)
		for what, n := range map[string]int{
			"targets": len(a.scsi.targets.things), "bandwidths": len(bandwidths),
			"processors": len(a.stat.times), "models": len(parseModels(text)), "interrupts": len(a.interrupts.lines.things),
			"disks": len(a.diskstats.disks.things), "interfaces": len(a.netdev.interfaces.things), "addresses": len(a.netaddr.addresses.things),
			"mounts": len(a.filesystems.mounts.things) + len(a.filesystems.tmpfs.things), "swaps": len(a.swaps.swaps.things),
			"slabs": len(a.slab.slabs.things), "serials": len(a.tty.serials.things), "zones": len(a.zones.zones.things) / 2,
			"buddies": len(a.buddyinfo.buddies.things) / maxOrder,
			"softnet": len(a.softnet.lines), "objects": len(a.ipc.shm.objects.things),
			"sockets": int(count(countSockets(text))), "unix": int(countUnix(text).stream),
			"locks": int(countLocks(text).posix.all),
		} {
			if n > lines {
				t.Errorf("%d %s in %d lines", n, what, lines)
			}
		}
		if s := countSessions(text); s.sessions > uint64(len(text)) || s.roots > s.users || s.users > s.sessions {
			t.Errorf("sessions %+v in %d bytes", s, len(text))
		}
	})
}

func count(s socketStates) uint64 { return s.all() }

// FuzzLookup looks for all metrics' names in any text.
func FuzzLookup(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var lines cursor
		lines.reset(text)
		for _, m := range memMetrics {
			lines.memory(m.Key)
		}
		for _, m := range vmstatMetrics {
			lines.event(m.Key)
		}
		var p pairs
		p.reset(text)
		for _, m := range tcpExtMetrics {
			p.find(m.Key)
		}
	})
}
