// Dist makes what a release consists of: for each platform an archive with the
// tools, man pages and completions, and a list of what the tools are made of;
// packages for Debian and Red Hat; and the checksums of all that. The same
// commit gives the same bytes.
//
//	make dist
//	go run ./packaging/dist -platforms linux/amd64 -tools pmerr -packages=false
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const everywhere = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// release is what is being made.
type release struct {
	version  string
	date     time.Time // of everything in it
	tools    []string  // packages of their main functions
	out      string    // directory for the results
	packages bool
}

// platform is an operating system and a processor.
type platform struct{ os, arch string }

func main() {
	var r release
	platforms := flag.String("platforms", everywhere, "comma-separated `list` of OS/ARCH")
	tools := flag.String("tools", "", "comma-separated `list` of tools (all)")
	flag.StringVar(&r.version, "version", "", "of the release (from the newest tag, or the commit)")
	flag.StringVar(&r.out, "o", "dist", "`directory` for the results")
	flag.BoolVar(&r.packages, "packages", true, "make .deb and .rpm, too")
	flag.Parse()
	if err := r.make(*platforms, *tools); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func (r *release) make(platforms, tools string) error {
	if err := r.settle(tools); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for name := range strings.SplitSeq(platforms, ",") {
		system, arch, _ := strings.Cut(name, "/")
		if err := r.platform(platform{system, arch}, filepath.Join(work, system+"-"+arch)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return r.sums()
}

// platform makes all there is for a platform, in a directory to work in.
func (r *release) platform(p platform, work string) error {
	bin, root := filepath.Join(work, "bin"), filepath.Join(work, "root")
	if err := r.build(p, bin); err != nil {
		return err
	}
	if err := r.install(bin, root); err != nil {
		return err
	}
	base := filepath.Join(r.out, "pcptools-"+r.version+"-"+p.os+"-"+p.arch)
	if err := r.sbom(root, base+".cdx.json"); err != nil {
		return err
	}
	if r.packages && p.os == "linux" {
		if err := r.pack(p, root, work); err != nil {
			return err
		}
	}
	if p.os == "windows" {
		return r.zip(root, base+".zip")
	}
	return r.tar(root, base+".tar.gz")
}
