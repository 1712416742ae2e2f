package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"pcptools/internal/world"
)

// fleet compares our pminfo asking many hosts at once with a shell's loop of
// PCP's.
func (b *bench) fleet() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "many hosts\tloop of genuine\tours at once\tratio\t")
	for _, f := range []struct {
		what   string
		start  func() (hosts []string, end func(), err error)
		metric string
	}{
		{"8 genuine pmcds", func() ([]string, func(), error) { return genuineHosts(8) }, "sample.long"},
		{"100 scripted, fast", func() ([]string, func(), error) { return scriptedHosts(100, "fast") }, "many.value"},
		{"10 scripted, 200 ms away", func() ([]string, func(), error) { return scriptedHosts(10, "far") }, "many.value"},
	} {
		hosts, end, err := f.start()
		if err == nil {
			err = b.fleetRow(w, f.what, hosts, f.metric)
		}
		end()
		if err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return b.largeFleets()
}

// largeFleets measures ours on so many hosts, for which PCP's tool has no
// counterpart: ten times as many should take ten times as long.
func (b *bench) largeFleets() error {
	w := newAlone("scripted hosts")
	for _, n := range []int{1000, 10_000} {
		hosts, end, err := scriptedHosts(n, "fast")
		if err == nil {
			err = b.alone(w, strconv.Itoa(n), func() *exec.Cmd {
				cmd := b.command(b.ours, "pminfo", "--format=jsonl", "--parallel=500", "--hosts=-", "-f", "many.value")
				cmd.Stdin = strings.NewReader(strings.Join(hosts, "\n"))
				return cmd
			})
		}
		end()
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// fleetRow measures both in turn.
func (b *bench) fleetRow(w io.Writer, what string, hosts []string, metric string) error {
	loop := `for host; do "$0" -h $host -f ` + metric + ` || exit; done`
	took, err := inTurn([2]func() *exec.Cmd{
		func() *exec.Cmd {
			return exec.Command("sh", slices.Concat([]string{"-c", loop, filepath.Join(b.genuine, "pminfo")}, hosts)...)
		},
		func() *exec.Cmd {
			return exec.Command(filepath.Join(b.ours, "pminfo"), "--format=jsonl", "--hosts="+strings.Join(hosts, ","), "-f", metric)
		},
	}, elapsed, times(b.runs))
	if err != nil {
		return err
	}
	genuine, ours := median(took[0]), median(took[1])
	_, err = fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t\n", what, round(genuine), round(ours), ratio(ours, genuine))
	return err
}

// genuineHosts starts n pmcds. The function that it returns ends what has been
// started, also after an error.
func genuineHosts(n int) (hosts []string, end func(), err error) {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return nil, func() {}, err
	}
	var worlds []*world.World
	end = func() {
		for _, w := range worlds {
			w.Close()
		}
		os.RemoveAll(dir)
	}
	kit, err := world.NewKit(dir, world.Options{})
	for err == nil && len(hosts) < n {
		var w *world.World
		if w, err = kit.Start(); err == nil {
			worlds = append(worlds, w)
			hosts = append(hosts, "127.0.0.1:"+strconv.Itoa(w.Port))
		}
	}
	return hosts, end, err
}

// scriptedHosts starts n fake pmcds of a kind, as genuineHosts does.
func scriptedHosts(n int, kind string) (hosts []string, end func(), err error) {
	cmd := exec.Command("go", "run", "pcptools/libpcp/internal/pmcdtest/many", strconv.Itoa(n), kind)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, func() {}, err
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, func() {}, err
	}
	end = func() { // with its standard input
		stdin.Close()
		cmd.Wait()
	}
	for lines := bufio.NewScanner(stdout); len(hosts) < n && lines.Scan(); {
		address, _, _ := strings.Cut(lines.Text(), " ")
		hosts = append(hosts, address)
	}
	if len(hosts) < n {
		err = fmt.Errorf("%s: %d hosts", cmd, len(hosts))
	}
	return hosts, end, err
}
