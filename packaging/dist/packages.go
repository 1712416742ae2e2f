package main

import (
	"path/filepath"
	"strconv"
)

// pack makes a .deb and a .rpm of what is below root, in the form of
// packaging/nfpm/nfpm.yaml.
func (r *release) pack(p platform, root, work string) error {
	out, err := filepath.Abs(r.out)
	if err != nil {
		return err
	}
	env := []string{
		"PCPTOOLS_ROOT=" + root,
		"PCPTOOLS_ARCH=" + p.arch,
		"PCPTOOLS_VERSION=" + r.version,
		"SOURCE_DATE_EPOCH=" + strconv.FormatInt(r.date.Unix(), 10),
	}
	nfpm := filepath.Join(work, "nfpm")
	err = run(nil, "go", "-C", "packaging/nfpm", "build", "-o", nfpm, "github.com/goreleaser/nfpm/v2/cmd/nfpm")
	if err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm"} {
		if err := run(env, nfpm, "package", "-f", "packaging/nfpm/nfpm.yaml", "-p", format, "-t", out); err != nil {
			return err
		}
	}
	return nil
}
