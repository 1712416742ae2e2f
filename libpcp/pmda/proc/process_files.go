package proc

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// Sizes of memory for files, in bytes.
const (
	fileRoom  = 4 << 10   // nearly all of them fit
	leastRoom = 16 << 10  // for those of a process, to begin with …
	mostRoom  = 256 << 10 // … and when that is not enough
)

// limit is how much of one of a process's files is read, in bytes: more than a
// kernel has. A longer one is not there, but for cmdline, whose start is wanted.
func limit(name string) int {
	switch name {
	case "cmdline":
		return maxInstanceName
	case "environ", "maps", "numa_maps":
		return 4 << 20
	case "status", "cgroup": // a process can be in 65536 groups
		return 1 << 20
	}
	return 64 << 10
}

// process is a process that is looked at, and then the next one. What it
// returns of one is in memory that serves the next.
type process struct {
	host       *host
	dir        directory // of the processes
	pid        int32
	thread     bool   // it counts as a thread, with files of its own
	reader     reader // who looks
	files      []file
	statistics *statistics // if they have been asked for
	fields     statFields
	lines      keyed  // of all files
	path       []byte // under construction
	line       []byte // likewise
	memory     []byte // for files …
	room       []byte // … and the unused part of it
}

// file is the text that has been read from a file.
type file struct {
	name   string
	text   []byte // nil if it cannot be read
	lines  keyed  // if they have been asked for
	denied bool   // it may not be seen by the reader, or the kernel has nothing for it
	long   bool   // it is longer than its limit
}

// begin opens what processes are found from, until end.
func (p *process) begin(h *host, as viewer) {
	p.host, p.thread, p.reader = h, as.threads, as.reader
	p.reader.do(func() { p.dir = openDirectory(h.root + "/proc") })
}

func (p *process) end() {
	p.dir.close()
	if p.statistics != nil {
		p.statistics.close()
		p.statistics = nil
	}
}

// visit turns to a process.
func (p *process) visit(pid int32) {
	p.pid, p.files, p.room = pid, p.files[:0], p.memory
	p.fields.forget()
	p.lines = p.lines[:0]
}

// text is file for metrics that need it. As in PCP, a missing file is an error for
// the first metric of a request, and no value for others.
func (p *process) text(name string) ([]byte, error) {
	again := p.find(name) != nil
	text := p.file(name)
	switch {
	case text != nil:
		return text, nil
	case p.find(name).long:
		return nil, libpcp.ErrTooBig
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
// read. It is read once.
func (p *process) file(name string) []byte {
	if f := p.find(name); f != nil {
		return f.text
	}
	f := file{name: name}
	var err error
	p.reader.do(func() { f.text, err = p.read(name) })
	f.denied = errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL)
	f.long = err == libpcp.ErrTooBig
	if err == nil && len(f.text) == 0 && slices.Contains(filled[:], name) {
		f.text, f.denied = nil, true
	}
	p.files = append(p.files, f)
	return f.text
}

// read reads a file, of the thread if threads count.
func (p *process) read(name string) ([]byte, error) {
	if p.thread {
		if text, err := p.readPath("task/"+strconv.Itoa(int(p.pid))+"/", name); err == nil {
			return text, nil
		}
	}
	return p.readPath("", name)
}

// filled are the files that say nothing if they are empty, as cgroup is where no
// hierarchy is mounted: what they would have is not 0.
var filled = [...]string{"stat", "status", "io", "cgroup", "wchan"}

// oneRecord are the files whose text the kernel returns in one piece if it fits
// into the buffer.
var oneRecord = [...]string{"stat", "cmdline", "status", "statm", "io", "schedstat", "oom_score"}

func (p *process) readPath(dir, name string) ([]byte, error) {
	f, err := p.dir.open(p.pathOf(dir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p.makeRoom()
	text, err := readOne(f, p.room, name)
	if err != nil && (len(text) == 0 || err == libpcp.ErrTooBig) {
		return nil, err
	}
	if cap(text) > cap(p.memory) && cap(text) <= mostRoom {
		p.memory = text[:0]
	}
	p.room = text[len(text):]
	return text, nil
}

// readOne returns the text of a file, in the memory of buf if its capacity is
// enough.
func readOne(f io.Reader, buf []byte, name string) ([]byte, error) {
	most := limit(name)
	if slices.Contains(oneRecord[:], name) {
		room := buf[:min(cap(buf), most)]
		n, err := f.Read(room)
		if buf = room[:max(n, 0)]; err == io.EOF || err == nil && n < len(room) {
			return buf, nil
		} else if err != nil {
			return buf, err
		}
	}
	if name == "cmdline" {
		return pseudo.AppendStart(buf, f, most)
	}
	return pseudo.Append(buf, f, most)
}

// makeRoom makes room for a file.
func (p *process) makeRoom() {
	if cap(p.room) >= fileRoom {
		return
	}
	p.room = make([]byte, 0, min(max(leastRoom, 2*cap(p.memory)), mostRoom))
	if cap(p.room) > cap(p.memory) {
		p.memory = p.room
	}
}

// pathOf is the path of a file from the directory of the processes, with a NUL
// at its end.
func (p *process) pathOf(dir, name string) []byte {
	b := append(strconv.AppendInt(p.path[:0], int64(p.pid), 10), '/')
	p.path = append(append(append(b, dir...), name...), 0)
	return p.path
}

// link returns where a symbolic link leads, nothing if it cannot be read.
func (p *process) link(name string) (path []byte) {
	p.makeRoom()
	p.reader.do(func() { path = p.dir.link(p.pathOf("", name), p.room[:fileRoom]) })
	p.room = p.room[len(path):len(path)]
	return path
}

// names lists one of the process's directories.
func (p *process) names(dir string) (names []string, err error) {
	err = p.eachName(dir, func(name []byte) { names = append(names, string(name)) })
	return names, err
}

// eachName calls f for the names in one of the process's directories.
func (p *process) eachName(dir string, f func(name []byte)) (err error) {
	path := p.host.root + "/proc/" + strconv.Itoa(int(p.pid)) + "/" + dir
	p.reader.do(func() { err = eachName(path, f) })
	return err
}

// read returns the text of a file, nil if it cannot be read or has more than most
// bytes.
func read(path string, most int) []byte {
	text, err := pseudo.Read(make([]byte, 0, 1024), path, most)
	if err != nil && len(text) == 0 {
		return nil
	}
	return text
}
