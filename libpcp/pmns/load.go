package pmns

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// Options configures how a namespace is read.
type Options struct {
	// Unique refuses a namespace in which a metric has two names.
	Unique bool
	// Plain reads the file without preprocessing it, as the default one of
	// local contexts is read (pmLoadNameSpace(3)).
	Plain bool
	// Stderr is where the preprocessor and the commands of #shell lines print
	// errors; nil discards them.
	Stderr io.Writer
	// Preamble is printed to Stderr before the preprocessor runs.
	Preamble string
	// Messages receives other errors in a file, one write for each; nil is
	// Stderr.
	Messages io.Writer
	// Shell runs the commands of #shell lines, as RunShell does. Without it
	// such a line is an error.
	Shell Shell
	// Tracer receives events of loading; nil disables tracing.
	Tracer libpcp.Tracer
	// Files maps file names to texts that are read in place of those files.
	Files map[string]string
}

// open opens a file.
func (o *Options) open(name string) (io.ReadCloser, error) {
	if text, ok := o.Files[name]; ok {
		return io.NopCloser(strings.NewReader(text)), nil
	}
	return openFile(name)
}

// Load reads a file (pmLoadASCIINameSpace(3)). The error is ErrPMNS, which
// every [SyntaxError] wraps, or the error of opening the file.
func Load(file string, options Options) (*Tree, error) {
	var l Loader
	return l.Load(file, options)
}

// A Loader reads the only namespace of a run: after it has read a file, even
// with errors, reading another fails with ErrDupPMNS.
type Loader struct {
	lines  lines
	loaded bool
	tracer libpcp.Tracer
}

// Load reads a file, see the function Load.
func (l *Loader) Load(file string, options Options) (*Tree, error) {
	if l.loaded {
		return nil, libpcp.ErrDupPMNS
	}
	if options.Stderr == nil {
		options.Stderr = io.Discard
	}
	if options.Messages == nil {
		options.Messages = options.Stderr
	}
	l.lines.messages, l.lines.last.pos = options.Messages, -1
	l.tracer = options.Tracer
	l.traceLoading(file, options)
	groups, err := l.read(file, options)
	if err != nil {
		return nil, err
	}
	l.loaded = true
	return l.tree(file, groups, options)
}

// read reads the groups of a file.
func (l *Loader) read(file string, options Options) ([]*group, error) {
	if _, given := options.Files[file]; given {
		// the caller has given its text
	} else if err := access.Readable(file); err != nil {
		l.lines.file = file
		l.lines.complainf(`Cannot open "%s"`, file)
		return nil, err
	}
	if options.Plain {
		return l.readPlain(file)
	}
	io.WriteString(options.Stderr, options.Preamble)
	p := preprocessor{stderr: options.Stderr, open: options.open, shell: options.Shell}
	p.system = filepath.Join(conf.Get("PCP_VAR_DIR"), "pmns")
	defer p.close()
	r, err := options.open(file)
	if err != nil {
		p.main = file
		p.failEnd(errDirectory)
		return nil, l.preprocessed(err)
	}
	p.begin(file, r)
	return l.groups(file, &p)
}

// readPlain reads the groups of a file as it is. A directory is empty, as is a
// FIFO without a writer.
func (l *Loader) readPlain(file string) ([]*group, error) {
	f, err := access.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, maxLine)
	l.lines.begin(file, func() ([]byte, error) {
		line, err := in.ReadSlice('\n')
		if len(line) == 0 && err != nil {
			return nil, io.EOF
		}
		line, _, _ = bytes.Cut(line, []byte{0})
		return line, nil
	})
	parse := parser{lines: &l.lines, defined: l.defined}
	if err := parse.parse(); err != nil {
		return nil, err
	}
	return parse.groups, nil
}

// groups reads what the preprocessor gives.
func (l *Loader) groups(file string, p *preprocessor) ([]*group, error) {
	var failed error // of the preprocessor
	l.lines.begin(file, func() ([]byte, error) {
		line, err := p.next()
		if err != nil && err != io.EOF {
			failed = err
		}
		return line, err
	})
	parse := parser{lines: &l.lines, defined: l.defined}
	err := parse.parse()
	if failed != nil {
		return nil, l.preprocessed(failed)
	}
	if err != nil {
		runAhead(p)
		return nil, err
	}
	return parse.groups, nil
}

// runAhead preprocesses a little more, as PCP, a process of its own,
// has done by the time the reader finds an error.
func runAhead(p *preprocessor) {
	const pipe = 4096
	for ahead := 0; ahead < pipe; {
		line, err := p.next()
		if err != nil {
			return
		}
		ahead += len(line)
	}
}

// preprocessed reports that the preprocessor has failed.
func (l *Loader) preprocessed(err error) error {
	l.lines.number = -1
	l.lines.complain("pmcpp returned non-zero exit status")
	return &SyntaxError{l.lines.file, err.Error()}
}

// tree makes the tree of groups.
func (l *Loader) tree(file string, groups []*group, options Options) (*Tree, error) {
	link := linker{lines: &l.lines, main: file, groups: groups}
	t, err := link.link()
	if err != nil {
		return nil, err
	}
	if options.Unique {
		if err := link.unique(); err != nil {
			return nil, err
		}
	}
	l.trace("Loaded ASCII PMNS\n")
	if slices.ContainsFunc(t.nodes[1:], func(n node) bool { return !n.leaf && n.child == 0 }) {
		t = t.trim(func(libpcp.PMID) bool { return true })
	}
	return t, nil
}

// DefaultFile returns the path of the default namespace of local contexts:
// PMNS_DEFAULT, or the file that pmcd uses. LookupEnv looks up variables; nil
// is os.LookupEnv.
func DefaultFile(lookupEnv func(string) (string, bool)) string {
	env := conf.Env(lookupEnv)
	if file, _ := env.Var("PMNS_DEFAULT"); file != "" {
		return file
	}
	return filepath.Join(env.Get("PCP_VAR_DIR"), "pmns", "root")
}

// trace traces for the debug option pmns.
func (l *Loader) trace(format string, args ...any) {
	if l.tracer != nil && l.tracer.Traces("pmns") {
		l.tracer.Trace(context.Background(), fmt.Sprintf(format, args...))
	}
}

// traceLoading traces that a file is about to be read; a plain one has no name.
func (l *Loader) traceLoading(file string, options Options) {
	name, duplicates, preprocess := file, 1, 1
	if options.Unique {
		duplicates = 0
	}
	if options.Plain {
		name, preprocess = "(null)", 0
	}
	l.trace("load(name=%s, dupok=%d, use_cpp=%d) lic case=0 fname=%s\n", name, duplicates, preprocess, file)
	l.trace("loadascii(dupok=%d, use_cpp=%d) fname=%s\n", duplicates, preprocess, file)
}

// defined traces a metric that a file defines.
func (l *Loader) defined(e entry) {
	if l.tracer != nil {
		l.trace("pmLoadNameSpace: %s -> %s\n", e.name, e.id)
	}
}
