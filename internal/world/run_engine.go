package world

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"pcptools/internal/pcpconf"
)

// RunEngine runs an engine without series, as StartEngine does, where there is no
// test: with a directory for what it keeps. The function that it returns ends
// what has been started, also after an error.
func RunEngine(ctx context.Context, redis, dir string) (e *Engine, end func(), err error) {
	var ends []func()
	end = func() {
		for _, end := range ends {
			end()
		}
	}
	start := func(port, program string, args ...string) error {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "PCP_RUN_DIR="+dir)
		done, err := Tie(cmd)
		if err != nil {
			return err
		}
		ends = append(ends, func() {
			cmd.Process.Kill()
			<-done
		})
		return await(ctx, port)
	}
	first, err := freePort()
	if err != nil {
		return nil, end, err
	}
	second, err := freePort()
	if err != nil {
		return nil, end, err
	}
	keys, port := strconv.Itoa(first), strconv.Itoa(second)
	e = &Engine{Keys: keys, Address: "http://127.0.0.1:" + port, redis: redis, dir: dir}
	if err := start(keys, redis, "--port", keys, "--bind", "127.0.0.1", "--save", "", "--dir", dir); err != nil {
		return nil, end, err
	}
	err = start(port, filepath.Join(pcpconf.Get("PCP_BINADM_DIR"), "pmproxy"), "-f", "-t", "-r", keys, "-h", "127.0.0.1",
		"-p", port, "-i", "127.0.0.1", "-s", filepath.Join(dir, "socket"), "-l", filepath.Join(dir, "log"), "-U", "root")
	return e, end, err
}

// await waits until something listens on a port of loopback.
func await(ctx context.Context, port string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		c, err := net.Dial("tcp4", "127.0.0.1:"+port)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}
