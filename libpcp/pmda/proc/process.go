package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// processes are the processes there are.
type processes struct {
	once    pmda.PerRequest[struct{}]
	table   pidTable
	running map[int32]*process
}

// process is a process, with the files of it that have been read for the
// current request.
type process struct {
	dir    string // of /proc, with a slash
	pid    int32
	name   string // instance name, made when first needed
	thread bool   // it counts as a thread, with files of its own
	reader reader // who looks
	files  []file
	buffer *[]byte // shared with other processes, nil for none
	passes bool    // what has been read is not kept, but stays in buffer
}

// file is what has been read of a file.
type file struct {
	name   string
	text   []byte // nil if it cannot be read
	denied bool   // it may not be seen by the reader, or the kernel has nothing for it
}

// refresh lists the processes, once for a request.
func (a *agent) refresh(r *pmda.Request) error {
	_, err := a.once.Get(r, func() (struct{}, error) {
		threads := a.seesThreads(r.Client)
		pids, err := a.visible(r.Client, threads)
		if err != nil {
			return struct{}{}, err
		}
		before, reader := a.running, a.readerFor(r.Client)
		a.running = make(map[int32]*process, len(pids))
		for _, pid := range pids {
			p := before[pid]
			if p == nil {
				p = a.newProcess(pid)
			}
			p.forget()
			p.thread, p.reader = threads, reader
			p.buffer, p.passes = &a.buffer, readsOnce(r)
			a.running[pid] = p
		}
		a.table.update(pids)
		return struct{}{}, nil
	})
	return err
}

// pids lists /proc, in order.
func (h *host) pids() ([]int32, error) {
	names, err := readNames(h.root + "/proc")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil // no processes, as in PCP
	}
	if err != nil && len(names) == 0 {
		return nil, err
	}
	pids := make([]int32, 0, len(names))
	for _, name := range names {
		if pid := parsePID(name); pid > 0 {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids, nil
}

// parsePID is the number of a process, 0 if the text is something else.
func parsePID(text string) int32 {
	pid, err := strconv.ParseInt(text, 10, 32)
	if err != nil || pid < 0 || text[0] == '+' {
		return 0
	}
	return int32(pid)
}

// visible lists what a client sees as processes, in the order of PCP.
func (a *agent) visible(c *pmda.Client, threads bool) ([]int32, error) {
	if cgroup := a.cgroupOf(c); cgroup != "" {
		return a.inGroup(cgroup, threads), nil
	}
	pids, err := a.pids()
	if err != nil || !threads {
		return pids, err
	}
	var all []int32
	for _, pid := range pids {
		names, err := readNames(a.root + "/proc/" + strconv.Itoa(int(pid)) + "/task")
		if err != nil {
			all = append(all, pid)
		}
		for _, name := range names {
			if tid := parsePID(name); tid > 0 {
				all = append(all, tid)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// readNames lists a directory.
func readNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// process returns a process, or NoValue if it has gone.
func (a *agent) process(r *pmda.Request, pid int32) (*process, error) {
	if err := a.refresh(r); err != nil {
		return nil, err
	}
	p := a.running[pid]
	if p == nil {
		return nil, pmda.NoValue
	}
	return p, nil
}

// readsOnce reports whether a request needs each file once, of one process after
// the other, so that it need not be kept.
func readsOnce(r *pmda.Request) bool { return r.Kind != pmda.KindFetch || len(r.IDs) == 1 }

// processList returns the processes. Names cost a file for each process; who fetches
// needs none.
func (a *agent) processList(r *pmda.Request) ([]libpcp.Instance, error) {
	if !a.known(r.Client) {
		return nil, libpcp.ErrPermission
	}
	if err := a.refresh(r); err != nil {
		return nil, err
	}
	return a.instances(r, &a.table), nil
}

// instances are the processes of a table.
func (a *agent) instances(r *pmda.Request, t *pidTable) []libpcp.Instance {
	named := r.Kind != pmda.KindFetch
	t.names = t.names[:0]
	t.each(func(pid int32) {
		p := a.running[pid]
		if named && p.name == "" {
			p.name = p.instanceName()
			p.forget()
		}
		t.names = append(t.names, libpcp.Instance{ID: pid, Name: p.name})
	})
	return t.names
}

func (a *agent) count(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if err := a.refresh(r); err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.Uint32Atom(uint32(len(a.running))), nil
}

// instanceName is the number and the first word of the command line.
func (p *process) instanceName() string {
	args := p.arguments()
	if i := bytes.IndexByte(args, ' '); i >= 0 && args[0] != '(' {
		args = args[:i]
	}
	return fmt.Sprintf("%06d %s", p.pid, args)
}

// arguments is the command line, with blanks between its words. That of a
// process without one, such as those of the kernel, is its name in
// parentheses.
func (p *process) arguments() []byte {
	text := p.file("cmdline")
	if len(text) > 0 {
		return words(bytes.TrimRight(text, "\x00"))
	}
	status := p.file("status")
	if status == nil {
		return []byte("<exiting>")
	}
	return fmt.Appendf(nil, "(%s)", statusLine(status, "Name"))
}

// words replaces the NULs between the words of a text by blanks.
func words(text []byte) []byte { return bytes.ReplaceAll(text, []byte{0}, []byte(" ")) }

// maxFile bounds what is read of a file.
const maxFile = 4 << 20

// text is file for metrics that need it. As in PCP, a file that is not there
// is an error for the first metric of a request, and no value for others.
func (p *process) text(name string) ([]byte, error) {
	again := p.find(name) != nil
	text := p.file(name)
	switch {
	case text != nil:
		return text, nil
	case again, p.denied(name):
		return nil, pmda.NoValue
	}
	return nil, libpcp.ErrAppVersion
}

// once returns an error for the first metric of a request, and NoValue for
// others.
func (p *process) once(name string, err error) error {
	if p.find(name) != nil {
		return pmda.NoValue
	}
	p.files = append(p.files, file{name: name})
	return err
}

// find returns a file that has been read, or nil.
func (p *process) find(name string) *file {
	for i := range p.files {
		if p.files[i].name == name {
			return &p.files[i]
		}
	}
	return nil
}

// denied reports whether a file has been found to be.
func (p *process) denied(name string) bool {
	f := p.find(name)
	return f != nil && f.denied
}

// file returns the text of one of the process's files, nil if it cannot be
// read. It is read once for a request.
func (p *process) file(name string) []byte {
	if f := p.find(name); f != nil {
		return f.text
	}
	f := file{name: name}
	var err error
	p.reader.do(func() { f.text, err = p.read(name) })
	f.denied = errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL)
	p.files = append(p.files, f)
	return f.text
}

// read reads a file: that of the thread if threads count.
func (p *process) read(name string) ([]byte, error) {
	if p.thread {
		if text, err := p.readPath("task/" + strconv.Itoa(int(p.pid)) + "/" + name); err == nil {
			return text, nil
		}
	}
	return p.readPath(name)
}

// oneRecord are the files whose text comes in one piece, if there is room for
// it.
var oneRecord = [...]string{"stat", "cmdline", "status", "statm", "io", "schedstat", "oom_score"}

func (p *process) readPath(name string) ([]byte, error) {
	once := slices.Contains(oneRecord[:], name)
	if p.buffer == nil {
		return readFile(p.dir+name, nil, once)
	}
	text, err := readFile(p.dir+name, *p.buffer, once)
	if cap(text) > cap(*p.buffer) {
		*p.buffer = text[:0]
	}
	if p.passes {
		return text, err
	}
	return bytes.Clone(text), err
}

// read returns the text of a file, nil if it cannot be read.
func read(path string) []byte {
	text, _ := readFile(path, nil, false)
	return text
}

// readFile returns the text of a file, in the memory of buf if there is enough.
// With once, it has come to an end when there is less than there is room for.
func readFile(path string, buf []byte, once bool) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if buf = buf[:0]; cap(buf) == 0 {
		buf = make([]byte, 0, 1024)
	}
	for len(buf) < maxFile {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+max(n, 0)]
		if err != nil && err != io.EOF && len(buf) == 0 {
			return nil, err
		}
		if n <= 0 || once && len(buf) < cap(buf) {
			break
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf))
		}
	}
	return buf, nil
}

