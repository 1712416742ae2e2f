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

// An archive of one metric with two instances, written and read back.
func ExampleCreate() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	base := filepath.Join(dir, "rooms")
	if err := record(base); err != nil {
		log.Fatal(err)
	}
	if err := replay(base); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 12:00:00 [18.5 21]
	// 12:00:10 [18.6 20.9]
}

var (
	rooms       = libpcp.NewInDom(400, 0)
	temperature = libpcp.Desc{
		PMID: libpcp.NewPMID(400, 0, 0), Type: libpcp.TypeDouble,
		InDom: rooms, Sem: libpcp.SemInstant,
	}
	noon = time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
)

func record(base string) error {
	w, err := archive.Create(base, archive.WriterOptions{
		Label: libpcp.LogLabel{Start: noon, Host: "house"},
	})
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.AddDesc(temperature, "house.temperature"); err != nil {
		return err
	}
	err = w.AddInstances(noon, rooms, []libpcp.Instance{{ID: 1, Name: "hall"}, {ID: 2, Name: "bath"}})
	if err != nil {
		return err
	}
	for i, degrees := range [][2]float64{{18.5, 21}, {18.6, 20.9}} {
		set := libpcp.ValueSet{PMID: temperature.PMID}
		for j, d := range degrees {
			v, format, err := libpcp.NewValue(int32(j+1), libpcp.DoubleAtom(d))
			if err != nil {
				return err
			}
			set.Format, set.Values = format, append(set.Values, v)
		}
		when := noon.Add(time.Duration(i) * 10 * time.Second)
		if err := w.Append(&libpcp.Result{Time: when, Sets: []libpcp.ValueSet{set}}); err != nil {
			return err
		}
	}
	return w.Close()
}

func replay(base string) error {
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		return err
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	for r, err := range c.Records(context.Background()) {
		if err != nil {
			return err
		}
		var degrees []float64
		for _, v := range r.Sets[0].Values {
			atom, err := libpcp.Extract(r.Sets[0].Format, v, temperature.Type, libpcp.TypeDouble)
			if err != nil {
				return err
			}
			degrees = append(degrees, atom.Float64())
		}
		fmt.Println(r.Time.UTC().Format(time.TimeOnly), degrees)
	}
	return nil
}
