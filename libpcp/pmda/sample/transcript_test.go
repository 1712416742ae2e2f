package sample_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/release"
)

// TestTranscripts replays what was asked of PCP's agent, as the DSO of a
// local context of domain 29, or in a pmcd where a transcript stores more than
// one value at once, which PCP's local context gets wrong. The answers
// must be the same. Metrics are named by item, types and instance domains by
// number:
//
//	fetch ITEM ...
//	store ITEM TYPE INST=VALUE ...
//	desc|indom|inst|name|addprofile|delprofile|labels
func TestTranscripts(t *testing.T) {
	for _, version := range []string{"6.0.3", "6.3.8", "7.2.2"} {
		files, _ := filepath.Glob("testdata/" + version + "/*.txt")
		if len(files) == 0 {
			t.Fatal("no transcripts of", version)
		}
		v, err := release.Parse(version)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := version + "/" + strings.TrimSuffix(filepath.Base(file), ".txt")
			t.Run(name, func(t *testing.T) { replay(t, release.Of(v), file) })
		}
	}
}

func replay(t *testing.T, rel release.Release, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	src := local.New(local.Config{}, local.Agent{Domain: 29, New: func() *pmda.Agent { return sample.NewFor(rel) }})
	c := libpcp.NewContext(src)
	defer c.Close()
	t.Setenv("PCP_PMDAS_DIR", t.TempDir())
	p := player{c: c}
	commands := 0
	for entry := range strings.SplitSeq("\n"+string(text), "\n> ") {
		command, want, _ := strings.Cut(entry, "\n")
		if command == "" {
			continue
		}
		commands++
		if got := p.do(command); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("%s\n got %s\nwant %s", command, got, want)
		}
	}
	t.Log(commands, "commands")
}

// player answers commands as transcripts have them.
type player struct {
	c *libpcp.Context
}

var background = context.Background()

func (p *player) do(command string) string {
	words := strings.Fields(command)
	switch args := words[1:]; words[0] {
	case "fetch":
		return p.fetch(args)
	case "store":
		return p.store(args)
	case "desc":
		reply := sourcetest.Direct(p.c.Source()).Descs(background, []libpcp.PMID{item(args[0])})[0] // which the context would cache
		return result(reply.Err, func() string {
			d := reply.Desc
			return fmt.Sprintf("type %d indom %d sem %d units %08x", d.Type, serial(d.InDom), d.Sem, uint32(d.Units))
		})
	case "indom":
		members, err := p.c.Instances(background, indom(args[0]))
		return result(err, func() string {
			s := fmt.Sprintf("%d:", len(members))
			for _, m := range members {
				s += fmt.Sprintf(" %d=%s;", m.ID, m.Name)
			}
			return s
		})
	case "inst":
		id, err := p.c.InstanceID(background, indom(args[0]), args[1])
		if err != nil {
			return strconv.Itoa(int(libpcp.Code(err)))
		}
		return strconv.Itoa(int(id))
	case "name":
		name, err := p.c.InstanceName(background, indom(args[0]), int32(number(args[1])))
		return result(err, func() string { return name })
	case "addprofile", "delprofile":
		return p.profile(words[0] == "addprofile", args)
	case "labels":
		return p.labels(args)
	}
	return "unknown command"
}

func result(err error, text func() string) string {
	if err != nil {
		return fmt.Sprint("error ", int(libpcp.Code(err)))
	}
	return text()
}

