// Package complete answers shells that complete the command line of a tool.
//
// The scripts in completions/ run the tool whose name was typed with the
// variable [Variable] set, and with --version as the only argument. So no
// argument of a user gets a new meaning, and a tool of PCP under the same name
// prints its version only. Further variables contain the line being typed
// (request.go); the answer has a form made for the shell (answer.go).
//
// The tool's option table, [getopt.Spec], lists options, their arguments and
// the operands, so scripts contain no tables that could become stale. Names and
// instances come from the source on the line, within [limit]. Text from outside
// reaches a shell only if it is printable (item.go).
package complete

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp/getopt"
)

// Variable asks for completion, for the shell it names.
const Variable = "PCPTOOLS_COMPLETE"

// limit is how long completing may take. The source is given less of it.
const (
	limit       = 330 * time.Millisecond
	sourceLimit = 300 * time.Millisecond
)

// Asked reports whether completion is what a process was started for.
func Asked(inv *getopt.Invocation) bool {
	shell, _ := inv.LookupEnv(Variable)
	return shell != ""
}

// Run answers the shell's question on out. Without an answer in time, and for
// an unknown shell, it writes nothing; requests under way end with the process.
func Run(ctx context.Context, spec *getopt.Spec, inv *getopt.Invocation, out io.Writer) {
	text := make(chan []byte, 1)
	go func() { text <- answerText(ctx, spec, inv) }()
	select {
	case t := <-text:
		out.Write(t)
	case <-time.After(limit):
	}
}

func answerText(ctx context.Context, spec *getopt.Spec, inv *getopt.Invocation) []byte {
	r, ok := newRequest(inv)
	if !ok {
		return nil
	}
	quiet := &getopt.Invocation{Name: inv.Name, Environ: withoutMessages(inv.Environ), Stderr: io.Discard, RunNothing: true}
	c := completer{spec: spec, inv: quiet, u: spec.PartialWord(quiet, r.before, r.word.text, r.after), shell: r.shell}
	ctx, cancel := context.WithTimeout(ctx, sourceLimit)
	defer cancel()
	return r.appendAnswer(nil, c.answer(ctx))
}

// withoutMessages drops what would send messages somewhere else.
func withoutMessages(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(e string) bool {
		return strings.HasPrefix(e, "PCP_STDERR=")
	})
}

// completer completes one word.
type completer struct {
	spec  *getopt.Spec
	inv   *getopt.Invocation
	u     getopt.PartialWord
	shell string
}

// answer finds what the word can become.
func (c *completer) answer(ctx context.Context) answer {
	a := answer{stem: c.u.Stem}
	text := c.u.Text
	a.add(text, optionItems(c.u.Options, strings.HasPrefix(text, "--"))...)
	if c.u.Complete.List {
		comma := strings.LastIndexByte(text, ',') + 1
		a.stem, text = a.stem+text[:comma], text[comma:]
	}
	switch c.u.Complete.Kind {
	case getopt.Files:
		a.files = true
	case getopt.Archives:
		dir, items := c.archives(text)
		a.stem, text = a.stem+dir, text[len(dir):]
		a.add(text, items...)
	case getopt.Zones:
		dir, items := zones(c.inv, text)
		a.stem, text = a.stem+dir, text[len(dir):]
		a.add(text, items...)
	case getopt.Hosts:
		a.add(text, hosts(c.inv)...)
	case getopt.Words:
		a.add(text, words(c.u.Complete.Words())...)
	case getopt.Metrics:
		if list := c.u.Complete.Words; list != nil && strings.HasPrefix(text, ":") {
			a.add(text, words(list())...)
			break
		}
		a.add(text, c.names(ctx, text)...)
	case getopt.Query:
		head, items := c.query(ctx, text)
		if c.shell == "zsh" { // which cannot pass over quotes
			items, head = whole(head, items), ""
		}
		a.stem, text = a.stem+head, text[len(head):]
		a.add(text, items...)
	case getopt.Instances:
		a.add(text, c.instances(ctx)...)
	}
	return a
}

// optionItems are the options of the usage text, in their short forms too
// unless two dashes are there already. One that needs an argument stays open.
func optionItems(options []*getopt.Option, long bool) []item {
	var items []item
	for _, o := range options {
		if o.Hidden {
			continue
		}
		if o.Short != 0 && !o.LongOnly && !long {
			items = append(items, item{text: "-" + string(rune(o.Short)), note: o.Text})
		}
		if o.Long != "" {
			i := item{text: "--" + o.Long, note: o.Text}
			if o.Arg != "" && o.Default == "" {
				i.text, i.open = i.text+"=", true
			}
			items = append(items, i)
		}
	}
	return items
}

// words are the items for a table of words with descriptions.
func words(table []string) []item {
	var items []item
	for _, w := range table {
		text, note, _ := strings.Cut(w, "\t")
		items = append(items, item{text: text, note: note})
	}
	return items
}
