package recordings

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rogpeppe/go-internal/diff"

	"pcptools/internal/golden"
)

// strayMemory fills memory that PCP's tool has not written to, so that
// what it prints of that is not the same twice (mallopt(3)).
const strayMemory = "MALLOC_PERTURB_=165"

// each calls do for all oracles, at the same time.
func each(oracles []*oracle, do func(o *oracle) error) error {
	errs := make([]error, len(oracles))
	var group sync.WaitGroup
	for i, o := range oracles {
		group.Go(func() { errs[i] = do(o) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// An outcome is what an oracle prints for a line, or why that is not recorded.
type outcome struct {
	text string
	why  string
}

// record fills in what the oracles print for records, or with -new for those that
// nothing is recorded of.
func record(records []golden.Record, oracles []*oracle) error {
	outcomes := make(map[*oracle][]outcome)
	for _, o := range oracles {
		outcomes[o] = make([]outcome, len(records))
	}
	skip := make([]bool, len(records))
	for i, r := range records {
		skip[i] = *fresh && len(r.Want) > 0
	}
	err := each(oracles, func(o *oracle) error {
		// Twice in turn, so that the two runs of a line are seconds apart.
		for _, environ := range [][]string{nil, {strayMemory}} {
			for i, r := range records {
				if skip[i] || outcomes[o][i].why != "" {
					continue
				}
				if err := o.try(&outcomes[o][i], r.Line, environ); err != nil {
					return fmt.Errorf("%s (PCP %s): %w", r.At, o.release, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range records {
		r := &records[i]
		for _, o := range oracles {
			switch out := outcomes[o][i]; {
			case skip[i]:
			case out.why != "":
				fmt.Printf("%s (PCP %s): not recorded: %s: %s\n", r.At, o.release, out.why, r.Line)
				delete(r.Want, o.release)
			default:
				r.Want[o.release] = out.text
			}
		}
	}
	return shorten(records)
}

// try runs a line, the second time to see whether it prints the same.
func (o *oracle) try(out *outcome, line string, environ []string) error {
	text, err := o.run(line, environ...)
	var why rejection
	switch {
	case errors.As(err, &why):
		out.why = string(why)
	case err != nil:
		return err
	case environ != nil && text != out.text:
		out.why = "not the same twice"
	}
	out.text = text
	return nil
}

// shorten puts notes in the place of usage texts.
func shorten(records []golden.Record) error {
	usages := golden.UsagesOf(records)
	for _, r := range records {
		c, err := golden.ParseCommand(r.Line)
		if err != nil {
			return fmt.Errorf("%s: %w", r.At, err)
		}
		for release, text := range r.Want {
			r.Want[release] = usages.Shorten(r.Line, c.Tool, release, text)
		}
	}
	return nil
}

// compare compares what is recorded with what the oracles print.
func compare(records []golden.Record, oracles []*oracle) error {
	usages := golden.UsagesOf(records)
	var mu sync.Mutex
	different := 0
	err := each(oracles, func(o *oracle) error {
		for _, r := range records {
			want, ok := r.Want[o.release]
			if !ok {
				continue
			}
			c, err := golden.ParseCommand(r.Line)
			if err != nil {
				return fmt.Errorf("%s: %w", r.At, err)
			}
			want = usages.Expand(c.Tool, o.release, want)
			got, err := again(want, func() (string, error) { return o.run(r.Line) })
			if err != nil {
				return fmt.Errorf("%s (PCP %s): %w", r.At, o.release, err)
			}
			if want == got {
				continue
			}
			mu.Lock()
			different++
			fmt.Printf("%s (PCP %s): %s\n%s", r.At, o.release, r.Line, diff.Diff("recorded", []byte(want), "genuine", []byte(got)))
			mu.Unlock()
		}
		return nil
	})
	if err == nil && different > 0 {
		err = fmt.Errorf("%d recordings are not what the genuine tools print", different)
	}
	return err
}

// again runs a line until the result is as recorded, thrice at most: what waits on a
// busy machine can end otherwise. A rejection is a result.
func again(want string, run func() (string, error)) (got string, err error) {
	for range 3 {
		got, err = run()
		var why rejection
		if errors.As(err, &why) {
			got, err = "not to be recorded: "+string(why)+"\n", nil
		}
		if err != nil || got == want {
			break
		}
		fmt.Printf("different, tried again:\n%s", diff.Diff("recorded", []byte(want), "genuine", []byte(got)))
	}
	return got, err
}
