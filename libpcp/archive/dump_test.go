package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// dumper does with this package what testdata/oracle.c does with the genuine
// library: it prints what it finds, a command a line.
type dumper struct {
	w       *bufio.Writer
	a       *Archive
	profile *libpcp.Profile
	views   []view
	all     []libpcp.PMID
	names   []string
	indoms  []libpcp.InDom
	mode    libpcp.Mode
	when    time.Time
	delta   time.Duration
}

// view is an archive as one context of a script sees it.
type view struct {
	a       *Archive
	profile *libpcp.Profile
}

var background = context.Background()

func newDiscard() *bufio.Writer { return bufio.NewWriter(io.Discard) }

func newDumper(w io.Writer) *dumper { return &dumper{w: bufio.NewWriter(w)} }

// dump runs a script.
func dump(w io.Writer, script io.Reader) error {
	d := newDumper(w)
	lines := bufio.NewScanner(script)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		command, arg, _ := strings.Cut(lines.Text(), " ")
		if d.a != nil || command == "open" || command == "say" {
			d.run(command, arg)
		}
	}
	d.close()
	return d.w.Flush()
}

func (d *dumper) run(command, arg string) {
	switch command {
	case "open":
		d.open(arg)
	case "names":
		d.doNames()
	case "children":
		d.children(arg)
	case "lookup":
		d.lookup(sourcetest.Direct(d.a).Lookup(background, strings.Fields(arg)))
	case "descs":
		d.descs()
	case "indoms":
		d.doInDoms()
	case "inst":
		d.inst(arg)
	case "texts":
		d.texts()
	case "labels":
		d.labels()
	case "mode":
		d.doMode(arg)
	case "profile":
		d.doProfile(arg)
	case "fetch":
		d.doFetch(arg)
	case "each":
		d.each(atoi(arg))
	case "record":
		d.record(atoi(arg))
	case "dup":
		d.duplicate()
	case "use":
		d.use(atoi(arg))
	case "say":
		d.printf("%s\n", arg)
	}
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

func (d *dumper) code(what string, err error) {
	d.printf("%s: error %d\n", what, int(libpcp.Code(err)))
}

func seconds(t time.Time) string { return fmt.Sprintf("%d.%09d", t.Unix(), t.Nanosecond()) }

func (d *dumper) open(name string) {
	d.close()
	*d = dumper{w: d.w, mode: libpcp.ModeForw}
	a, err := Open(context.Background(), name, installed)
	if err != nil {
		d.code("open", err)
		return
	}
	d.add(a)
	l, _ := sourcetest.Direct(a).Label()
	d.when = l.Start
	d.printf("label %x %d %s %s %s %s\n", l.Magic, l.PID, seconds(l.Start), l.Host, l.Timezone, l.Zoneinfo)
	if end, err := sourcetest.Direct(a).End(context.Background()); err != nil {
		d.code("end", err)
	} else {
		d.printf("end %s\n", seconds(end))
	}
	d.collect()
}

// add makes an archive, without a profile, the one that is asked.
func (d *dumper) add(a *Archive) {
	d.a, d.profile = a, new(libpcp.Profile)
	d.views = append(d.views, view{d.a, d.profile})
}

func (d *dumper) close() {
	for _, v := range d.views {
		v.a.Close()
	}
}

func (d *dumper) duplicate() {
	dup, err := d.a.Duplicate(background)
	if err != nil {
		d.code("dup", err)
		return
	}
	d.add(dup.(*Archive))
}

func (d *dumper) use(n int) { d.a, d.profile = d.views[n].a, d.views[n].profile }

func (d *dumper) collect() {
	d.names, _ = sourcetest.Direct(d.a).Traverse(background, "")
	seen := make(map[libpcp.PMID]bool)
	indoms := map[libpcp.InDom]bool{libpcp.NullInDom: true}
	for _, name := range d.names {
		found := sourcetest.Direct(d.a).Lookup(background, []string{name})[0]
		if found.Err != nil || seen[found.ID] {
			continue
		}
		seen[found.ID] = true
		d.all = append(d.all, found.ID)
		if r := sourcetest.Direct(d.a).Descs(background, []libpcp.PMID{found.ID})[0]; r.Err == nil && !indoms[r.Desc.InDom] {
			indoms[r.Desc.InDom] = true
			d.indoms = append(d.indoms, r.Desc.InDom)
		}
	}
}

func (d *dumper) doNames() {
	for _, name := range d.names {
		found := sourcetest.Direct(d.a).Lookup(background, []string{name})[0]
		d.printf("name %s %d %08x\n", name, status(found.Err, 1), uint32(found.ID))
	}
	d.printf("traverse 0\n")
	for _, id := range d.all {
		names, err := sourcetest.Direct(d.a).Names(background, id)
		d.printf("names %08x %d", uint32(id), status(err, len(names)))
		for _, name := range names {
			d.printf(" %s", name)
		}
		d.printf("\n")
	}
}

// status is what the genuine call would return.
func status(err error, n int) int {
	if err != nil {
		return int(libpcp.Code(err))
	}
	return n
}

func (d *dumper) children(name string) {
	kids, err := sourcetest.Direct(d.a).Children(background, name)
	d.printf("children %s %d", name, status(err, len(kids)))
	for _, k := range kids {
		kind := 1
		if k.Leaf {
			kind = 0
		}
		d.printf(" %s:%d", k.Name, kind)
	}
	d.printf("\n")
}

// lookup prints what pmLookupName(3) returns, which has an error for a single
// name only.
func (d *dumper) lookup(replies []libpcp.LookupReply) {
	var err error
	found := 0
	for _, r := range replies {
		if r.Err == nil {
			found++
		} else if len(replies) == 1 {
			err = r.Err
		}
	}
	d.printf("lookup %d", status(err, found))
	for _, r := range replies {
		d.printf(" %08x", uint32(r.ID))
	}
	d.printf("\n")
}

func (d *dumper) descs() {
	for _, r := range sourcetest.Direct(d.a).Descs(background, d.all) {
		if r.Err != nil {
			d.code("desc", r.Err)
			continue
		}
		d.printf("desc %08x %d %08x %d %08x\n", uint32(r.Desc.PMID), r.Desc.Type, uint32(r.Desc.InDom),
			r.Desc.Sem, uint32(r.Desc.Units))
	}
}

func (d *dumper) doInDoms() {
	for _, indom := range d.indoms {
		list, err := sourcetest.Direct(d.a).Instances(background, indom)
		d.indom("indom", indom, list, err)
		list, err = sourcetest.Direct(d.a).AllInstances(context.Background(), indom)
		d.indom("indomarch", indom, list, err)
	}
}

func (d *dumper) indom(what string, indom libpcp.InDom, list []libpcp.Instance, err error) {
	d.printf("%s %08x %d", what, uint32(indom), status(err, len(list)))
	for _, inst := range list {
		d.printf(" %d:%s", inst.ID, inst.Name)
	}
	d.printf("\n")
}

func (d *dumper) inst(arg string) {
	words := strings.SplitN(arg, " ", 3)
	n, _ := strconv.ParseUint(words[0], 16, 32)
	indom, id, name := libpcp.InDom(n), int32(atoi(words[1])), words[2]
	now, err := sourcetest.Direct(d.a).InstanceID(background, indom, name)
	d.printf("inst %s: %d", arg, status(err, int(now)))
	ever, err := sourcetest.Direct(d.a).AnyInstanceID(context.Background(), indom, name)
	d.printf(" %d", status(err, int(ever)))
	s, err := sourcetest.Direct(d.a).InstanceName(background, indom, id)
	d.printf(" %d:%s", status(err, 0), s)
	s, err = sourcetest.Direct(d.a).AnyInstanceName(context.Background(), indom, id)
	d.printf(" %d:%s\n", status(err, 0), s)
}

func (d *dumper) texts() {
	for _, kind := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
		for _, id := range d.all {
			text, err := sourcetest.Direct(d.a).Text(background, libpcp.TextID{Kind: kind | libpcp.TextPMID, Ident: uint32(id)})
			d.printf("text %08x %d %d %s\n", uint32(id), kind, status(err, 0), text)
		}
		for _, id := range d.indoms {
			text, err := sourcetest.Direct(d.a).Text(background, libpcp.TextID{Kind: kind | libpcp.TextInDom, Ident: uint32(id)})
			d.printf("indomtext %08x %d %d %s\n", uint32(id), kind, status(err, 0), text)
		}
	}
}

