package mmv

import (
	"fmt"

	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// journal logs what is wrong with files, each message once until reset: a file
// is read again while its writer may be at it.
type journal struct {
	root string
	// errors has all messages as errors, and those about files and sections that
	// are ignored, as of PCP 7.0.
	errors bool
	log    *pmda.Logger
	said   map[string]bool
}

// reset begins anew.
func (j *journal) reset() { j.said = make(map[string]bool) }

func (j *journal) put(log func(format string, args ...any), format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !j.said[text] {
		j.said[text] = true
		log("%s", text)
	}
}

// refused reports that a file is ignored.
func (j *journal) refused(name string, why refusal) {
	if j.errors {
		j.put(j.log.Errorf, "%s: %s%s", j.root, name, why)
	}
}

// unfinished reports that the writer of a file is at it.
func (j *journal) unfinished(name string, why refusal) {
	if j.errors {
		j.put(j.log.Infof, "%s: %s%s", j.root, name, why)
	}
}

// ignored reports sections and instance domains that the file cannot have.
func (j *journal) ignored(f *file, s *mmvfile.Section) {
	for _, fault := range s.Faults {
		j.refused(f.name, refusal(": "+fault))
	}
}

func (j *journal) serial(f *file, serial uint32) {
	if j.errors {
		j.put(j.log.Errorf, "%s: verify_indom_serial: %s: invalid serial %d, ignored", j.root, f.name, serial)
	} else {
		j.put(j.log.Warningf, "invalid serial %d in %s, ignored", serial, f.name)
	}
}

func (j *journal) name(f *file, row *mmvfile.Row, character string) {
	const format = "invalid metric[%d] name in %s (@%s), ignored"
	if j.errors {
		j.put(j.log.Errorf, "%s: "+format, j.root, row.Index, f.name, character)
	} else {
		j.put(j.log.Warningf, format, row.Index, f.name, character)
	}
}

func (j *journal) item(f *file, row *mmvfile.Row, name string) {
	const format = "%s: invalid item %d (%s.%s) in %s, ignored"
	if j.errors {
		j.put(j.log.Errorf, format, verifier(f), row.Item, j.root, name, f.name)
	} else {
		j.put(j.log.Warningf, "MMV: "+format, verifier(f), row.Item, j.root, name, f.name)
	}
}

// duplicate reports an item that the row of an index has, too.
func (j *journal) duplicate(f *file, row *mmvfile.Row, first int, name string) {
	const format = "%s: duplicate item %d - [%d] and [%d] %s.%s, second will be ignored"
	if j.errors {
		j.put(j.log.Errorf, format, verifier(f), row.Item, first, row.Index, j.root, name)
	} else {
		j.put(j.log.Notef, "MMV: "+format, verifier(f), row.Item, first, row.Index, j.root, name)
	}
}

// verifier is what PCP's agent calls its check of metrics.
func verifier(f *file) string {
	if f.Version == mmvfile.Version1 {
		return "verify_metric_item"
	}
	return "verify_metric_item2"
}
