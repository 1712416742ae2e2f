// Dist makes a release: for each platform an archive with the
// tools, man pages, completions and licences, and a list of the parts of the tools;
// packages for Debian and Red Hat; and the checksums of all that. The same commit
// gives the same bytes.
//
//	make dist
//	go run ./packaging/dist -platforms linux/amd64 -tools pmerr -packages=false
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

const everywhere = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// release is the release in the making.
type release struct {
	version  string
	date     time.Time // of everything in it
	tools    []string  // packages of their main functions
	out      string    // directory for the results
	packages bool
	nfpm     func() (string, error) // builds the program that makes packages, once
}

// platform is an operating system and a processor.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

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
	if err := r.removeOthers(); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r.nfpm = sync.OnceValues(func() (string, error) { return buildNFPM(work) })
	var all []platform
	for name := range strings.SplitSeq(platforms, ",") {
		system, arch, _ := strings.Cut(name, "/")
		all = append(all, platform{system, arch})
	}
	if err := r.each(all, work); err != nil {
		return err
	}
	return r.sums()
}

// each makes all platforms, as many at once as the machine has processors.
func (r *release) each(all []platform, work string) error {
	errs := make([]error, len(all))
	var running sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for i, p := range all {
		free <- struct{}{}
		running.Go(func() {
			if err := r.platform(p, filepath.Join(work, p.os+"-"+p.arch)); err != nil {
				errs[i] = fmt.Errorf("%v: %w", p, err)
			}
			<-free
		})
	}
	running.Wait()
	return errors.Join(errs...)
}

// platform makes the files of a platform, in a directory to work in.
func (r *release) platform(p platform, work string) error {
	bin, root := filepath.Join(work, "bin"), filepath.Join(work, "root")
	report(p, "building the tools")
	if err := r.build(p, bin); err != nil {
		return err
	}
	spdx, err := r.licences(p, filepath.Join(root, "share/doc/pcptools/licences"))
	if err != nil {
		return err
	}
	if err := r.install(bin, root); err != nil {
		return err
	}
	base := filepath.Join(r.out, "pcptools-"+r.version+"-"+p.os+"-"+p.arch)
	parts, err := r.sbom(root, spdx)
	if err != nil {
		return err
	}
	archive := base + ".tar.gz"
	if p.os == "windows" {
		archive = base + ".zip"
	}
	if err := errors.Join(r.pack(p, root), r.archive(p, root, archive)); err != nil {
		return err
	}
	return os.WriteFile(base+".cdx.json", parts, 0o644)
}

// report says on standard error what happens for a platform.
func report(p platform, what string) { fmt.Fprintf(os.Stderr, "dist: %v: %s\n", p, what) }