func (d *dumper) labels() {
	d.labelSets("context", libpcp.LabelContext, ^uint32(0), ^uint32(0))
	for _, id := range d.all {
		d.labelSets("item", libpcp.LabelItem, uint32(id), uint32(id))
		d.labelSets("cluster", libpcp.LabelCluster, uint32(id), uint32(id))
		d.labelSets("domain", libpcp.LabelDomain, id.Domain(), id.Domain())
	}
	for _, id := range d.indoms {
		d.labelSets("indom", libpcp.LabelInDom, uint32(id), uint32(id))
		d.labelSets("instances", libpcp.LabelInstances, uint32(id), uint32(id))
	}
}

func (d *dumper) labelSets(what string, class libpcp.LabelClass, ident, shown uint32) {
	sets, err := sourcetest.Direct(d.a).Labels(background, libpcp.LabelID{Class: class, Ident: ident})
	d.printf("labels %s %08x %d\n", what, shown, status(err, len(sets)))
	for _, s := range sets {
		n := len(s.Labels)
		if s.Err != nil {
			n = int(libpcp.Code(s.Err))
		}
		d.printf(" set %d %d %s\n", s.Inst, n, s.JSON)
		for _, l := range s.Labels {
			d.printf("  %s=%s %02x\n", l.Name, l.Value, l.Flags)
		}
	}
}

