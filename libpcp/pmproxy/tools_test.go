package pmproxy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/libpcp/pmproxy"
)

// testTools runs our tools through pmproxy and PCP's on the pmcd
// behind it, which must print the same.
func testTools(t *testing.T, address string) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	host := "localhost:" + os.Getenv("PMCD_PORT")
	for _, line := range []string{
		"pminfo", "pminfo sample.long", "pminfo -f sample.long sample.ulonglong.million sample.double.bin", "pminfo -dmtT sample.double simple",
		"pminfo -I sample.bin sample.colour", "pminfo -s sample.long.one", "pminfo -dm event", "pminfo -f sample.nope",
		"pminfo -f sample.long.one nosuch sample.long.ten", "pmprobe -v sample.long", "pmprobe -I sample.bin", "pmprobe -i sample.colour",
		"pmval -s 2 -t 0.1 sample.bin", "pmval -s 1 -i bin-100,bin-300 sample.bin", "pmval -s 1 nosuch", "pmval -s 1 -f 3 sample.double.hundred",
		"pmstore sample.long.write_me 14", "pmstore sample.long.write_me 13", "pmstore sample.long.one 5", "pmstore sample.string.write_me new",
	} {
		words := strings.Fields(line)
		genuine := command(t, need.Tool(t, words[0]), append([]string{"-h", host}, words[1:]...))
		ours := command(t, filepath.Join(bin, words[0]), append([]string{"-h", address}, words[1:]...))
		genuine = strings.ReplaceAll(genuine, host, address)
		if words[0] == "pmstore" {
			genuine, ours = newValue(genuine), newValue(ours)
		}
		if ours != genuine {
			t.Errorf("%s:\ngenuine %s\n   ours %s", line, genuine, ours)
		}
	}
}

// newValue leaves out the value that pmstore has replaced.
func newValue(line string) string {
	if metric, rest, ok := strings.Cut(line, " old value="); ok {
		_, value, _ := strings.Cut(rest, " new value=")
		return metric + " new value=" + value
	}
	return line
}

func command(t *testing.T, path string, args []string) string {
	t.Helper()
	out, err := exec.Command(path, args...).CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return string(out)
}

// TestProxyAddress: PCP's tools find the address of a pmproxy malformed, and
// ours asks there. Its password is in no message.
func TestProxyAddress(t *testing.T) {
	genuine := need.Tool(t, "pminfo")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ address, want string }{
		{"http://127.0.0.1:1", "pminfo: Cannot connect to PMCD on host \"http://127.0.0.1:1\": Connection refused\n"},
		{"https://me:secret@127.0.0.1:1", "pminfo: Cannot connect to PMCD on host \"https://me:xxxxx@127.0.0.1:1\": Connection refused\n"},
		{"http://127.0.0.1/nosuch", "pminfo: address of a pmproxy: \"http://127.0.0.1/nosuch\" has a path\n" +
			"pminfo: Cannot connect to PMCD on host \"http://127.0.0.1/nosuch\": Invalid argument\n"},
	} {
		if !pmproxy.IsAddress(test.address) {
			t.Errorf("%s is no address", test.address)
		}
		if got := command(t, genuine, []string{"-h", test.address}); !strings.Contains(got, "bad host specification") {
			t.Errorf("%s: genuine %s", test.address, got)
		}
		if got := command(t, filepath.Join(bin, "pminfo"), []string{"-h", test.address}); got != test.want {
			t.Errorf("%s:\n got %swant %s", test.address, got, test.want)
		}
	}
	t.Setenv("PCPTOOLS_PROTECT", "passwords")
	got := command(t, filepath.Join(bin, "pminfo"), []string{"-h", "http://me:secret@127.0.0.1:1"})
	if !strings.HasSuffix(got, ": an address of http:// is not protected, as one of https:// is\n") {
		t.Errorf("a password in clear: %s", got)
	}
}
