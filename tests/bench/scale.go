package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// Archives that are large in one direction each.
const (
	days        = 500
	dayMetrics  = 200
	dayRecords  = 48
	wideMetrics = 20_000
	wideRecords = 60

	manyInstances   = 50_000
	instanceRecords = 60
)

var scaleStart = time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)

// daily compares the tools on the archives that a pmlogger has written in 500 days,
// which are in one directory.
func (b *bench) daily() error {
	dir, err := cached(b.cache, "daily", writeDays)
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

func writeDays(dir string) error {
	for day := range days {
		start := scaleStart.AddDate(0, 0, day)
		label := libpcp.LogLabel{Start: start, Host: "daily.example"}
		err := writeArchive(filepath.Join(dir, start.Format("20060102")), label, func(w *archive.Writer) error {
			return writeDay(w, start, uint32(day))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeDay writes what a pmlogger writes in a day: every tenth metric has
// instances, and all have help texts.
func writeDay(w *archive.Writer, start time.Time, day uint32) error {
	errs := []error{w.AddLabels(start, libpcp.LabelID{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)},
		[]libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "hostname", Value: `"daily.example"`}}}})}
	indom := libpcp.NewInDom(90, 1)
	errs = append(errs, w.AddInstances(start, indom, instancesOf(8, "disk%d")))
	sets := make([]libpcp.ValueSet, dayMetrics)
	for i := range sets {
		d := libpcp.Desc{PMID: libpcp.NewPMID(90, 0, uint32(i)), InDom: libpcp.NullInDom, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count}
		values := 1
		if i%10 == 0 {
			d.InDom, values = indom, 8
		}
		sets[i] = numberSet(d.PMID, values, 1000*day)
		errs = append(errs, w.AddDesc(d, fmt.Sprintf("daily.metric%03d", i)),
			w.AddText(libpcp.TextID{Ident: uint32(d.PMID), Kind: libpcp.TextPMID | libpcp.TextOneLine}, "what this metric counts"))
	}
	return errors.Join(errors.Join(errs...), writeRecords(w, start, dayRecords, 30*time.Minute, sets))
}

// writeRecords writes records of value sets whose numbers grow.
func writeRecords(w *archive.Writer, start time.Time, records int, interval time.Duration, sets []libpcp.ValueSet) error {
	for i := range records {
		if err := w.Append(&libpcp.Result{Time: start.Add(time.Duration(i) * interval), Sets: sets}); err != nil {
			return err
		}
		step(sets)
	}
	return nil
}

// wide compares the tools on an archive of many metrics.
func (b *bench) wide() error {
	dir, err := cached(b.cache, "wide", func(dir string) error {
		return writeArchive(filepath.Join(dir, "wide"), libpcp.LogLabel{Start: scaleStart, Host: "wide.example"}, writeWide)
	})
	if err != nil {
		return err
	}
	base := filepath.Join(dir, "wide")
	return b.onArchives(fmt.Sprintf("%d metrics", wideMetrics), []string{
		"pminfo -a ARCHIVE",
		"pminfo -dmtT -a ARCHIVE",
		"pminfo -f -a ARCHIVE",
		"pmval -t 10 -a ARCHIVE wide.g50.metric10007",
		"pmval -U ARCHIVE wide.g50.metric10007",
	}, base, base)
}

func writeWide(w *archive.Writer) error {
	var errs []error
	sets := make([]libpcp.ValueSet, wideMetrics)
	for i := range sets {
		id := libpcp.NewPMID(90, uint32(i/1000), uint32(i%1000))
		d := libpcp.Desc{PMID: id, InDom: libpcp.NullInDom, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count}
		sets[i] = numberSet(id, 1, uint32(i))
		errs = append(errs, w.AddDesc(d, fmt.Sprintf("wide.g%d.metric%05d", i/200, i)))
		for _, text := range []struct {
			kind libpcp.TextKind
			text string
		}{
			{libpcp.TextOneLine, "what this metric counts"},
			{libpcp.TextHelp, "What this metric counts, in full: how often a thing happened\nsince the host has been running."},
		} {
			errs = append(errs, w.AddText(libpcp.TextID{Ident: uint32(id), Kind: libpcp.TextPMID | text.kind}, text.text))
		}
	}
	return errors.Join(errors.Join(errs...), writeRecords(w, scaleStart, wideRecords, 10*time.Second, sets))
}

// instances compares the tools on an archive of a metric with many instances.
func (b *bench) instances() error {
	dir, err := cached(b.cache, "instances", func(dir string) error {
		return writeArchive(filepath.Join(dir, "instances"), libpcp.LogLabel{Start: scaleStart, Host: "instances.example"},
			func(w *archive.Writer) error { return writeInstances(w, manyInstances, instanceRecords) })
	})
	if err != nil {
		return err
	}
	base := filepath.Join(dir, "instances")
	return b.onArchives(fmt.Sprintf("%d instances", manyInstances), []string{
		"pmval -t 10 -i inst25000 -a ARCHIVE inst.metric",
		"pmval -t 3 -i inst25000 -a ARCHIVE inst.metric",
		"pmval -U ARCHIVE -i inst25000 inst.metric",
		"pminfo -f -a ARCHIVE inst.metric",
		"pmprobe -v -a ARCHIVE inst.metric",
	}, base, base)
}

func writeInstances(w *archive.Writer, instances, records int) error {
	indom, id := libpcp.NewInDom(90, 1), libpcp.NewPMID(90, 0, 0)
	d := libpcp.Desc{PMID: id, InDom: indom, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count}
	err := errors.Join(w.AddInstances(scaleStart, indom, instancesOf(instances, "inst%05d")), w.AddDesc(d, "inst.metric"))
	sets := []libpcp.ValueSet{numberSet(id, instances, 1)}
	return errors.Join(err, writeRecords(w, scaleStart, records, 10*time.Second, sets))
}
