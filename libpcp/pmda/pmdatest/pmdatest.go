// Package pmdatest tests agents in Go tests, as dbpmda(1) does with commands
// of its own:
//
//	func TestColour(t *testing.T) {
//		a := pmdatest.Open(t, simple.New())
//		if v := a.Values("simple.color")["red"]; v.Int64() != 1 {
//			t.Errorf("red is %v", v)
//		}
//		a.Store("simple.color", "red", libpcp.Int32Atom(7))
//	}
//
// The agent runs in the process of the test. [Run] runs a program that is an
// agent instead, on a pipe as a pmcd does. Any failure fails the test;
// requests that are expected to fail, and all others, can be sent with
// [Agent.Context].
package pmdatest

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
)

// Agent is an agent under test. It is closed when the test ends.
type Agent struct {
	t testing.TB
	c *libpcp.Context
}

// Open opens an agent in this process.
func Open(t testing.TB, a *pmda.Agent) *Agent {
	t.Helper()
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return Run(t, local.Agent{Domain: a.Domain, Name: a.Name, New: func() *pmda.Agent { return a }})
}

// Run opens an agent that a [local.Agent] describes, such as a program: see
// [local.Daemon] and [local.Command].
func Run(t testing.TB, a local.Agent) *Agent {
	t.Helper()
	c := libpcp.NewContext(local.New(local.Config{}, a))
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Agent{t, c}
}

// Context returns a local context with this agent only.
func (a *Agent) Context() *libpcp.Context { return a.c }

// Metrics lists the names of all metrics.
func (a *Agent) Metrics() []string {
	a.t.Helper()
	names, err := a.c.Traverse(a.ctx(), "")
	a.check("metrics", err)
	return names
}

// Desc returns the descriptor of a metric.
func (a *Agent) Desc(metric string) libpcp.Desc {
	a.t.Helper()
	ids, err := a.c.Lookup(a.ctx(), metric)
	a.check(metric, err)
	desc, err := a.c.Desc(a.ctx(), ids[0])
	a.check(metric, err)
	return desc
}

// Value returns the value of a singular metric.
func (a *Agent) Value(metric string) libpcp.Atom {
	a.t.Helper()
	values := a.Values(metric)
	v, ok := values[""]
	if !ok || len(values) != 1 {
		a.t.Fatalf("%s: %d values, not the one of a singular metric", metric, len(values))
	}
	return v
}

// Values returns the values of a metric by the names of its instances; the name
// of a singular value is "".
func (a *Agent) Values(metric string) map[string]libpcp.Atom {
	a.t.Helper()
	group, err := a.c.Group(a.ctx(), metric)
	a.check(metric, err)
	sample, err := group.Fetch(a.ctx())
	a.check(metric, err)
	readings, err := sample.Values(metric)
	a.check(metric, err)
	values := make(map[string]libpcp.Atom, len(readings))
	for _, r := range readings {
		values[r.Instance] = r.Value
	}
	return values
}

// Store stores a value for an instance, or for a singular metric if its name is
// empty.
func (a *Agent) Store(metric, instance string, v libpcp.Atom) {
	a.t.Helper()
	desc, inst := a.Desc(metric), int32(libpcp.NullInst)
	if instance != "" {
		var err error
		inst, err = a.c.InstanceID(a.ctx(), desc.InDom, instance)
		a.check(metric, err)
	}
	set, err := libpcp.NewValueSet(desc.PMID, inst, v)
	a.check(metric, err)
	a.check(metric, a.c.Store(a.ctx(), &libpcp.Result{Sets: []libpcp.ValueSet{set}}))
}

// Text returns the help text of a metric, or else its one-line text.
func (a *Agent) Text(metric string) string {
	a.t.Helper()
	id := a.Desc(metric).PMID
	line, err := a.c.Text(a.ctx(), id, libpcp.TextOneLine)
	a.check(metric, err)
	help, err := a.c.Text(a.ctx(), id, libpcp.TextHelp)
	a.check(metric, err)
	return cmp.Or(help, line)
}

// Described returns what pminfo -dm prints of a metric: its PMID and descriptor, in
// one line with a space between words.
func (a *Agent) Described(metric string) string {
	a.t.Helper()
	d := a.Desc(metric)
	return strings.Join(strings.Fields(fmt.Sprintf("%s PMID: %v Data Type: %s InDom: %v %#x Semantics: %s Units: %s", metric, d.PMID,
		format.DataType(d.Type), d.InDom, uint32(d.InDom), format.Semantics(d.Sem), format.Units(d.Units, libpcp.UnitsNotation{}))), " ")
}

// Printed returns what pminfo -f prints of a metric: an empty line, its name, and
// its values or error.
func (a *Agent) Printed(metric string) string {
	a.t.Helper()
	desc := a.Desc(metric)
	result, err := a.c.Fetch(a.ctx(), []libpcp.PMID{desc.PMID})
	a.check(metric, err)
	set := result.Sets[0]
	b := fmt.Appendf(nil, "\n%s\n", metric)
	switch {
	case set.Err != nil:
		return fmt.Sprintf("%sError: %s\n", b, libpcp.ErrorText(set.Err))
	case len(set.Values) == 0:
		return string(b) + "No value(s) available!\n"
	}
	for _, v := range set.Values {
		b = append(b, "    "...)
		if desc.InDom != libpcp.NullInDom {
			inst, err := a.c.InstanceName(a.ctx(), desc.InDom, v.Inst)
			a.check(metric, err)
			b = fmt.Appendf(b, "inst [%d or \"%s\"] ", v.Inst, inst)
		}
		b = append(format.AppendValue(append(b, "value "...), set.Format, v, desc.Type), '\n')
	}
	return string(b)
}

func (a *Agent) ctx() context.Context { return a.t.Context() }

func (a *Agent) check(what string, err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatalf("%s: %v", what, err)
	}
}
