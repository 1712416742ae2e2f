package linux

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// makeInterfaces makes interfaces in a new name space of the network: one has the name
// of another interface of this machine, as /sys shows it, and one has several addresses.
const makeInterfaces = `
set -e
ip link set lo up
ip link add $OTHER type veth peer name p0
ip link set $OTHER mtu 1234 up
ip link add d0 type veth peer name d1
ip link set d0 up
ip addr add 10.1.2.3/24 dev d0
ip addr add 10.9.9.9/24 dev d0 label d0:1
`

// TestNameSpace compares what there is about interfaces in another name space of the
// network than that of /sys, and where there is no /sys.
func TestNameSpace(t *testing.T) {
	need.PCP(t)
	need.Root(t, "makes name spaces of the network")
	need.Namespaces(t)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	others, _ := filepath.Glob("/sys/class/net/e*")
	if len(others) == 0 {
		others = []string{"eth0"}
	}
	cache := cacheDir(t)
	for name, hide := range map[string]string{"of /sys": "", "without /sys": "mount -t tmpfs none /sys\n"} {
		for _, metrics := range []string{
			"mtu", "inet_addr", "speed network.interface.duplex network.interface.running network.interface.baudrate",
			"up network.interface.speed network.interface.type network.interface.virtual",
		} {
			ask := func(pminfo string) string {
				line := asking(t, pminfo, nil, "-f network.interface."+metrics)
				cmd := exec.Command("unshare", append([]string{"-n", "-m", "sh", "-c", makeInterfaces + hide + `exec "$@"`, "sh"}, line.Args...)...)
				cmd.Env = append(line.Env, "OTHER="+filepath.Base(others[0]), "PCP_VAR_DIR="+cache)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return string(out)
			}
			want, got := ask(pcpconf.Genuine("pminfo")), ask(filepath.Join(ours, "pminfo"))
			if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(want, "value") {
				t.Errorf("%s: %s (-genuine +ours):\n%s", name, metrics, diff)
			}
		}
	}
}
