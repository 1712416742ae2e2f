package linux

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestLimits compares what the kernel answers with its files.
func TestLimits(t *testing.T) {
	limits := ipcLimits()
	if len(limits) == 0 {
		t.Fatal("no limits")
	}
	check := func(name, want string) {
		if n, ok := limits[name]; ok && strconv.FormatUint(n, 10) != want {
			t.Errorf("%s is %d, want %s", name, n, want)
		}
	}
	for _, name := range []string{"shmmax", "shmmni", "shmall", "msgmax", "msgmnb", "msgmni"} {
		if text, err := os.ReadFile("/proc/sys/kernel/" + name); err == nil {
			check(name, strings.TrimSpace(string(text)))
		}
	}
	if text, err := os.ReadFile("/proc/sys/kernel/sem"); err == nil {
		for i, want := range strings.Fields(string(text)) {
			check([]string{"semmsl", "semmns", "semopm", "semmni"}[i], want)
		}
	}
}
