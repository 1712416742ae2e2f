package archive

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// Append writes a record. Its time must not be before the last record's, and its
// value sets must agree with the descriptions of their metrics; a metric has at most
// one. A result without sets is a mark (see [Writer.Mark]), so every result of
// Archive.FetchRecord can be appended.
func (w *Writer) Append(r *libpcp.Result) error {
	if w.failed != nil {
		return w.failed
	}
	at, err := w.stamp(r.Time)
	if err == nil && at.Before(w.at) {
		err = errTime()
	}
	if err == nil {
		err = w.checkSets(r.Sets)
	}
	if err != nil {
		return fmt.Errorf("record at %s: %w", r.Time.UTC().Format(time.RFC3339Nano), err)
	}
	rec := logfile.AppendResult(w.begin(), at, r.Sets, w.options.Version)
	if rec, err = w.finish(rec); err != nil {
		return err
	}
	return w.addData(rec, at)
}

// Mark writes a mark: an interruption of logging, across which readers do not
// interpolate.
func (w *Writer) Mark(when time.Time) error { return w.Append(&libpcp.Result{Time: when}) }

// NewVolume makes the next record begin a new volume, unless the current
// volume has no record yet.
func (w *Writer) NewVolume() { w.rollover = true }

// addData writes a data record, and the index entries and the volume that are
// due before and after it.
func (w *Writer) addData(rec []byte, at logfile.Stamp) error {
	end := w.data.off + int64(len(rec))
	empty := w.data.off == w.label.Size()
	if !empty && (w.rollover || end > w.options.VolumeSize || end < 0) {
		if err := w.nextVolume(); err != nil {
			return err
		}
		empty = true
	}
	w.rollover = false
	entry := logfile.IndexEntry{At: at, Volume: w.volume, Off: w.data.off}
	if err := w.write(w.data, rec); err != nil {
		return err
	}
	w.records++
	w.at, w.last = at, entry
	if empty || entry.Off-w.indexed.Off >= w.options.IndexSize {
		return w.addIndex(entry)
	}
	return nil
}

// nextVolume closes the current volume and begins the next.
func (w *Writer) nextVolume() error {
	if w.volume == math.MaxInt32 {
		return libpcp.ErrTooBig
	}
	next, err := w.create("."+strconv.Itoa(w.volume+1), int32(w.volume+1))
	if err != nil {
		w.failed = err
		return err
	}
	old := w.data
	w.data = next
	w.volume++
	w.failed = old.close()
	return w.failed
}

// addIndex writes an index entry.
func (w *Writer) addIndex(e logfile.IndexEntry) error {
	w.indexed = e
	e.Meta = w.meta.off
	return w.write(w.index, e.Append(nil, w.options.Version))
}
