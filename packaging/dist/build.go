package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// goRoot is the directory of Go itself.
func goRoot() string {
	out, _ := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out))
}

// settle finds the tools, the version and the date, unless the flags give them.
func (r *release) settle(tools string) error {
	for tool := range strings.SplitSeq(tools, ",") {
		if tool != "" {
			r.tools = append(r.tools, "./cmd/"+tool)
		}
	}
	if r.tools == nil {
		r.tools = []string{"./cmd/..."}
	}
	if err := r.settleDate(); err != nil {
		return err
	}
	if r.version == "" {
		r.version = r.versionFromGit()
	}
	if r.version == "" || strings.ContainsAny(r.version, "/ -") {
		return fmt.Errorf("%q is no version", r.version)
	}
	return os.MkdirAll(r.out, 0o755)
}

// settleDate takes SOURCE_DATE_EPOCH, or the time of the commit.
func (r *release) settleDate() error {
	seconds, ok := os.LookupEnv("SOURCE_DATE_EPOCH")
	if !ok {
		seconds = git("log", "-1", "--format=%ct")
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("no date: neither SOURCE_DATE_EPOCH nor a commit: %w", err)
	}
	r.date = time.Unix(n, 0).UTC()
	return nil
}

// versionFromGit is the newest tag, with what came after it. Packages have
// other uses for the dash.
func (r *release) versionFromGit() string {
	if tag := git("describe", "--tags", "--match", "v[0-9]*"); tag != "" {
		return strings.ReplaceAll(strings.TrimPrefix(tag, "v"), "-", "+")
	}
	commit := git("rev-parse", "--short=12", "HEAD")
	return "0.0.0+" + r.date.Format("20060102") + "." + commit
}

// git returns what git says, "" if that is nothing or an error.
func git(args ...string) string {
	out, _ := exec.Command("git", args...).Output()
	return strings.TrimSpace(string(out))
}

// modulePath is the path of the module.
func modulePath() string {
	out, _ := exec.Command("go", "list", "-m").Output()
	return strings.TrimSpace(string(out))
}

// env is the environment in which go builds for p, without C.
func (p platform) env() []string {
	return []string{"CGO_ENABLED=0", "GOOS=" + p.os, "GOARCH=" + p.arch}
}

// build builds the tools without C, and without traces of this machine.
func (r *release) build(p platform, bin string) error {
	flags := "-s -w -buildid= -X " + modulePath() + "/cmd/internal/tool.version=" + r.version
	args := append([]string{"build", "-trimpath", "-ldflags", flags, "-o", bin + "/"}, r.tools...)
	return run(p.env(), "go", args...)
}

// install puts the tools, pages and completions below root, and gives it all
// the date of the release.
func (r *release) install(bin, root string) error {
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	if err := run(nil, "scripts/install", bin, root); err != nil {
		return err
	}
	return r.stamp(root)
}

// stamp gives the files below root the date of the release.
func (r *release) stamp(root string) error {
	return filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, r.date, r.date)
	})
}

// run runs a program with a few variables more. Nobody reads its standard output.
func run(env []string, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(program), err)
	}
	return nil
}