// pidTable is a hash table of process numbers, in whose order PCP lists
// processes.
type pidTable struct {
	buckets [][]int32
	members map[int32]bool
	names   []libpcp.Instance // reused
}

// update makes the table one of pids, of which new ones are added in the order
// given.
func (t *pidTable) update(pids []int32) {
	sorted := pids
	if !slices.IsSorted(pids) {
		sorted = slices.Sorted(slices.Values(pids))
	}
	if t.members == nil {
		t.members = make(map[int32]bool, len(pids))
	}
	for i, bucket := range t.buckets {
		t.buckets[i] = slices.DeleteFunc(bucket, func(pid int32) bool {
			_, found := slices.BinarySearch(sorted, pid)
			if !found {
				delete(t.members, pid)
			}
			return !found
		})
	}
	for _, pid := range pids {
		if !t.members[pid] {
			t.insert(pid)
		}
	}
}

// insert adds a number ahead of the others of its bucket. In a bucket the last
// one comes first.
func (t *pidTable) insert(pid int32) {
	t.members[pid] = true
	switch n := len(t.buckets); {
	case n == 0:
		t.buckets = make([][]int32, 1)
	case len(t.members)/4 > n:
		t.grow()
	}
	i := int(pid) % len(t.buckets)
	t.buckets[i] = append(t.buckets[i], pid)
}

// grow doubles the number of buckets, and makes it a multiple of 2, 3 or 5 if
// it is near one.
func (t *pidTable) grow() {
	n := 2 * len(t.buckets)
	for _, m := range [...]struct{ of, add int }{{2, 1}, {3, 2}, {5, 2}} {
		if n%m.of != 0 {
			n += m.add
		}
	}
	old := t.buckets
	t.buckets = make([][]int32, n)
	for _, bucket := range slices.Backward(old) {
		for _, pid := range slices.Backward(bucket) {
			i := int(pid) % n
			t.buckets[i] = append(t.buckets[i], pid)
		}
	}
}

// each calls f for all numbers, in the order of the table.
func (t *pidTable) each(f func(pid int32)) {
	for _, bucket := range t.buckets {
		for _, pid := range slices.Backward(bucket) {
			f(pid)
		}
	}
}
