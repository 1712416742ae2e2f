package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
	"pcptools/libpcp/pcp"
)

// twinSource does in C what twin does in Go.
//
//go:embed c/twin.c
var twinSource []byte

// twin does some work for a program over the library: fetches from a pmcd, all records of
// an archive, files of 1,000 metrics, or conversions of scale.
func twin(ctx context.Context, work, arg string) error {
	switch work {
	case "mmv":
		return createFiles(arg)
	case "scale":
		return convert()
	}
	kind := pcp.Host
	if work == "records" {
		kind = pcp.Archive
	}
	c, err := pcp.Open(ctx, kind, arg)
	if err != nil {
		return err
	}
	defer c.Close()
	if work == "records" {
		for r, err := range c.Records(ctx) {
			if err != nil {
				return err
			}
			c.Recycle(r)
		}
		return nil
	}
	ids, err := c.Lookup(ctx, "sample.bin", "sample.colour", "sample.double.bin")
	if err != nil {
		return err
	}
	for range 5000 {
		r, err := c.Fetch(ctx, ids)
		if err != nil {
			return err
		}
		c.Recycle(r)
	}
	return nil
}

func createFiles(name string) error {
	file := &mmv.File{Name: name, Cluster: 321}
	for i := range 1000 {
		file.Metrics = append(file.Metrics, mmv.Metric{Name: fmt.Sprintf("group%d.metric%d", i%10, i),
			Item: uint32(i), Type: mmv.TypeU64, Sem: libpcp.SemCounter, OneLine: "a metric"})
	}
	for range 200 {
		w, err := mmv.Create(file)
		if err != nil {
			return err
		}
		w.Close()
	}
	return nil
}

func convert() error {
	scale, err := libpcp.NewScale(libpcp.KByte, libpcp.MByte)
	for v := uint64(0); v < 20_000_000 && err == nil; v++ {
		_, err = scale.Convert(libpcp.Uint64Atom(v))
	}
	return err
}

// library compares programs over the library with the same in C.
func (b *bench) library() error {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source, inC := filepath.Join(dir, "twin.c"), filepath.Join(dir, "twin")
	self, err := os.Executable()
	err = errors.Join(err, os.Mkdir(filepath.Join(dir, "mmv"), 0o755), os.WriteFile(source, twinSource, 0o644),
		exec.Command("gcc", "-O2", "-w", "-o", inC, source, "-lpcp", "-lpcp_mmv").Run())
	if err != nil {
		return err
	}
	base, err := large(b.cache)
	if err != nil {
		return err
	}
	return b.withWorld(func() error {
		var rows []*row
		for _, work := range [][2]string{{"fetch", b.address()}, {"records", base}, {"mmv", "twin"}, {"scale", ""}} {
			r := &row{line: work[0]}
			for i, command := range [][]string{{inC}, {self, "-twin"}} {
				r.commands[i] = func() *exec.Cmd {
					cmd := exec.Command(command[0], append(command[1:len(command):len(command)], work[:]...)...)
					cmd.Env = append(os.Environ(), "PCP_TMP_DIR="+dir)
					return cmd
				}
			}
			rows = append(rows, r)
		}
		return b.table("library", b.runs, rows...)
	})
}
