package linux_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/linux"
)

// newerFiles are files of recent kernels, made up.
var newerFiles = map[string]string{
	"proc/stat": "cpu 2 4 6 8\ncpu0 1 2 3 4\ncpu1 1 2 3 4\n",
	"proc/diskstats": "   8       0 sda 22334 23111 992366 12302 3456 4567 99887 3344 0 8888 15646\n" +
		" 252       0 vda 22334 23111 992366 12302 3456 4567 99887 3344 0 8888 15646\n",
	"proc/net/softnet_stat": "00000001 00000002 00000003 00000000 00000000 00000000 00000000 00000000 00000004 00000005 00000006 00000007 00000000 00000008 00000009\n" +
		"00000011 00000002 00000003 00000000 00000000 00000000 00000000 00000000 00000004 00000005 00000006 00000007 00000001 00000008 00000009\n",
	"proc/fs/nfsd/clients/3/info":                                    "clientid: 0xff68\naddress: \"192.0.2.1:926\"\nstatus: confirmed\nname: \"Linux NFSv4.2 web\"\ncallback state: UP\nadmin-revoked states: 3\nsession slots: 64\n",
	"proc/fs/nfsd/clients/3/states":                                  "- 0x01: { type: deleg, access: ra, superblock: \"fc:00:8659\", filename: \"dir/test2\" }\n- 0x02: { type: lock, superblock: \"fc:00:8660\", filename: \"x\" }\n",
	"sys/kernel/debug/hv-balloon":                                    "host_version          : 2.0\nstate                 : 1 (Initialized)\npage_size             : 4096\npages_added           : 1\npages_onlined         : 2\npages_ballooned       : 3\ntotal_pages_committed : 4\n",
	"sys/kernel/debug/vmmemctl":                                      "target                :          1023\ncurrent               :          1024\nstart                 :                0 (0 failed)\ntarget                :              768 (0 failed)\n",
	"sys/module/zswap/parameters/enabled":                            "Y\n",
	"sys/module/zswap/parameters/max_pool_percent":                   "20\n",
	"sys/kernel/mm/hugepages/hugepages-64kB/resv_hugepages":          "3\n",
	"sys/kernel/mm/hugepages/hugepages-64kB/nr_overcommit_hugepages": "5\n",
	"sys/kernel/mm/hugepages/hugepages-64kB/nr_hugepages":            "7\n",
	"sys/kernel/mm/hugepages/hugepages-64kB/free_hugepages":          "9\n",
	"sys/kernel/mm/hugepages/hugepages-64kB/surplus_hugepages":       "11\n",
	"sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq":           "912000\n",
	"sys/devices/pci0000:00/0000:00:1f.2/ata1/0:0:0:0/model":         "ST1000DM003-1CH1  \n",
}

// newerValues are what the linux PMDA of PCP 7.2.2 has for newerFiles.
const newerValues = `
hinv.cpu.clock cpu0=912
hinv.cpu.frequency_scaling.current cpu0=912
hinv.disk.ctlr sda="00:1f.2" vda="00:04.0"
hinv.disk.model sda="ST1000DM003-1CH1  "
hyperv.balloon.added 8192
hyperv.balloon.ballooned 12288
hyperv.balloon.onlined 4096
hyperv.balloon.pagesize 4096
hyperv.balloon.state 1
hyperv.balloon.total_committed 16384
mem.hugepages.free 64kB=576
mem.hugepages.overcommit 64kB=0
mem.hugepages.pagesize 64kB=64
mem.hugepages.reserved 64kB=192
mem.hugepages.surplus 64kB=704
mem.hugepages.totalsize 64kB=448
mem.vmmemctl.current 4194304
mem.vmmemctl.target 4190208
network.softnet.input_qlen 16
network.softnet.process_qlen 18
network.softnet.total_backlog 14
nfs4.server.clients.admin_revoked_states 0xff68=3
nfs4.server.clients.callback_addr 0xff68=""
nfs4.server.clients.hostname 0xff68="web"
nfs4.server.clients.session_slots 0xff68=64
nfs4.server.open.access 8659:0xff68="ra"
nfs4.server.open.client_addr 8659:0xff68="192.0.2.1:926"
nfs4.server.open.client_id 8659:0xff68="0xff68"
nfs4.server.open.filename 8659:0xff68="test2"
nfs4.server.open.inode 8659:0xff68=8659
sysfs.module.zswap.enabled "Y"
sysfs.module.zswap.max_pool_percent 20
`

func TestNewerFiles(t *testing.T) {
	root := t.TempDir()
	for name, text := range newerFiles {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "sys/block"), 0o755); err != nil {
		t.Fatal(err)
	}
	for disk, dir := range map[string]string{
		"sda": "../devices/pci0000:00/0000:00:1f.2/ata1/0:0:0:0/block/sda",
		"vda": "../devices/pci0000:00/0000:00:04.0/virtio1/block/vda",
	} {
		if err := os.Symlink(dir, filepath.Join(root, "sys/block", disk)); err != nil {
			need.Skip(t, "needs symbolic links: "+err.Error())
		}
	}
	t.Setenv("LINUX_STATSPATH", root)
	t.Setenv("LINUX_NCPUS", "2")
	t.Setenv("LINUX_PAGESIZE", "4096")
	t.Setenv("PCP_VAR_DIR", t.TempDir())

	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: linux.New}))
	defer c.Close()
	for line := range strings.Lines(strings.TrimSpace(newerValues)) {
		want := strings.TrimSpace(line)
		name, _, _ := strings.Cut(want, " ")
		if got := shown(t, c, name); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// shown is the name of a metric and its values by instance.
func shown(t *testing.T, c *libpcp.Context, name string) string {
	t.Helper()
	pmids, err := c.Lookup(t.Context(), name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	desc, err := c.Desc(t.Context(), pmids[0])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	result, err := c.Fetch(t.Context(), pmids)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	set := result.Sets[0]
	b := []byte(name)
	for _, v := range set.Values {
		b = append(b, ' ')
		if desc.InDom != libpcp.NullInDom {
			inst, err := c.InstanceName(t.Context(), desc.InDom, v.Inst)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			b = fmt.Appendf(b, "%s=", inst)
		}
		b = format.AppendValue(b, set.Format, v, desc.Type)
	}
	return string(b)
}
