package archive

import (
	"fmt"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// AddDesc describes a metric, with at least one name. Doing it again adds
// names; a different description is an error, such as ErrLogChangeType. The
// first metric that has a name keeps it, and a name that is the beginning of
// another ("a.b" of "a.b.c") cannot be looked up: the archive holds them, but
// readers ignore them.
func (w *Writer) AddDesc(d libpcp.Desc, names ...string) error {
	if err := w.checkDesc(&d, names); err != nil {
		return fmt.Errorf("metric %v: %w", d.PMID, err)
	}
	if err := w.addMeta(logfile.AppendDesc(w.begin(), &d, names)); err != nil {
		return err
	}
	w.metrics[d.PMID] = d
	return nil
}

func (w *Writer) checkDesc(d *libpcp.Desc, names []string) error {
	if d.PMID == libpcp.NullPMID {
		return libpcp.ErrPMID
	}
	if len(names) == 0 {
		return libpcp.ErrTooSmall
	}
	for _, name := range names {
		if !libpcp.ValidName(name) {
			return fmt.Errorf("name %q: %w", name, libpcp.ErrName)
		}
	}
	return w.metrics.Agrees(d)
}

// AddText records a help text. The last one recorded for an id is what
// readers see.
func (w *Writer) AddText(id libpcp.TextID, text string) error {
	switch id.Kind {
	case libpcp.TextOneLine | libpcp.TextPMID, libpcp.TextHelp | libpcp.TextPMID,
		libpcp.TextOneLine | libpcp.TextInDom, libpcp.TextHelp | libpcp.TextInDom:
	default:
		return fmt.Errorf("kind of text %#x: %w", uint32(id.Kind), libpcp.Errno(syscall.EINVAL))
	}
	if strings.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("text of %#x: %w", id.Ident, libpcp.Errno(syscall.EINVAL))
	}
	return w.addMeta(logfile.AppendText(w.begin(), id, text))
}

// addMeta writes a record of metadata.
func (w *Writer) addMeta(rec []byte) error {
	if w.failed != nil {
		return w.failed
	}
	rec, err := w.finish(rec)
	if err != nil {
		return err
	}
	if w.meta.off > w.maxOffset()-int64(len(rec)) {
		return fmt.Errorf("%s: %w", w.meta.f.Name(), libpcp.ErrTooBig)
	}
	return w.write(w.meta, rec)
}
