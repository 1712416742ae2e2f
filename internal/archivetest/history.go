// Package archivetest makes archives for tests of readers: small random archives,
// the same for the same seed ([Random]), whose full contents are known and so can
// be compared with a reader's; and damaged archives ([Damage]).
package archivetest

import (
	"cmp"
	"errors"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// History is what an archive holds.
type History struct {
	Version int
	Host    string // "" is one for all
	Start   time.Time
	Metrics []Metric
	Domains []Domain
	Labels  []Labels
	Texts   []Text
	Records []*libpcp.Result // marks have no sets
	Volumes []int            // numbers of the records that begin a volume
}

// Metric is a metric with all its names.
type Metric struct {
	libpcp.Desc
	Names []string
}

// Domain is an instance domain through time.
type Domain struct {
	libpcp.InDom
	Versions []Membership
}

// Membership is the instances of a domain from a time on.
type Membership struct {
	From      time.Time
	Instances []libpcp.Instance // by identifier
}

// Labels is the label sets of a thing from a time on.
type Labels struct {
	From time.Time
	ID   libpcp.LabelID
	Sets []libpcp.LabelSet
}

// Text is a help text.
type Text struct {
	libpcp.TextID
	Text string
}

// Write makes an archive of h: all metadata, then the records.
func (h *History) Write(base string) error {
	w, err := archive.Create(base, archive.WriterOptions{
		Version:   h.Version,
		Label:     libpcp.LogLabel{Start: h.Start, Host: cmp.Or(h.Host, "random.example"), Timezone: "CET-1CEST", PID: 4711},
		IndexSize: 400,
	})
	if err != nil {
		return err
	}
	err = h.writeMetadata(w)
	if err == nil {
		err = h.writeRecords(w)
	}
	return errors.Join(err, w.Close())
}

func (h *History) writeMetadata(w *archive.Writer) error {
	var errs []error
	for i := range h.Metrics {
		errs = append(errs, w.AddDesc(h.Metrics[i].Desc, h.Metrics[i].Names...))
	}
	for i := range h.Domains {
		for _, v := range h.Domains[i].Versions {
			errs = append(errs, w.AddInstances(v.From, h.Domains[i].InDom, v.Instances))
		}
	}
	for _, l := range h.Labels {
		errs = append(errs, w.AddLabels(l.From, l.ID, l.Sets))
	}
	for _, t := range h.Texts {
		errs = append(errs, w.AddText(t.TextID, t.Text))
	}
	return errors.Join(errs...)
}

func (h *History) writeRecords(w *archive.Writer) error {
	volumes := h.Volumes
	for i, r := range h.Records {
		if len(volumes) > 0 && volumes[0] == i {
			w.NewVolume()
			volumes = volumes[1:]
		}
		if err := w.Append(r); err != nil {
			return err
		}
	}
	return nil
}

// End is the time of the last record.
func (h *History) End() time.Time { return h.Records[len(h.Records)-1].Time }

// domain finds a domain; it is nil for none.
func (h *History) domain(d libpcp.InDom) *Domain {
	for i := range h.Domains {
		if h.Domains[i].InDom == d {
			return &h.Domains[i]
		}
	}
	return nil
}
