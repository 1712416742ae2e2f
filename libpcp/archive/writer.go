package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/internal/logfile"
)

// WriterOptions configures a [Writer]. Only Label.Start is required.
type WriterOptions struct {
	// Label is the label record. Start is required and must not be after the
	// first record. Defaults are this process, this host and UTC; Magic is not
	// used.
	Label libpcp.LogLabel
	// Version of the format is 2, the default, or 3: times to the
	// nanosecond and beyond 2038, small records for small changes of
	// instance domains, longer labels and volumes. PCP before 6.0 cannot
	// read it.
	Version int
	// VolumeSize starts a new volume before the record that would make the
	// current one longer than this many bytes. By default only the format limits
	// a volume: in version 2 to 2 GiB.
	VolumeSize int64
	// IndexSize is how many bytes of records may go without an entry in the
	// temporal index. The default is 100,000.
	IndexSize int64
	// BlockSize delays writing to a file until so many bytes have been appended,
	// or until Close: before, they cannot be read.
	BlockSize int
}

const defaultIndexSize = 100_000

// Writer writes an archive. Each metric has to be described before its values
// are appended, and each instance named. Appended records can be read at once;
// Close writes the index entry of the last. With a BlockSize the archive is
// complete only after Close, and an error of the file system may lose records that
// were not yet written.
//
// A refused call leaves the archive as it was, and the Writer usable. After an
// error of the file system the Writer is unusable, but without a BlockSize the
// archive stays valid: no record is left half written.
//
// A Writer is not safe for concurrent use.
type Writer struct {
	base    string
	label   logfile.Label
	options WriterOptions

	meta, index, data *outFile
	volume            int
	rollover          bool          // the next record begins a volume
	at                logfile.Stamp // time of the last record
	last              logfile.IndexEntry
	indexed           logfile.IndexEntry
	failed            error

	metrics records.Descs
	domains map[libpcp.InDom]*writtenDomain
	records int
	buf     []byte
}

// errTime refuses to go back in time.
func errTime() error { return fmt.Errorf("time goes backwards: %w", libpcp.Errno(syscall.EINVAL)) }

// Create makes the files of an archive: base.meta, base.index and base.0. If a
// file of an archive of that name exists, compressed or not, the error is
// fs.ErrExist.
func Create(base string, options WriterOptions) (*Writer, error) {
	w := &Writer{
		base:    base,
		options: options,
		metrics: make(records.Descs),
		domains: make(map[libpcp.InDom]*writtenDomain),
	}
	if err := w.prepare(); err != nil {
		return nil, fmt.Errorf("archive %s: %w", base, err)
	}
	if err := w.createFiles(); err != nil {
		return nil, fmt.Errorf("archive %s: %w", base, err)
	}
	return w, nil
}

// prepare fills in defaults and checks the label.
func (w *Writer) prepare() error {
	o := &w.options
	o.Version = cmp.Or(o.Version, 2)
	switch {
	case o.Version != 2 && o.Version != 3:
		return fmt.Errorf("version %d of the format: %w", o.Version, libpcp.ErrLabel)
	case o.Label.Start.IsZero():
		return fmt.Errorf("no start time in WriterOptions.Label: %w", libpcp.ErrLabel)
	}
	if o.IndexSize <= 0 {
		o.IndexSize = defaultIndexSize
	}
	limit := w.maxOffset()
	if o.VolumeSize <= 0 || o.VolumeSize > limit {
		o.VolumeSize = limit
	}
	start, err := w.stamp(o.Label.Start)
	if err != nil {
		return err
	}
	w.at = start
	return w.makeLabel(start)
}

func (w *Writer) makeLabel(start logfile.Stamp) error {
	from := &w.options.Label
	w.label = logfile.Label{
		Magic: logfile.Magic + uint32(w.options.Version), PID: from.PID, Start: start,
		Host: from.Host, Zone: from.Timezone, Zoneinfo: from.Zoneinfo,
	}
	l := &w.label
	l.PID = cmp.Or(l.PID, int32(os.Getpid()))
	if l.Host == "" {
		l.Host, _ = os.Hostname()
	}
	l.Zone = cmp.Or(l.Zone, "UTC")
	return l.Check()
}

// maxOffset is the greatest offset that an index entry can have.
func (w *Writer) maxOffset() int64 {
	if w.options.Version == 3 {
		return math.MaxInt64
	}
	return math.MaxInt32
}

// stamp is a time as it is recorded.
func (w *Writer) stamp(t time.Time) (logfile.Stamp, error) {
	s := logfile.StampOf(t)
	if s.Sec < 0 {
		return logfile.Stamp{}, fmt.Errorf("%v is before 1970: %w", t, libpcp.Errno(syscall.EINVAL))
	}
	if w.options.Version == 2 {
		if s.Sec > math.MaxInt32 {
			return logfile.Stamp{}, fmt.Errorf("%v is too late for version 2: %w", t, libpcp.ErrTooBig)
		}
		s.Nsec -= s.Nsec % 1000
	}
	return s, nil
}

func (w *Writer) createFiles() error {
	err := w.checkNew()
	if err != nil {
		return err
	}
	if w.meta, err = w.create(".meta", logfile.RoleMeta); err != nil {
		return err
	}
	if w.index, err = w.create(".index", logfile.RoleIndex); err != nil {
		return errors.Join(err, w.meta.remove())
	}
	if w.data, err = w.create(".0", 0); err != nil {
		return errors.Join(err, w.meta.remove(), w.index.remove())
	}
	return nil
}

// checkNew checks that no file of an archive of that name exists.
func (w *Writer) checkNew() error {
	dir, _, base := storage.SplitPath(w.base)
	entries, err := storage.Disk{}.List(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if b, role := storage.CutRole(entry); b == base && role != storage.RoleNone {
			return fmt.Errorf("%s: %w", entry, fs.ErrExist)
		}
	}
	return nil
}

func (w *Writer) create(suffix string, role int32) (*outFile, error) {
	l := w.label
	l.Volume = role
	f, err := createFile(w.base+suffix, l.Append(nil))
	if err == nil {
		f.block = w.options.BlockSize
	}
	return f, err
}

// Close completes the index and closes the files. An archive without records
// cannot be opened.
func (w *Writer) Close() error {
	if w.failed == nil && w.records > 0 && w.last != w.indexed {
		w.addIndex(w.last)
	}
	err := errors.Join(w.meta.close(), w.index.close(), w.data.close())
	if err == nil {
		err = w.failed
	}
	w.failed = fs.ErrClosed
	return err
}

// begin starts a record in the Writer's buffer.
func (w *Writer) begin() []byte { return logfile.Begin(w.buf) }

// finish completes a record that begin has started.
func (w *Writer) finish(rec []byte) ([]byte, error) {
	w.buf = rec
	length := len(rec) + 4
	if length > math.MaxInt32 {
		return nil, libpcp.ErrTooBig
	}
	return logfile.End(rec), nil
}

// write appends to a file; an error is remembered.
func (w *Writer) write(f *outFile, b []byte) error {
	if w.failed == nil {
		w.failed = f.write(b)
	}
	return w.failed
}