func number(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

func item(s string) libpcp.PMID { return libpcp.NewPMID(29, 0, uint32(number(s))) }

func indom(s string) libpcp.InDom { return libpcp.NewInDom(29, uint32(number(s))) }

func serial(d libpcp.InDom) int {
	if d == libpcp.NullInDom {
		return -1
	}
	return int(d.Serial())
}

func (p *player) profile(add bool, args []string) string {
	d := libpcp.NullInDom
	var insts []int32
	if len(args) > 0 {
		d = indom(args[0])
		for _, arg := range args[1:] {
			insts = append(insts, int32(number(arg)))
		}
	}
	change := p.c.Profile().Del
	if add {
		change = p.c.Profile().Add
	}
	return strconv.Itoa(int(libpcp.Code(change(d, insts...))))
}

func (p *player) fetch(args []string) string {
	var ids []libpcp.PMID
	for _, arg := range args {
		ids = append(ids, item(arg))
	}
	r, err := p.c.Fetch(background, ids)
	return result(err, func() string {
		var s strings.Builder
		for _, set := range r.Sets {
			appendSet(&s, set)
		}
		return s.String()
	})
}

func appendSet(s *strings.Builder, set libpcp.ValueSet) {
	fmt.Fprintf(s, "%d: ", set.PMID.Item())
	switch {
	case set.Err != nil:
		fmt.Fprint(s, int(libpcp.Code(set.Err)))
	case len(set.Values) == 0:
		s.WriteString("0")
	default:
		fmt.Fprintf(s, "%d fmt%d", len(set.Values), min(set.Format, 1))
		for _, v := range set.Values {
			fmt.Fprintf(s, " %d=%s", v.Inst, valueText(set.Format, v))
		}
	}
	s.WriteString("\n")
}

func valueText(format libpcp.Format, v libpcp.Value) string {
	if format == libpcp.InSitu {
		return strconv.Itoa(int(int32(v.Word)))
	}
	t := v.Block().Type
	a, err := libpcp.Extract(format, v, t, t)
	switch {
	case t.Event():
		return eventText(v.Block())
	case err != nil:
		return err.Error()
	case t == libpcp.Type64:
		return fmt.Sprint("q", a.Int64())
	case t == libpcp.TypeU64:
		return fmt.Sprint("Q", a.Uint64())
	case t == libpcp.TypeFloat:
		return "f" + strconv.FormatFloat(float64(float32(a.Float64())), 'g', 9, 64)
	case t == libpcp.TypeDouble:
		return "d" + strconv.FormatFloat(a.Float64(), 'f', -1, 64)
	case t == libpcp.TypeString:
		return fmt.Sprintf("%q/%d", a.Text(), len(v.Block().Data))
	}
	return fmt.Sprintf("t%d/%d:%x", t, len(v.Block().Data), v.Block().Data)
}

func eventText(b libpcp.Block) string {
	records, err := libpcp.UnpackEvents(b)
	if err != nil {
		return err.Error()
	}
	s := fmt.Sprintf("E%d{", len(records))
	for _, r := range records {
		if r.Flags&libpcp.EventMissed != 0 {
			s += fmt.Sprintf("(%x/%d)", uint32(r.Flags), r.Missed)
			continue
		}
		s += fmt.Sprintf("(%x/%d", uint32(r.Flags), len(r.Params))
		for _, param := range r.Params {
			s += paramText(param)
		}
		s += ")"
	}
	return s + "}"
}

func (p *player) store(args []string) string {
	kind := libpcp.Type(number(args[1]))
	set := libpcp.ValueSet{PMID: item(args[0])}
	for _, arg := range args[2:] {
		inst, text, _ := strings.Cut(arg, "=")
		v, format, err := libpcp.NewValue(int32(number(inst)), atom(kind, text))
		if err != nil {
			return err.Error()
		}
		set.Values, set.Format = append(set.Values, v), format
	}
	err := p.c.Store(background, &libpcp.Result{Sets: []libpcp.ValueSet{set}})
	return result(err, func() string { return "ok" })
}

func atom(kind libpcp.Type, text string) libpcp.Atom {
	switch kind {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(number(text)))
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(number(text)))
	case libpcp.Type64:
		return libpcp.Int64Atom(number(text))
	case libpcp.TypeU64:
		n, _ := strconv.ParseUint(text, 10, 64)
		return libpcp.Uint64Atom(n)
	case libpcp.TypeFloat:
		f, _ := strconv.ParseFloat(text, 32)
		return libpcp.FloatAtom(float32(f))
	case libpcp.TypeDouble:
		f, _ := strconv.ParseFloat(text, 64)
		return libpcp.DoubleAtom(f)
	}
	return libpcp.BytesAtom(kind, []byte(text))
}

func (p *player) labels(args []string) string {
	id := libpcp.LabelID{}
	switch args[0] {
	case "d":
		id.Class, id.Ident = libpcp.LabelDomain, 29
	case "c":
		id.Class, id.Ident = libpcp.LabelCluster, uint32(libpcp.NewPMID(29, uint32(number(args[1])), 0))
	case "i":
		id.Class, id.Ident = libpcp.LabelItem, uint32(item(args[1]))
	case "n":
		id.Class, id.Ident = libpcp.LabelInDom, uint32(indom(args[1]))
	case "I":
		id.Class, id.Ident = libpcp.LabelInstances, uint32(indom(args[1]))
	}
	sets, err := p.c.Labels(background, id)
	return result(err, func() string {
		s := fmt.Sprintf("%d sets", len(sets))
		for _, set := range sets {
			s += fmt.Sprintf(" %d:%d[", set.Inst, len(set.Labels))
			for _, l := range set.Labels {
				s += fmt.Sprintf("%s=%s/%02x;", l.Name, l.Value, l.Flags)
			}
			s += "]"
		}
		return s
	})
}

func paramText(set libpcp.ValueSet) string {
	return fmt.Sprintf(" %v:%s", set.PMID, valueText(set.Format, set.Values[0]))
}
