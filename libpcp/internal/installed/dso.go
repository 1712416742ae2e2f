package installed

import (
	"bytes"
	"io"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// File is the file that libpcp (C) would load as the DSO of a path, or "".
func File(settings conf.Env, path string) string {
	if path == "" {
		return ""
	}
	dir := settings.Get("PCP_PMDAS_DIR")
	for _, file := range []string{path, dir + "/" + path, dir + "/" + path + ".so", path + ".so"} {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// maxDSO is how large a DSO may be, in bytes.
const maxDSO = 256 << 20

// Defines reports whether a file has the name of a function.
func Defines(file, name string) bool {
	text, err := access.ReadFile(file, maxDSO)
	return err == nil && bytes.Contains(text, []byte(name+"\x00"))
}

// LoadError is why dlopen(3) refuses a file that is no DSO at all, in its words,
// or "".
func LoadError(file string) string {
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
