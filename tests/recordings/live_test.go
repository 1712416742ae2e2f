package recordings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"

	"pcptools/internal/golden"
	"pcptools/internal/world"
	"pcptools/libpcp/pmcd/pmcdplay"
)

// converse records the conversations of a release, or only the fresh ones, or
// compares them with what PCP's tools print. All lines run in order, on one
// pmcd.
func converse(dir string, o *oracle) (err error) {
	c, err := golden.LoadConversations(dir, o.release)
	if err != nil || len(c.Records) == 0 {
		return err
	}
	if !*recording {
		return o.compareLive(c)
	}
	if *fresh && !slices.ContainsFunc(c.Records, func(r golden.Record) bool { return len(r.Want) == 0 }) {
		return nil // nothing is written: packed exchanges have no small difference
	}
	s, err := newStage(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.record(c); err != nil {
		return err
	}
	return c.Write(dir, o.release)
}

// A stage is where conversations are recorded: a pmcd of the oracle's release,
// and our tools.
type stage struct {
	*oracle
	world *world.World
	dir   string
}

// newStage starts a pmcd, with its files in a directory that agents, which are
// other users, can enter.
func newStage(o *oracle) (*stage, error) {
	dir, err := os.MkdirTemp("", "stage")
	if err != nil {
		return nil, err
	}
	s := &stage{oracle: o, dir: dir}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func (s *stage) start() error {
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return err
	}
	kitDir := filepath.Join(s.dir, "kit")
	if err := os.Mkdir(kitDir, 0o755); err != nil {
		return err
	}
	kit, err := world.NewKit(kitDir, world.Options{Tree: s.tree})
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-o", s.dir+"/", "pcptools/cmd/...")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	s.world, err = kit.Start()
	return err
}

func (s *stage) close() error { return errors.Join(s.world.Close(), os.RemoveAll(s.dir)) }

// record fills in the conversations.
func (s *stage) record(c *golden.Conversations) error {
	kept := c.Records[:0]
	for _, r := range c.Records {
		if *fresh && len(r.Want) > 0 {
			kept = append(kept, r)
			continue
		}
		err := s.try(c, &r)
		var why rejection
		switch {
		case errors.As(err, &why):
			fmt.Printf("%s (PCP %s): not recorded: %s: %s\n", r.At, s.release, why, r.Line)
		case err != nil:
			return fmt.Errorf("%s (PCP %s): %w", r.At, s.release, err)
		default:
			kept = append(kept, r)
		}
	}
	c.Records = kept
	return nil
}

// try records one conversation, and what ours asks besides. All that PCP's
// tool prints must be due to what the pmcd says: it prints the same with a player
// of the conversation.
func (s *stage) try(c *golden.Conversations, r *golden.Record) error {
	rec, err := s.recorder()
	if err != nil {
		return err
	}
	text, err := s.talk(r.Line, rec.Port())
	exchanges, closing := rec.Close()
	if err = errors.Join(err, closing); err != nil {
		return err
	}
	if len(exchanges) == 0 {
		return rejection("no conversation")
	}
	again, err := s.replay(r.Line, exchanges)
	if err != nil {
		return err
	}
	if text != again {
		return rejection("not the same with a player")
	}
	ours, err := s.ours(r.Line)
	if err != nil {
		return err
	}
	r.Exchanges, r.Ahead = c.Number(exchanges), c.Number(pmcdplay.Fresh(ours, exchanges))
	r.Want = make(map[string]string)
	for _, release := range golden.Releases {
		r.Want[release] = text // a file of one release says so by its name
	}
	return nil
}

// talk runs PCP's tool with a pmcd at a port.
func (o *oracle) talk(line string, port int, environ ...string) (string, error) {
	text, err := o.run(line, append(golden.AtPort(port), environ...)...)
	return golden.WithoutPort(text, port), err
}

// replay runs PCP's tool with a player.
func (o *oracle) replay(line string, exchanges []pmcdplay.Exchange) (string, error) {
	p := pmcdplay.NewPlayer(exchanges)
	port, err := p.Listen()
	if err != nil {
		return "", err
	}
	text, err := o.talk(line, port, strayMemory)
	return text, errors.Join(err, p.Close())
}

func (s *stage) recorder() (*pmcdplay.Recorder, error) {
	return pmcdplay.NewRecorder("127.0.0.1:" + strconv.Itoa(s.world.Port))
}

// ours runs our tool through a recorder. What it prints does not matter.
func (s *stage) ours(line string) ([]pmcdplay.Exchange, error) {
	command, err := golden.ParseCommand(line)
	if err != nil {
		return nil, err
	}
	rec, err := s.recorder()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(s.dir, command.Tool), command.Args...)
	cmd.Dir = s.room.Dir
	environ := append(golden.AtPort(rec.Port()), "PCPTOOLS_COMPAT="+s.release)
	cmd.Env = golden.Environ(append(environ, command.Environ...)...)
	cmd.Run() // however it ends
	if _, err := s.room.Leftovers(); err != nil {
		return nil, err
	}
	return rec.Close()
}

// compareLive compares conversations with what PCP's tools print if they
// have them again.
func (o *oracle) compareLive(c *golden.Conversations) error {
	different := 0
	for _, r := range c.Records {
		exchanges, err := c.Of(r)
		if err != nil {
			return err
		}
		want := r.Want[o.release]
		got, err := again(want, func() (string, error) { return o.replay(r.Line, exchanges) })
		if err != nil {
			return fmt.Errorf("%s (PCP %s): %w", r.At, o.release, err)
		}
		if got != want {
			different++
			fmt.Printf("%s (PCP %s): %s\n%s", r.At, o.release, r.Line, diff.Diff("recorded", []byte(want), "genuine", []byte(got)))
		}
	}
	if different > 0 {
		return fmt.Errorf("%d conversations are not what the genuine tools print", different)
	}
	return nil
}
