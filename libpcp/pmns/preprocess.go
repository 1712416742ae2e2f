package pmns

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"pcptools/libpcp/internal/access"
)

// preprocessor does what pmcpp(1) does for name-space files.
type preprocessor struct {
	stderr io.Writer
	open   func(name string) (io.ReadCloser, error) // of #include
	shell  Shell
	system string // directory of files to include

	main   string
	inputs []*input // the innermost is last
	opened int
	macros macros
	out    []byte

	comment     bool // is open
	commentLine int

	block     bool // of #ifdef or #ifndef is open
	blockLine int  // of the last one about a macro that was not defined
	skip      bool // what stands here
}

const (
	maxDepth  = 5      // of files
	maxInputs = 100000 // files in all
)

// begin starts with the file itself, and returns the first line.
func (p *preprocessor) begin(name string, r io.ReadCloser) {
	p.main, p.macros = name, make(macros)
	p.inputs = append(p.inputs, newInput(name, r))
}

// next returns the next line, with its newline: one for each line of the
// files that is no #include or #shell, and a mark wherever the file changes.
// It is valid until the next call. Errors other than io.EOF have been reported.
func (p *preprocessor) next() ([]byte, error) {
	if p.out == nil {
		return p.mark(), nil
	}
	in := p.inputs[len(p.inputs)-1]
	line, err := in.next()
	if err == io.EOF {
		return p.leave()
	} else if err != nil {
		return nil, p.fail("", err)
	}
	wasOpen := p.comment
	line, p.comment = uncomment(line, p.comment)
	if p.comment && !wasOpen {
		p.commentLine = in.line
	}
	return p.line(line)
}

// line does what a line without comments asks for.
func (p *preprocessor) line(line []byte) ([]byte, error) {
	directive, rest := cutDirective(line)
	switch {
	case directive == nil && (line[0] == '#' || !p.skip):
		p.out = p.macros.expand(p.out[:0], line)
		return p.out, nil
	case directive == nil:
	default:
		entered, err := directive(p, rest)
		if err != nil {
			return nil, p.fail(string(line), err)
		}
		if entered {
			return p.mark(), nil
		}
	}
	p.out = append(p.out[:0], '\n')
	return p.out, nil
}

// mark returns the line that says where the next comes from.
func (p *preprocessor) mark() []byte {
	in := p.inputs[len(p.inputs)-1]
	p.out = fmt.Appendf(p.out[:0], "# %d \"%s\"\n", in.line+1, in.name)
	return p.out
}

// enter goes on with another input.
func (p *preprocessor) enter(name string, r io.ReadCloser) {
	p.opened++
	p.inputs = append(p.inputs, newInput(name, r))
}

// deep reports whether too many inputs are open for another.
func (p *preprocessor) deep() bool {
	return len(p.inputs) == maxDepth || p.opened == maxInputs
}

// leave goes back to the input that asked for the one at its end.
func (p *preprocessor) leave() ([]byte, error) {
	last := len(p.inputs) - 1
	io.WriteString(p.stderr, shellWarning(p.inputs[last].close()))
	p.inputs = p.inputs[:last]
	if last > 0 {
		return p.mark(), nil
	}
	switch {
	case p.comment:
		return nil, p.failEnd(fmt.Errorf("Comment at line %d not terminated before end of file", p.commentLine))
	case p.block:
		return nil, p.failEnd(fmt.Errorf("End of input and no matching #endif for #ifdef or #ifndef at line %d", p.blockLine))
	}
	return nil, io.EOF
}

// close closes all inputs, read or not.
func (p *preprocessor) close() {
	for _, in := range p.inputs {
		in.close()
	}
	p.inputs = nil
}

// fail reports an error in a line, and returns it with its position.
func (p *preprocessor) fail(line string, err error) error {
	in := p.inputs[len(p.inputs)-1]
	if line == "" {
		line = "\n"
	}
	fmt.Fprintf(p.stderr, "pmcpp: %s[%d]: %spmcpp: Error: %s\n", in.name, in.line, line, err)
	return fmt.Errorf("%s:%d: %w", in.name, in.line, err)
}

// failEnd reports an error at the end.
func (p *preprocessor) failEnd(err error) error {
	fmt.Fprintf(p.stderr, "pmcpp: %s:\npmcpp: Error: %s\n", p.main, err)
	return fmt.Errorf("%s: %w", p.main, err)
}

var errDirectory = errors.New("No such file or directory")

// openFile opens a file to read. Directories are none, nor are FIFOs: PCP opens
// a file twice, and would wait for somebody who writes.
func openFile(name string) (io.ReadCloser, error) {
	f, err := access.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && (info.IsDir() || info.Mode()&fs.ModeNamedPipe != 0) {
		f.Close()
		return nil, errDirectory
	}
	return f, nil
}

// find opens a file to include: as it is named, or in the directory of the main
// file, or in the system's.
func (p *preprocessor) find(name string) (string, io.ReadCloser) {
	names := []string{name, filepath.Dir(p.main) + "/" + name, p.system + "/" + name}
	for _, name := range names {
		if r, err := p.open(name); err == nil {
			return name, r
		}
	}
	return "", nil
}
