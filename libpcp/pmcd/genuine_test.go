package pmcd_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestAgainstGenuine asks a pmcd of PCP about its whole name space, and
// compares every answer with what libpcp (C) makes of it just before
// and just after: where those two agree, so must this client.
func TestAgainstGenuine(t *testing.T) {
	need.PCP(t)
	world.StartWith(t, world.Options{Linux: true}).Setenv(t)
	driver := filepath.Join(t.TempDir(), "driver")
	if out, err := exec.Command("gcc", "-o", driver, "testdata/driver.c", "-lpcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, spec := range []string{"local:", "localhost"} {
		t.Run(spec, func(t *testing.T) { compareFacts(t, driver, spec) })
	}
}

// looks is how often they are compared while they differ: something may come and
// go between before and after.
const looks = 4

func compareFacts(t *testing.T, driver, spec string) {
	same, wrong := 0, []string{}
	for range looks {
		before, ours, after := genuineFacts(t, driver, spec), ourFacts(t, spec), genuineFacts(t, driver, spec)
		same, wrong = differences(before, ours, after)
		t.Logf("%d facts, of which %d are steady and the same", len(before), same)
		if len(wrong) == 0 && same >= 5000 { // an agent may get lost when the machine is busy
			return
		}
	}
	for _, text := range wrong[:min(len(wrong), 20)] {
		t.Error(text)
	}
	if same < 5000 {
		t.Errorf("too few")
	}
}

// differences are between what is so before and after, and ours; the number is of
// what is the same.
func differences(before, ours, after facts) (same int, wrong []string) {
	for key, want := range before {
		got, want := essence(key, ours[key]), essence(key, want)
		switch {
		case derived[key] || want != essence(key, after[key]):
		case got == want:
			same++
		default:
			wrong = append(wrong, fmt.Sprintf("%s:\n got %.200s\nwant %.200s", key, got, want))
		}
	}
	return same, wrong
}

// derived are facts about the metrics that libpcp (C) has defined
// itself: they are not pmcd's.
var derived = map[string]bool{
	"name event.flags": true, "desc event.flags": true, "values event.flags": true,
	"name event.missed": true, "desc event.missed": true, "values event.missed": true,
	"oneline 2143289345": true, "help 2143289345": true,
	"oneline 2143289346": true, "help 2143289346": true,
}

// constant are metrics whose values never change.
var constant = regexp.MustCompile(`^values (sample(dso)?\.(u?long(long)?|float|double|string|aggregate)\.(one|ten|hundred|million|hullo)|hinv\.n|mmv\.acme\.prod|pmcd\.version)`)

// essence is what of a fact must not change from one time to the next: of
// most values only that there are some, and of which instances.
func essence(key, fact string) string {
	if !strings.HasPrefix(key, "values ") || constant.MatchString(key) {
		return fact
	}
	words := strings.Fields(fact)
	for i := range words {
		words[i], _, _ = strings.Cut(words[i], ":")
	}
	return strings.Join(words, " ")
}

// facts are lines of the driver by what they are about.
type facts map[string]string

// add adds a line, whose first words say what it is about.
func (f facts) add(line string) {
	words := strings.SplitN(line, " ", 4)
	n := 2
	if words[0] == "labels" {
		n = 3
	}
	if len(words) > n {
		key := strings.Join(words[:n], " ")
		f[key] = strings.TrimPrefix(line, key)
	}
}

func genuineFacts(t *testing.T, driver, spec string) facts {
	out, err := exec.Command(driver, spec).Output()
	if err != nil {
		t.Fatal(err)
	}
	f := make(facts)
	for line := range strings.Lines(string(out)) {
		f.add(strings.TrimSuffix(line, "\n"))
	}
	return f
}

// gatherer asks a client all that the driver asks.
type gatherer struct {
	facts
	testing.TB
	c *pmcd.Client
}

