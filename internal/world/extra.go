package world

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Extra is an agent to run beside the others, such as one of ours.
type Extra struct {
	Name    string // in pmcd.conf, and the root of its names
	Domain  int
	Program string // absolute path, to which -d and what Channel needs is added
	// Channel is "pipe", "unix", "inet" or "ipv6".
	Channel string
	// Like is an agent of the world whose name space it gets, with its own
	// root and domain; PMNS is the text of one, and Root an installed file.
	// Without any the agent supplies the names itself.
	Like string
	PMNS string
	Root string
	// Alone starts a script without an option for its domain.
	Alone bool
}

// line is the agent's line of pmcd.conf.
func (e *Extra) line(k *Kit) (string, error) {
	start := fmt.Sprintf("%s %d ", e.Name, e.Domain)
	command := fmt.Sprintf("%s -d %d", e.Program, e.Domain)
	if e.Alone {
		command = e.Program
	}
	switch e.Channel {
	case "pipe":
		return start + "pipe binary " + command, nil
	case "unix":
		path := filepath.Join(k.sockets(), e.Name)
		return fmt.Sprintf("%ssocket unix %s %s -u %s", start, path, command, path), nil
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	option := map[string]string{"inet": "-i", "ipv6": "-6"}[e.Channel]
	return fmt.Sprintf("%ssocket %s %d %s %s %d", start, e.Channel, port, command, option, port), nil
}

// sockets is the directory in which agents, under any user, make their sockets.
func (k *Kit) sockets() string { return filepath.Join(k.Dir, "sockets") }

// names writes the agent's name space to a file and returns its path.
func (e *Extra) names(k *Kit) (string, error) {
	root := filepath.Join(k.Dir, e.Name+".root")
	if e.Root != "" {
		return root, e.installedNames(k, root)
	}
	text := fmt.Sprintf("root {\n\t%s %d:*:*\n}\n", e.Name, e.Domain)
	if e.PMNS != "" {
		text = e.PMNS
	}
	if e.Like != "" {
		model, err := os.ReadFile(filepath.Join(k.Dir, e.Like+".root"))
		if err != nil {
			return "", err
		}
		text = e.renamed(string(model), k.domain(e.Like))
	}
	return root, os.WriteFile(root, []byte(text), 0o644)
}

// installedNames preprocesses the agent's installed name space.
func (e *Extra) installedNames(k *Kit, root string) error {
	dir := k.pmdas(e.Name)
	if err := k.copyFiles(filepath.Dir(e.Root), dir); err != nil {
		return err
	}
	define := fmt.Sprintf("#define %s %d\n", strings.ToUpper(e.Name), e.Domain)
	if err := os.WriteFile(filepath.Join(dir, "stdpmid"), []byte(define), 0o644); err != nil {
		return err
	}
	text, err := k.run(dir, "pmcpp", filepath.Base(e.Root))
	if err != nil {
		return err
	}
	return os.WriteFile(root, text, 0o644)
}

// renamed is the name space of another agent as this one's.
func (e *Extra) renamed(model string, domain int) string {
	name := regexp.MustCompile(`(?m)^(\s*(?:root\s*\{\s*)?)` + e.Like + `\b`)
	model = name.ReplaceAllString(model, "${1}"+e.Name)
	id := regexp.MustCompile(`(\s)` + strconv.Itoa(domain) + `:`)
	return id.ReplaceAllString(model, "${1}"+strconv.Itoa(e.Domain)+":")
}

func (k *Kit) domain(name string) int {
	for _, a := range k.agents {
		if a.name == name {
			return a.domain
		}
	}
	return 0
}

// addExtra prepares for the extra agents: the directory for their sockets.
func (k *Kit) addExtra() error {
	if err := os.Mkdir(k.sockets(), 0o777); err != nil {
		return err
	}
	return os.Chmod(k.sockets(), 0o777)
}
