package main

import "os"

// startUps do next to nothing, but start a tool. That of pmgenmap fails: there is
// nothing in the file. In some releases so does --version.
var startUps = []string{
	"pminfo --version", "pmval --version", "pmprobe --version", "pmstore --version", "pmerr -1", "pmgenmap " + os.DevNull,
}

// startUp measures how long the tools take to start and end, as they are when
// installed: a file that the linker has written is in smaller pieces in the
// kernel's cache than a copy, and takes a fifth longer to start. What the
// machine does besides shows in the medians.
func (b *bench) startUp() error {
	dir, err := os.MkdirTemp("", "installed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(b.ours)); err != nil {
		return err
	}
	installed := *b
	installed.ours = dir
	rows := installed.rows(startUps, [2]string{})
	for _, r := range rows {
		r.fails = true
	}
	return b.table("start-up", 30*b.runs, rows...)
}
