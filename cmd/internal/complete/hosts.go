package complete

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"pcptools/libpcp/getopt"
)

// hosts are the names in the host table, and the hosts that ssh knows.
func hosts(inv *getopt.Invocation) []item {
	var items []item
	for line := range bytes.Lines(beginning("/etc/hosts")) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		for i, name := range bytes.Fields(line) {
			if i > 0 {
				items = appendHost(items, string(name))
			}
		}
	}
	files := []string{"/etc/ssh/ssh_known_hosts"}
	if home, _ := inv.LookupEnv("HOME"); filepath.IsAbs(home) {
		files = append(files, filepath.Join(home, ".ssh", "known_hosts"))
	}
	for _, file := range files {
		for line := range bytes.Lines(beginning(file)) {
			items = appendKnownHosts(items, string(line))
		}
	}
	return items
}

// appendKnownHosts appends the hosts of a line of ssh's (sshd(8)).
func appendKnownHosts(items []item, line string) []item {
	fields := strings.Fields(line)
	if len(fields) > 0 && strings.HasPrefix(fields[0], "@") { // a marker
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return items
	}
	for name := range strings.SplitSeq(fields[0], ",") {
		if inner, ok := strings.CutPrefix(name, "["); ok {
			name, _, _ = strings.Cut(inner, "]")
		}
		items = appendHost(items, name)
	}
	return items
}

// appendHost appends what can be the name or address of a host; comments,
// patterns and hashes cannot.
func appendHost(items []item, name string) []item {
	if name == "" || strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 || !plain(byte(r)) }) >= 0 ||
		strings.ContainsAny(name, "/=+,@%") || strings.Contains(name, "::") {
		return items
	}
	return append(items, item{text: name})
}

// beginning reads a file, up to a reasonable size.
func beginning(file string) []byte {
	const most = 1 << 20
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	return text
}
