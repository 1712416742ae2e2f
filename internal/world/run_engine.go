package world

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pcptools/internal/pcpconf"
)

// RunEngine runs an engine, as StartEngine does, outside of tests: with a
// directory for its files, and with the series that SaveKeys has kept there. The
// returned function ends all started programs, also after an error.
func RunEngine(ctx context.Context, redis, dir string) (e *Engine, end func(), err error) {
	first, err := freePort()
	if err != nil {
		return nil, func() {}, err
	}
	second, err := freePort()
	if err != nil {
		return nil, func() {}, err
	}
	keys, port := strconv.Itoa(first), strconv.Itoa(second)
	e = &Engine{Keys: keys, Address: "http://127.0.0.1:" + port, redis: redis, dir: dir}
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
		e.PIDs = append(e.PIDs, cmd.Process.Pid)
		return await(ctx, port)
	}
	if err := start(keys, redis, "--port", keys, "--bind", "127.0.0.1", "--save", "", "--dir", dir); err != nil {
		return nil, end, err
	}
	if err := e.awaitKeys(ctx); err != nil {
		return nil, end, err
	}
	err = start(port, filepath.Join(pcpconf.Get("PCP_BINADM_DIR"), "pmproxy"), "-f", "-t", "-r", keys, "-h", "127.0.0.1",
		"-p", port, "-i", "127.0.0.1", "-s", filepath.Join(dir, "socket"), "-l", filepath.Join(dir, "log"), "-U", "root")
	return e, end, err
}

// awaitKeys waits until the key server has read the kept series.
func (e *Engine) awaitKeys(ctx context.Context) error {
	for {
		err := e.command("PING")
		if err == nil || !strings.HasPrefix(err.Error(), "-LOADING") {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// SaveKeys has the key server keep its series in its directory.
func (e *Engine) SaveKeys() error { return e.command("SAVE") }

// command sends the key server a command. An answer other than success is an
// error.
func (e *Engine) command(command string) error {
	c, err := net.Dial("tcp4", "127.0.0.1:"+e.Keys)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, command+"\r\n"); err != nil {
		return err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && line[0] != '+' {
		err = errors.New(strings.TrimSpace(line))
	}
	return err
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
