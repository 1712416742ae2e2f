package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// scale is an archive that is large in one direction. Every tenth of its metrics has
// instances, or all have, and every other is of 64 bits; all have help texts.
type scale struct {
	metrics, instances, records int
	interval                    time.Duration
	name                        func(metric int) string
	all                         bool
	marks                       int                  // interruptions
	every                       func(metric int) int // a metric is in one of so many records; nil for all
}

var scaleStart = time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)

// daily compares the tools on the archives that a pmlogger has written in 500 days,
// which are in one directory.
func (b *bench) daily() error {
	const days = 500
	day := scale{metrics: 200, instances: 8, records: 48, interval: 30 * time.Minute, name: func(i int) string { return fmt.Sprintf("daily.metric%03d", i) }}
	dir, err := cached(b.cache, "daily", func(dir string) (err error) {
		for n := 0; n < days && err == nil; n++ {
			start := scaleStart.AddDate(0, 0, n)
			err = day.write(filepath.Join(dir, start.Format("20060102")), start, 1000*uint32(n))
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.onArchives(fmt.Sprintf("%d daily archives", days), []string{
		"pminfo -a ARCHIVE",
		"pminfo -d -a ARCHIVE daily.metric007",
		"pmprobe -a ARCHIVE",
		"pmprobe -v -a ARCHIVE daily.metric007",
		"pmval -t 1day -a ARCHIVE daily.metric007",
		"pmval -t 1day -a ARCHIVE daily.metric000",
	}, dir, dir)
}

// wide compares the tools on an archive of many metrics.
func (b *bench) wide() error {
	wide := scale{metrics: 20_000, instances: 8, records: 60, interval: 10 * time.Second, name: func(i int) string { return fmt.Sprintf("wide.g%d.metric%05d", i/200, i) }}
	return b.onScale("20,000 metrics", "wide", wide, []string{
		"pminfo -a ARCHIVE",
		"pminfo -dmtT -a ARCHIVE",
		"pminfo -f -a ARCHIVE",
		"pmval -t 10 -a ARCHIVE wide.g50.metric10007",
		"pmval -U ARCHIVE wide.g50.metric10007",
	})
}

// instances compares the tools on an archive of a metric with many instances.
func (b *bench) instances() error {
	one := scale{metrics: 1, instances: 50_000, records: 60, interval: 10 * time.Second, name: func(int) string { return "inst.metric" }}
	return b.onScale("50,000 instances", "instances", one, []string{
		"pmval -t 10 -i inst25000 -a ARCHIVE inst.metric",
		"pmval -t 3 -i inst25000 -a ARCHIVE inst.metric",
		"pmval -U ARCHIVE -i inst25000 inst.metric",
		"pminfo -f -a ARCHIVE inst.metric",
		"pmprobe -v -a ARCHIVE inst.metric",
	})
}

// onScale measures command lines on an archive of a name.
func (b *bench) onScale(title, name string, s scale, lines []string) error {
	dir, err := cached(b.cache, name, func(dir string) error { return s.write(filepath.Join(dir, name), scaleStart, 1) })
	if err != nil {
		return err
	}
	base := filepath.Join(dir, name)
	return b.onArchives(title, lines, base, base)
}

// write writes the archive, whose numbers start at a first one.
func (s scale) write(base string, start time.Time, first uint32) error {
	return writeArchive(base, libpcp.LogLabel{Start: start, Host: "scale.example"}, func(w *archive.Writer) error {
		indom := libpcp.NewInDom(90, 1)
		errs := []error{w.AddInstances(start, indom, instancesOf(s.instances, "inst%05d"))}
		sets := make([]libpcp.ValueSet, s.metrics)
		for i := range sets {
			id, values := libpcp.NewPMID(90, uint32(i/1000), uint32(i%1000)), 1
			d := libpcp.Desc{PMID: id, InDom: libpcp.NullInDom, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count}
			if i%10 == 0 || s.all {
				d.InDom, values = indom, s.instances
			}
			if i%2 == 1 {
				d.Type = libpcp.TypeU64
			}
			sets[i] = numberSet(d, values, first)
			errs = append(errs, w.AddDesc(d, s.name(i)),
				w.AddText(libpcp.TextID{Ident: uint32(id), Kind: libpcp.TextPMID | libpcp.TextOneLine}, "what this metric counts"),
				w.AddText(libpcp.TextID{Ident: uint32(id), Kind: libpcp.TextPMID | libpcp.TextHelp}, "How often a thing happened\nsince the host has been running."))
		}
		for i := range s.records {
			at, some := start.Add(time.Duration(i)*s.interval), sets
			if s.every != nil {
				some = nil
				for j, set := range sets {
					if i%s.every(j) == 0 {
						some = append(some, set)
					}
				}
			}
			if i == s.records/2 && s.marks > 0 {
				w.NewVolume()
			}
			if i > 0 && s.marks*i/s.records > s.marks*(i-1)/s.records {
				errs = append(errs, w.Mark(at.Add(-time.Millisecond)))
			}
			errs = append(errs, w.Append(&libpcp.Result{Time: at, Sets: some}))
			step(some)
		}
		return errors.Join(errs...)
	})
}
