package pmns

import (
	"fmt"
	"io"

	"pcptools/libpcp"
)

// tracer tells on a writer what is loaded, as the debug option pmns has the
// libpcp (C) do (pmdbg(1)). Without a writer it is silent.
type tracer struct{ w io.Writer }

func (t tracer) printf(format string, args ...any) {
	if t.w != nil {
		fmt.Fprintf(t.w, format, args...)
	}
}

// load tells of a file; plain ones are those that nobody named.
func (t tracer) load(file string, options Options) {
	name, duplicates, preprocess := file, 1, 1
	if options.Unique {
		duplicates = 0
	}
	if options.Plain {
		name, preprocess = "(null)", 0
	}
	t.printf("load(name=%s, dupok=%d, use_cpp=%d) lic case=0 fname=%s\n", name, duplicates, preprocess, file)
	t.printf("loadascii(dupok=%d, use_cpp=%d) fname=%s\n", duplicates, preprocess, file)
}

func (t tracer) metric(name string, id libpcp.PMID) {
	t.printf("pmLoadNameSpace: %s -> %s\n", name, id)
}

func (t tracer) loaded() { t.printf("Loaded ASCII PMNS\n") }
