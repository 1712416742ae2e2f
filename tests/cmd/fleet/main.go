// Fleet brings up eight pmcds of PCP on this machine, and a pmproxy with a key
// server that has the history of eight made-up hosts, with directories of their
// own, on loopback. It prints how our tools ask them, and runs that. It ends
// with all it has started at an interrupt, or with -once when that is done; so it
// does when it is killed, where the system can do that.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/series"
)

const hosts = 8

func main() {
	log.SetFlags(0)
	once := flag.Bool("once", false, "end when the commands have run")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, *once); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, once bool) error {
	if err := need.MissingPCP(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "fleet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	hold, err := removeAfter(dir)
	if err != nil {
		return err
	}
	defer hold.Close()
	pcp := filepath.Join(dir, "pcp")
	if err := os.Mkdir(pcp, 0o755); err != nil {
		return err
	}
	names, endHosts, err := startHosts(pcp)
	defer endHosts()
	if err != nil {
		return err
	}
	address, end, err := startEngine(ctx, dir)
	defer end()
	if err != nil {
		return err
	}
	list := filepath.Join(dir, "hosts")
	if err := os.WriteFile(list, []byte(strings.Join(append(names, "localhost:1"), "\n")), 0o644); err != nil {
		return err
	}
	showAll(ctx, list, address)
	if once {
		return nil
	}
	fmt.Println("The pmcds and the pmproxy are up until an interrupt.")
	<-ctx.Done()
	return nil
}

// removeAfter has a directory removed when what it returns is closed, or this
// process killed.
func removeAfter(dir string) (hold io.Closer, err error) {
	cmd := exec.Command("/bin/sh", "-c", `trap '' HUP INT TERM; read -r _; until rm -rf -- "$0"; do sleep 1; done`, dir)
	cmd.Dir = "/"
	if hold, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return hold, cmd.Start()
}

// startHosts starts the pmcds, and returns their addresses and what ends those
// that were started.
func startHosts(dir string) (names []string, end func(), err error) {
	var worlds []*world.World
	end = func() {
		for _, w := range worlds {
			w.Close()
		}
	}
	kit, err := world.NewKit(dir, world.Options{})
	if err != nil {
		return nil, end, err
	}
	for range hosts {
		w, err := kit.Start()
		if err != nil {
			return nil, end, err
		}
		worlds = append(worlds, w)
		names = append(names, "localhost:"+strconv.Itoa(w.Port))
	}
	return names, end, nil
}

// showAll runs the tools on the hosts of a list and on the engine at an address.
func showAll(ctx context.Context, list, address string) {
	for _, words := range [][]string{
		{"pminfo", "--format=table", "-f", "--hosts=@" + list, "sample.long.one"},
		{"pmval", "--format=table", "-s", "2", "--hosts=@" + list, "sample.load"},
		{"pmval", "-h", address, `--series=kernel.all.load{hostname=="web1"}`, "--plot"},
		{"pmprobe", "-h", address, "--series=kernel.all.load", "--format=table"},
	} {
		show(ctx, words)
	}
}

// show prints a command and runs it.
func show(ctx context.Context, words []string) {
	fmt.Print("$")
	for _, word := range words {
		if strings.Contains(word, "{") {
			word = "'" + word + "'"
		}
		fmt.Print(" ", word)
	}
	fmt.Println()
	cmd := exec.CommandContext(ctx, filepath.Join("bin", words[0]), words[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Run()
	fmt.Println()
}

// startEngine starts a key server and a pmproxy, and loads the made-up history.
// The function that it returns ends what has been started, also after an error.
func startEngine(ctx context.Context, dir string) (address string, end func(), err error) {
	e, end, err := world.RunEngine(ctx, "redis-server", dir)
	if err == nil {
		err = load(ctx, dir, e.Keys)
	}
	if err == nil {
		err = awaitSeries(ctx, e.Address)
		address = e.Address
	}
	return address, end, err
}

// awaitSeries waits until pmproxy has found its key server.
func awaitSeries(ctx context.Context, address string) error {
	client, err := series.New(address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if ids, err := client.Query(ctx, "kernel.all.load"); err == nil && len(ids) == hosts {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("pmproxy has no series")
}

// load has the key server hold an hour of the load of web1 to web8.
func load(ctx context.Context, dir, keys string) error {
	for i := range hosts {
		name := fmt.Sprintf("web%d", i+1)
		base := filepath.Join(dir, name)
		if err := makeArchive(base, name, float64(i)); err != nil {
			return err
		}
		out, err := exec.CommandContext(ctx, "pmseries", "-h", "127.0.0.1", "-p", keys, "--load", `{source.path: "`+base+`"}`).CombinedOutput()
		if err != nil {
			return fmt.Errorf("pmseries: %w\n%s", err, out)
		}
	}
	return nil
}

// makeArchive makes an archive of a host with a load that goes up and down.
func makeArchive(base, host string, phase float64) (err error) {
	start := time.Now().Add(-time.Hour).Truncate(time.Minute)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: host}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	id := libpcp.NewPMID(60, 2, 0)
	err = w.AddDesc(libpcp.Desc{PMID: id, Type: libpcp.TypeFloat, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}, "kernel.all.load")
	if err != nil {
		return err
	}
	label := []libpcp.Label{{Name: "hostname", Value: strconv.Quote(host)}}
	err = w.AddLabels(start, libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)}, []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: label}})
	for minute := 0; err == nil && minute <= 60; minute++ {
		var set libpcp.ValueSet
		if set, err = libpcp.NewValueSet(id, libpcp.NullInst, libpcp.FloatAtom(float32(2+math.Sin(phase+float64(minute)/10)))); err == nil {
			err = w.Append(&libpcp.Result{Time: start.Add(time.Duration(minute) * time.Minute), Sets: []libpcp.ValueSet{set}})
		}
	}
	return err
}
