package tool

import (
	"runtime"
	"runtime/debug"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// buildInfoOption is --build-info, an option of ours: it shows the version of
// this suite, where -V shows the version of PCP that is reproduced.
func buildInfoOption(asked *bool) getopt.Option {
	return getopt.Option{Long: "build-info", Exact: true, Value: getopt.Bool(asked),
		Text: "display version and build of this suite and exit"}
}

// showBuild answers --build-info.
func showBuild(env *Env) error {
	env.Stdout.Check()
	env.Stdout.WriteString(buildInfo(env.Release))
	return Exit(0)
}

// why returns the reason for a release, in parentheses.
func why(rel release.Release) string {
	if rel.Reason() == "" {
		return ""
	}
	return " (" + rel.Reason() + ")"
}

// version is the version of a release, set by the linker.
var version string

// buildInfo describes the running binary and the release it reproduces.
func buildInfo(rel release.Release) string {
	text := "pcptools"
	info, ok := debug.ReadBuildInfo()
	switch {
	case version != "":
		text += " " + version
	case ok && info.Main.Version != "":
		text += " " + info.Main.Version
	}
	text += ", as PCP " + rel.Version().String() + why(rel) + "\nbuilt with " + runtime.Version() +
		" for " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
	if !ok {
		return text
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.time" || s.Key == "vcs.modified" {
			text += s.Key[len("vcs."):] + " " + s.Value + "\n"
		}
	}
	return text
}
