package world

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// compile builds the two agents that Debian ships as source only, as daemons
// and as DSOs.
func (k *Kit) compile() error {
	for _, name := range []string{"simple", "trivial"} {
		for _, output := range [][]string{{"pmda" + name}, {"pmda_" + name + ".so", "-shared", "-fPIC"}} {
			// Since 7.0 a pmResult otherwise is not what agents know by that name.
			args := append(append([]string{"-DPMAPI_VERSION=2", "-o"}, output...), name+".c", "-lpcp_pmda", "-lpcp")
			if _, err := k.run(k.pmdas(name), "gcc", args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeNames writes the one name space of all agents.
func (k *Kit) mergeNames() error {
	args := []string{"-f"}
	for _, a := range k.agents {
		root := filepath.Join(k.Dir, a.name+".root")
		switch {
		case a.root != "":
			root = filepath.Join(k.tree.Conf("PCP_VAR_DIR"), "pmns", a.root)
		case a.name == "mmv":
			root = k.pmdas("mmv", "root_mmv")
		case a.name == "sampledso":
			continue // in sample's file
		default:
			// Name spaces include their symbol for the domain from a file that
			// PCP makes when its services first start.
			define := fmt.Sprintf("#define %s %d\n", strings.ToUpper(a.name), a.domain)
			if err := os.WriteFile(k.pmdas(a.name, "stdpmid"), []byte(define), 0o644); err != nil {
				return err
			}
			text, err := k.run(k.pmdas(a.name), "pmcpp", "root")
			if err != nil {
				return err
			}
			if err := os.WriteFile(root, text, 0o644); err != nil {
				return err
			}
		}
		args = append(args, root)
	}
	for i := range k.extra {
		root, err := k.extra[i].names(k)
		if err != nil {
			return err
		}
		args = append(args, root)
	}
	_, err := k.run(k.Dir, "pmnsmerge", append(args, k.pmns)...)
	return err
}

var (
	helpEntry   = regexp.MustCompile(`(?m)^@ .*`)
	indomEntry  = regexp.MustCompile(`[A-Z]+\.([0-9]+)`)
	sampleEntry = regexp.MustCompile(`\bsample\.`)
)

// indexHelp makes the help files of the agents whose packages have only their
// source, where instance domains stand under a symbol for their domain number.
func (k *Kit) indexHelp() error {
	for _, h := range []struct {
		agent, output string
		domain        int
	}{
		{"simple", "help", 253},
		{"trivial", "help", 250},
		{"sample", "help", 29},
		{"sample", "dsohelp", 30},
	} {
		text, err := os.ReadFile(k.pmdas(h.agent, "help"))
		if err != nil {
			return err
		}
		text = helpEntry.ReplaceAllFunc(text, func(line []byte) []byte {
			line = indomEntry.ReplaceAll(line, []byte(strconv.Itoa(h.domain)+".$1"))
			if h.output == "dsohelp" {
				line = sampleEntry.ReplaceAll(line, []byte("sampledso."))
			}
			return line
		})
		source := h.output + ".src"
		if err := os.WriteFile(k.pmdas(h.agent, source), text, 0o644); err != nil {
			return err
		}
		if _, err := k.run(k.pmdas(h.agent), "newhelp", "-n", k.pmns, "-v", "2", "-o", h.output, source); err != nil {
			return err
		}
	}
	return nil
}
