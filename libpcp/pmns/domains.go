package pmns

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// DomainsFile returns the path of the file that names the domains of agents,
// beside the installed namespace. LookupEnv looks up variables; nil is
// os.LookupEnv.
func DomainsFile(lookupEnv func(name string) (value string, ok bool)) string {
	return conf.Env(lookupEnv).Get("PCP_VAR_DIR") + "/pmns/stdpmid"
}

// Domains returns the domain numbers that a file such as [DomainsFile]
// defines.
func Domains(file string) (map[uint32]bool, error) {
	const most = 1 << 20
	text, err := access.ReadFile(file, most)
	if err != nil {
		return nil, err
	}
	return readDomains(bytes.NewReader(text)), nil
}

// readDomains reads lines of the form "#define NAME NUMBER". What follows the
// number is ignored, and so is zero, which is no agent's.
func readDomains(r io.Reader) map[uint32]bool {
	domains := make(map[uint32]bool)
	for s := bufio.NewScanner(r); s.Scan(); {
		f := strings.Fields(s.Text())
		if len(f) < 3 || !strings.HasPrefix(s.Text(), "#define ") {
			continue
		}
		digits := strings.IndexFunc(f[2], func(c rune) bool { return c < '0' || c > '9' })
		if digits < 0 {
			digits = len(f[2])
		}
		if n, err := strconv.ParseUint(f[2][:digits], 10, 32); err == nil && n > 0 {
			domains[uint32(n)] = true
		}
	}
	return domains
}
