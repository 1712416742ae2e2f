package archive_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// What the metadata of an archive say through time, as pmdumplog(1) lists it.
func ExampleArchive_InDomHistory() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	base := filepath.Join(dir, "rooms")
	if err := extend(base); err != nil {
		log.Fatal(err)
	}
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	for _, indom := range a.InDoms() {
		for v, err := range a.InDomHistory(indom) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(v.From.UTC().Format(time.TimeOnly), indom, v.Instances)
		}
	}
	for _, id := range a.LabelIDs() {
		for v, err := range a.LabelHistory(id) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(v.From.UTC().Format(time.TimeOnly), v.Sets[0].JSON)
		}
	}
	// Output:
	// 12:00:00 400.0 [{1 hall} {2 bath}]
	// 12:00:10 400.0 [{1 hall} {2 bath} {3 attic}]
	// 12:00:10 {"floors":3}
}

// extend records a house that gets an attic.
func extend(base string) error {
	w, err := archive.Create(base, archive.WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: noon, Host: "house"}})
	if err != nil {
		return err
	}
	defer w.Close()
	later := noon.Add(10 * time.Second)
	list := []libpcp.Instance{{ID: 1, Name: "hall"}, {ID: 2, Name: "bath"}, {ID: 3, Name: "attic"}}
	floors := libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{{Name: "floors", Value: "3"}}}
	for _, step := range []func() error{
		func() error { return w.AddDesc(temperature, "house.temperature") },
		func() error { return w.AddInstances(noon, rooms, list[:2]) },
		func() error { return w.AddInstances(later, rooms, list) },
		func() error {
			return w.AddLabels(later, libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(rooms)}, []libpcp.LabelSet{floors})
		},
		func() error { return w.Mark(later) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
