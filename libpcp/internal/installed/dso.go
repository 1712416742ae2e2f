package installed

import (
	"os"

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
