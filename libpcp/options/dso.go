package options

import (
	"bytes"
	"io"
	"os"
	"path"
	"strings"

	"pcptools/libpcp"
)

// isDSO reports whether a path leads to a DSO that has an init function.
func (s *Source) isDSO(dso, init string) bool {
	file := s.dsoFile(dso)
	return strings.HasSuffix(file, ".so") && defines(file, init)
}

// defines reports whether a file has the name of a function.
func defines(file, name string) bool {
	text, err := os.ReadFile(file)
	return err == nil && bytes.Contains(text, []byte(name+"\x00"))
}

// warnDSO warns of a DSO in the words of libpcp (C). Of those of pmcd.conf that
// are there the user knows.
func (s *Source) warnDSO(a LocalAgent, failed error) {
	dso, file := cString(a.Path), s.dsoFile(a.Path)
	switch {
	case a.configured && file != "" && failed != errInit:
	case file == "":
		s.warnLocal(`cannot find DSO at "%s.so" or "%s"`, dso, dso)
	case failed == errAttach: // a symbol that only pmcd has
		s.warnLocal("error attaching DSO %q\n%s: undefined symbol: agent\n", file, file)
	case loadError(file) != "":
		s.warnLocal("error attaching DSO %q\n%s: %s\n", file, file, loadError(file))
	case failed == errInit || !defines(file, a.Init):
		s.warnLocal("couldn't find init function %q in DSO %q", a.Init, file)
	default: // one that cannot be of use here
		s.warnLocal(`cannot find DSO at "%s.so" or "%s"`, dso, dso)
	}
}

// loadError is why dlopen(3) refuses a file that is no DSO at all, in its words,
// or "".
func loadError(file string) string {
	st, err := os.Stat(file)
	if err == nil && st.IsDir() {
		return "cannot read file data: Is a directory"
	}
	if err == nil && !st.Mode().IsRegular() { // to be neither opened nor read
		return "file too short"
	}
	f, err := os.Open(file)
	if err != nil {
		return "cannot open shared object file: " + libpcp.ErrorText(err)
	}
	defer f.Close()
	const header = 64
	var start [header]byte
	switch _, err := io.ReadFull(f, start[:]); {
	case err != nil:
		return "file too short"
	case string(start[:4]) != "\x7fELF":
		return "invalid ELF header"
	}
	return ""
}

// warnHelp warns that an installed DSO lacks its help texts, as pmdaInit(3) does.
func (s *Source) warnHelp(b *Builtin, dso string) {
	if b.Help == "" || !strings.HasSuffix(s.dsoFile(dso), ".so") {
		return
	}
	help := path.Join(s.settings().Get("PCP_PMDAS_DIR"), b.Help)
	if _, err := os.Stat(help + ".pag"); err != nil {
		s.notify("Warning", `pmdaInit: PMDA `+b.Name+` DSO: Unable to open help text file(s) from "`+help+`": `+libpcp.ErrorText(err))
	}
}

// dsoFile is the file that libpcp (C) would load, or "".
func (s *Source) dsoFile(path string) string {
	if path == "" {
		return ""
	}
	dir := s.settings().Get("PCP_PMDAS_DIR")
	for _, file := range []string{path, dir + "/" + path, dir + "/" + path + ".so", path + ".so"} {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}
