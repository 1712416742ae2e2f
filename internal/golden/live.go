package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"pcptools/libpcp/pmcd/pmcdplay"
)

// Conversations are the recordings of a release with a pmcd of its own.
type Conversations struct {
	Records   []Record
	Exchanges []pmcdplay.Exchange // that the records number
}

// LoadConversations reads the conversations of a release; there need not be any.
func LoadConversations(dir, release string) (*Conversations, error) {
	name := release + ".txt"
	b, err := os.ReadFile(filepath.Join(dir, "live", name))
	if errors.Is(err, fs.ErrNotExist) {
		return new(Conversations), nil
	}
	if err != nil {
		return nil, err
	}
	var c Conversations
	if c.Records, err = Parse(name, b); err != nil {
		return nil, err
	}
	f, err := os.Open(exchangesPath(dir, release))
	if errors.Is(err, fs.ErrNotExist) {
		return &c, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c.Exchanges, err = pmcdplay.Read(f)
	return &c, err
}

func exchangesPath(dir, release string) string {
	return filepath.Join(dir, "live", release+".pdu.gz")
}

// Write writes the conversations of a release. Exchanges that no record needs are
// left out.
func (c *Conversations) Write(dir, release string) error {
	var used []pmcdplay.Exchange
	number := make(map[int]int)
	renumber := func(numbers []int) (again []int) {
		for _, old := range numbers {
			if _, ok := number[old]; !ok {
				number[old] = len(used)
				used = append(used, c.Exchanges[old])
			}
			again = append(again, number[old])
		}
		return again
	}
	for i := range c.Records {
		r := &c.Records[i]
		r.Exchanges, r.Ahead = renumber(r.Exchanges), renumber(r.Ahead)
	}
	c.Exchanges = used
	var file bytes.Buffer
	if err := pmcdplay.Write(&file, used); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(exchangesPath(dir, release), file.Bytes(), 0o644),
		os.WriteFile(filepath.Join(dir, "live", release+".txt"), Format(c.Records), 0o644))
}

// Number adds exchanges that are not among the conversations' yet, and returns
// the numbers of all.
func (c *Conversations) Number(exchanges []pmcdplay.Exchange) []int {
	var numbers []int
	for _, e := range exchanges {
		n := slices.IndexFunc(c.Exchanges, e.Equal)
		if n < 0 {
			n, c.Exchanges = len(c.Exchanges), append(c.Exchanges, e)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// Of returns the exchanges of a record.
func (c *Conversations) Of(r Record) ([]pmcdplay.Exchange, error) {
	var exchanges []pmcdplay.Exchange
	for _, numbers := range [][]int{r.Exchanges, r.Ahead} {
		for _, n := range numbers {
			if n < 0 || n >= len(c.Exchanges) {
				return nil, fmt.Errorf("%s: there is no exchange %d", r.At, n)
			}
			exchanges = append(exchanges, c.Exchanges[n])
		}
	}
	return exchanges, nil
}

// AtPort are the settings that lead a tool to a pmcd at a port of 127.0.0.1.
func AtPort(port int) []string {
	return []string{"PMCD_PORT=" + strconv.Itoa(port), "PMCD_SOCKET=/nowhere"}
}

// WithoutPort hides the number of that port, but not where it is part of another
// number.
func WithoutPort(text string, port int) string {
	return regexp.MustCompile(`\b`+strconv.Itoa(port)+`\b`).ReplaceAllLiteralString(text, "$PORT")
}

// replayLive runs the recorded conversations of a tool as subtests live/FILE:LINE.
func (rec *Recordings) replayLive(t *testing.T, dir string, room *Room, tool, release string, run Runner, d *Differences) {
	c, err := LoadConversations(dir, release)
	if err != nil {
		t.Fatal(err)
	}
	composed := 0
	for _, r := range c.Records {
		command, err := ParseCommand(r.Line)
		if err != nil {
			t.Fatalf("%s: %v", r.At, err)
		}
		if command.Tool != tool || r.Want[release] == "" {
			continue
		}
		t.Run("live/"+r.At, func(t *testing.T) {
			exchanges, err := c.Of(r)
			if err != nil {
				t.Fatal(err)
			}
			player := pmcdplay.NewPlayer(exchanges)
			got, err := room.run(t, run, command, release, player)
			if err != nil {
				t.Fatalf("%s (PCP %s): %s\n%v", r.At, release, r.Line, err)
			}
			composed += player.Composed
			rec.compare(t, r, tool, release, got, d)
			if t.Failed() && len(player.Missing) > 0 {
				t.Logf("nothing is recorded of %q", player.Missing)
			}
		})
	}
	if composed > maxComposed {
		t.Errorf("%d replies were put together, by our own encoder, where at most %d should be", composed, maxComposed)
	}
}

// maxComposed is how many replies to a tool may be composed: it shows that most
// come from a pmcd of PCP.
const maxComposed = 20
