package installed

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmns"
)

// Names returns the names of a daemon, for a name space without them: the names in
// the files of its installation, or, without such files, a subtree of its name that
// is left to it.
func Names(settings conf.Env, name string, domain int, c *local.Command) *pmns.Tree {
	file := daemonFile(c)
	if text := scriptNames(c, file); text != "" {
		if tree := readNames("/", text, domain, nil); tree != nil {
			return tree
		}
	}
	dir := filepath.Dir(file)
	for _, root := range []string{
		filepath.Join(dir, "root_"+name),
		filepath.Join(settings.Get("PCP_VAR_DIR"), "pmns", "root_"+name),
		filepath.Join(dir, "root"),
	} {
		if _, err := os.Stat(root); err != nil {
			continue
		}
		text := "#include <stdpmid>\n#include \"" + root + "\"\n"
		if tree := readNames(dir, text, domain, symbols(dir, name)); tree != nil {
			return tree
		}
	}
	return readNames("/", fmt.Sprintf("root {\n\t%s %d:*:*\n}\n", name, domain), domain, nil)
}

// readNames reads a text as a name-space file in a directory, where symbols
// stand for the domain. It returns nil if the domain has no names.
func readNames(dir, text string, domain int, symbols []string) *pmns.Tree {
	var defines strings.Builder
	for _, symbol := range symbols {
		fmt.Fprintf(&defines, "#ifndef %s\n#define %s %d\n#endif\n", symbol, symbol, domain)
	}
	main := filepath.Join(dir, ".names")
	tree, err := pmns.Load(main, pmns.Options{
		Stderr: io.Discard, Files: map[string]string{main: text, "stdpmid": defines.String()},
	})
	if err != nil {
		return nil
	}
	if tree = tree.OfDomain(uint32(domain)); tree.Len() == 0 {
		return nil
	}
	return tree
}

// symbols are the names that files of an agent can have for its domain.
func symbols(dir, name string) []string {
	symbols := []string{strings.ToUpper(name)}
	text, err := access.ReadFile(filepath.Join(dir, "domain.h"), maxConf)
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) > 2 && words[0] == "#define" {
				symbols = append(symbols, words[1])
			}
		}
	}
	return symbols
}

const (
	maxNames   = 1 << 20
	namesLimit = 5 * time.Second
)

// scriptNames asks a script in Perl or Python for its names, which it writes
// when a variable is set.
func scriptNames(c *local.Command, file string) string {
	variable := ""
	switch filepath.Ext(file) {
	case ".python":
		variable = "PCP_PYTHON_PMNS=root"
	case ".pl", ".perl":
		variable = "PCP_PERL_PMNS=root"
	default:
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), namesLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Env, cmd.WaitDelay = append(os.Environ(), variable), time.Second
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(out, maxNames))
	cancel()
	cmd.Wait()
	return string(text)
}
