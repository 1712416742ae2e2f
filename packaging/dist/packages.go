package main

import (
	"path/filepath"
	"strconv"
)

// The names that Debian and Red Hat have for processors, where they differ from Go's.
var rpmArch = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// packagesOf are the packages to be made for a platform: a .deb and a .rpm for Linux.
func (r *release) packagesOf(p platform) []string {
	if !r.packages || p.os != "linux" {
		return nil
	}
	return []string{
		filepath.Join(r.out, "pcptools_"+r.version+"-1_"+p.arch+".deb"),
		filepath.Join(r.out, "pcptools-"+r.version+"-1."+rpmArch[p.arch]+".rpm"),
	}
}

// pack makes packages of the files below root, in the form of
// packaging/nfpm/nfpm.yaml.
func (r *release) pack(p platform, root string) error {
	for _, file := range r.packagesOf(p) {
		nfpm, err := r.nfpm()
		if err != nil {
			return err
		}
		report(p, "writing "+filepath.Base(file))
		env := []string{
			"PCPTOOLS_ROOT=" + root,
			"PCPTOOLS_ARCH=" + p.arch,
			"PCPTOOLS_VERSION=" + r.version,
			"SOURCE_DATE_EPOCH=" + strconv.FormatInt(r.date.Unix(), 10),
		}
		format := filepath.Ext(file)[1:]
		if err := run(env, nfpm, "package", "-f", "packaging/nfpm/nfpm.yaml", "-p", format, "-t", file); err != nil {
			return err
		}
	}
	return nil
}

// buildNFPM builds the program that makes packages, in a directory.
func buildNFPM(dir string) (string, error) {
	nfpm := filepath.Join(dir, "nfpm")
	return nfpm, run(nil, "go", "-C", "packaging/nfpm", "build", "-o", nfpm, "github.com/goreleaser/nfpm/v2/cmd/nfpm")
}
