package installed

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
)

// maxConf is how long a file of settings may be, in bytes.
const maxConf = 16 << 20

// maxConfLine bounds a line of pmcd.conf with its continuation lines.
const maxConfLine = 1 << 20

// Agents returns the agents of pmcd.conf, up to its access controls. Lines that do
// not describe an agent are skipped, as in pmcd.
func Agents(settings conf.Env) ([]Agent, error) {
	text, err := access.ReadFile(settings.Get("PCP_PMCDCONF_PATH"), maxConf)
	if err != nil {
		return nil, err
	}
	return readPmcdConf(bytes.NewReader(text))
}

// readPmcdConf reads a configuration up to its access controls.
func readPmcdConf(r io.Reader) ([]Agent, error) {
	var all []Agent
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxConfLine)
	for words := []string(nil); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "[") && words == nil {
			break
		}
		line, more := strings.CutSuffix(line, `\`)
		words = append(words, confWords(line)...)
		if more && len(words) < maxConfLine {
			continue
		}
		if a, ok := confAgent(words); ok {
			all = append(all, a)
		}
		words = nil
	}
	return all, s.Err()
}

// confWords splits a line at blanks that are not in quotation marks. A
// backslash takes the meaning from a quotation mark and a comment's sign.
func confWords(line string) []string {
	var words []string
	var word []byte
	begun, quoted := false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '#'):
			i++
			word, begun = append(word, line[i]), true
		case c == '"':
			quoted, begun = !quoted, true
		case c == '#' && !quoted:
			i = len(line)
		case !quoted && (c == ' ' || c == '\t' || c == '\r'):
			if begun {
				words = append(words, string(word))
			}
			word, begun = nil, false
		default:
			word, begun = append(word, c), true
		}
	}
	if begun {
		words = append(words, string(word))
	}
	return words
}

// confAgent parses the words of a line. The agents of pmcd itself, and pmdaroot,
// which starts others for it, work only in a pmcd.
func confAgent(words []string) (a Agent, ok bool) {
	if len(words) < 4 {
		return a, false
	}
	switch words[0] {
	case "", "pmcd", "root":
		return a, false
	}
	domain, err := strconv.ParseUint(words[1], 10, 16)
	if err != nil || domain > MaxDomain {
		return a, false
	}
	a = Agent{Domain: int(domain), Name: words[0], Configured: true}
	rest := words[3:]
	switch strings.ToLower(words[2]) {
	case "dso":
		if len(rest) != 2 {
			return a, false
		}
		a.Init, a.Path = rest[0], rest[1]
		return a, true
	case "pipe":
		a.Command, ok = pipeCommand(rest)
	case "socket":
		a.Command, ok = socketCommand(rest)
	}
	return a, ok
}

// pipeCommand reads "binary [notready] COMMAND ARG...".
func pipeCommand(words []string) (*local.Command, bool) {
	if !strings.EqualFold(words[0], "binary") {
		return nil, false
	}
	c := new(local.Command)
	words = words[1:]
	for len(words) > 0 && strings.EqualFold(words[0], "notready") {
		c.NotReady, words = true, words[1:]
	}
	c.Args = words
	return c, len(words) > 0
}

// socketCommand reads "inet|ipv6 PORT [COMMAND ARG...]" or "unix PATH ...".
func socketCommand(words []string) (*local.Command, bool) {
	network := strings.ToLower(words[0])
	if len(words) < 2 {
		return nil, false
	}
	switch network {
	case "inet", "ipv6":
		if _, err := strconv.ParseUint(words[1], 10, 16); err != nil {
			return nil, false
		}
	case "unix":
	default:
		return nil, false
	}
	return &local.Command{Network: network, Address: words[1], Args: words[2:]}, true
}