func (d *dumper) doMode(arg string) {
	var mode int
	var s, ns, ds, dns int64
	fmt.Sscan(arg, &mode, &s, &ns, &ds, &dns)
	d.mode, d.when = libpcp.Mode(mode), time.Time{}
	if s != -1 {
		d.when = time.Unix(s, ns)
	}
	d.delta = time.Duration(ds)*time.Second + time.Duration(dns)
	d.setMode()
}

func (d *dumper) setMode() {
	if err := sourcetest.Direct(d.a).SetMode(context.Background(), d.mode, d.when, d.delta); err != nil {
		d.code("mode", err)
	}
}

func (d *dumper) doProfile(arg string) {
	words := strings.Fields(arg)
	n, _ := strconv.ParseUint(words[1], 16, 32)
	var insts []int32
	for _, w := range words[2:] {
		insts = append(insts, int32(atoi(w)))
	}
	change := d.profile.Add
	if words[0] == "-" {
		change = d.profile.Del
	}
	d.printf("profile %d\n", status(change(libpcp.InDom(n), insts...), 0))
}

func (d *dumper) doFetch(arg string) {
	words := strings.Fields(arg)
	ids := d.all
	if words[1] != "all" {
		ids = nil
		for _, w := range words[1:] {
			n, _ := strconv.ParseUint(w, 16, 32)
			ids = append(ids, libpcp.PMID(n))
		}
	}
	d.fetch(atoi(words[0]), ids)
}

func (d *dumper) fetch(count int, ids []libpcp.PMID) {
	for range count {
		r, err := sourcetest.Direct(d.a).Fetch(background, ids, d.profile)
		if err != nil {
			d.code("fetch", err)
			return
		}
		d.result(r)
	}
}

func (d *dumper) each(count int) {
	for _, id := range d.all {
		d.setMode()
		d.fetch(count, []libpcp.PMID{id})
	}
}

func (d *dumper) record(count int) {
	for range count {
		r, err := sourcetest.Direct(d.a).FetchRecord(background)
		if err != nil {
			d.code("record", err)
			return
		}
		d.result(r)
	}
}

func (d *dumper) result(r *libpcp.Result) {
	d.printf("result %s %d\n", d.resultTime(r), len(r.Sets))
	for i := range r.Sets {
		s := &r.Sets[i]
		n := len(s.Values)
		if s.Err != nil {
			n = int(libpcp.Code(s.Err))
		}
		d.printf(" %08x %d", uint32(s.PMID), n)
		if n > 0 {
			d.printf(" f%d", min(s.Format, 1))
		}
		for _, v := range s.Values {
			d.value(s.Format, v)
		}
		d.printf("\n")
	}
}

func (d *dumper) resultTime(r *libpcp.Result) string {
	if r.Uncarried == 1 {
		return fmt.Sprintf("%d.%09d", r.Time.Unix()-1, logfile.Second)
	}
	return seconds(r.Time)
}

func (d *dumper) value(format libpcp.Format, v libpcp.Value) {
	d.printf(" %d=", v.Inst)
	if format == libpcp.InSitu {
		d.printf("%08x", v.Word)
		return
	}
	d.printf(" %d/%d/", v.Block().Type, len(v.Block().Data))
	switch {
	case v.Block().Type.Event():
	case v.Block().Type == libpcp.Type64 || v.Block().Type == libpcp.TypeU64 || v.Block().Type == libpcp.TypeDouble:
		d.printf("%016x", binary.BigEndian.Uint64(append(bytes.Clone(v.Block().Data), make([]byte, 8)...)))
	case v.Block().Type == libpcp.TypeFloat:
		d.printf("%08x", binary.BigEndian.Uint32(append(bytes.Clone(v.Block().Data), make([]byte, 4)...)))
	default:
		d.printf("%x", v.Block().Data)
	}
}