func ourFacts(t *testing.T, spec string) facts {
	ctx := context.Background()
	c, err := pmcd.Dial(ctx, spec)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	names, err := sourcetest.Direct(c).Traverse(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := libpcp.NewContext(c).Lookup(ctx, names...)
	if err != nil {
		t.Fatal(err)
	}
	g := gatherer{facts: make(facts), TB: t, c: c}
	g.addf("host %s ", sourcetest.Direct(c).HostName(ctx))
	g.metrics(names, ids)
	g.values(names, ids)
	g.texts(ids)
	return g.facts
}

func (g *gatherer) addf(format string, args ...any) { g.add(fmt.Sprintf(format, args...)) }

func (g *gatherer) metrics(names []string, ids []libpcp.PMID) {
	for i, r := range sourcetest.Direct(g.c).Descs(context.Background(), ids) {
		g.addf("name %s %d", names[i], uint32(ids[i]))
		if d := r.Desc; r.Err != nil {
			g.addf("desc %s %d", names[i], int32(libpcp.Code(r.Err)))
		} else {
			g.addf("desc %s 0 %d %d %d %d %v", names[i], uint32(d.PMID), int32(d.Type), uint32(d.InDom), int32(d.Sem), d.Units)
			g.indom(d.InDom)
		}
	}
}

func (g *gatherer) indom(d libpcp.InDom) {
	if _, known := g.facts[fmt.Sprint("instances ", uint32(d))]; known || d == libpcp.NullInDom {
		return
	}
	all := &libpcp.InstancesQuery{InDom: d}
	text := &libpcp.TextQuery{ID: libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextInDom, Ident: uint32(d)}}
	own := &libpcp.LabelsQuery{ID: libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(d)}}
	each := &libpcp.LabelsQuery{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d)}}
	g.c.Ask(context.Background(), all, text, own, each)
	line := fmt.Sprintf("instances %d %d", uint32(d), count(len(all.Instances), all.Err))
	for _, inst := range all.Instances {
		line += fmt.Sprintf(" %d:%s", inst.ID, inst.Name)
	}
	g.add(line)
	g.addf("indomtext %d %d %x", text.ID.Ident, int32(libpcp.Code(text.Err)), text.Text)
	g.labels("indom", own)
	g.labels("instances", each)
}

func (g *gatherer) labels(class string, q *libpcp.LabelsQuery) {
	line := fmt.Sprintf("labels %s %d %d", class, q.ID.Ident, count(len(q.Sets), q.Err))
	for _, s := range q.Sets {
		line += fmt.Sprintf(" %d:%d:%s", uint32(s.Inst), count(len(s.Labels), s.Err), s.JSON)
	}
	g.add(line)
}

// count is what C functions return: a number, or an error.
func count(n int, err error) int {
	if code := libpcp.Code(err); code < 0 {
		return int(code)
	}
	return n
}

func (g *gatherer) values(names []string, ids []libpcp.PMID) {
	r, err := sourcetest.Direct(g.c).Fetch(context.Background(), ids, nil)
	if err != nil {
		g.Fatal(err)
	}
	for i, set := range r.Sets {
		n := len(set.Values)
		if set.Err != nil {
			n = int(libpcp.Code(set.Err))
		}
		line := fmt.Sprintf("values %s %d %d", names[i], uint32(set.PMID), n)
		for _, v := range set.Values {
			line += fmt.Sprintf(" %d:%s", v.Inst, valueText(set.Format, v))
		}
		g.add(line)
	}
}

func valueText(f libpcp.Format, v libpcp.Value) string {
	switch t := v.Block().Type; {
	case f == libpcp.InSitu:
		return fmt.Sprintf("%x", v.Word)
	case t == libpcp.TypeString || t == libpcp.TypeAggregate:
		return fmt.Sprintf("%d:%x", int32(t), v.Block().Data)
	default:
		return fmt.Sprintf("%d:%d", int32(t), len(v.Block().Data))
	}
}

func (g *gatherer) texts(ids []libpcp.PMID) {
	for kind, name := range map[libpcp.TextKind]string{libpcp.TextOneLine: "oneline", libpcp.TextHelp: "help"} {
		var queries []libpcp.Query
		for _, id := range ids {
			queries = append(queries, text(kind, id))
		}
		g.c.Ask(context.Background(), queries...)
		for _, q := range queries {
			q := q.(*libpcp.TextQuery)
			g.addf("%s %d %d %x", name, q.ID.Ident, int32(libpcp.Code(q.Err)), q.Text)
		}
	}
}
