package tests

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// A catalog is what there is to ask about in an archive.
type catalog struct {
	name    string // as for -a, in the directory of archives
	start   time.Time
	length  time.Duration
	metrics []catalogMetric
}

// catalogMetric is a metric with some of its instances.
type catalogMetric struct {
	libpcp.Desc
	name      string
	instances []string
}

// catalogs lists the archives of a directory that can be opened and are not too
// large.
func catalogs(t testing.TB, dir string, maxSize int64) []catalog {
	files, err := filepath.Glob(filepath.Join(dir, "*.meta*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no archives: %v", dir, err)
	}
	var list []catalog
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".meta")
		if sizeOf(dir, name) > maxSize {
			continue
		}
		if c, err := catalogOf(dir, name); err == nil && len(c.metrics) > 0 {
			list = append(list, c)
		}
	}
	return list
}

func sizeOf(dir, name string) (size int64) {
	files, _ := filepath.Glob(filepath.Join(dir, name+".*"))
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			size += info.Size()
		}
	}
	return size
}

func catalogOf(dir, name string) (catalog, error) {
	ctx := context.Background()
	c := catalog{name: name}
	a, err := archive.Open(context.Background(), filepath.Join(dir, name), archive.Options{})
	if err != nil {
		return c, err
	}
	all := libpcp.NewContext(a)
	defer all.Close()
	recording, err := all.Recording()
	if err != nil {
		return c, err
	}
	label, err := recording.Label()
	if err != nil {
		return c, err
	}
	end, err := recording.End(ctx)
	if err != nil {
		return c, err
	}
	c.start, c.length = label.Start, end.Sub(label.Start)
	names, err := all.Traverse(ctx, "")
	if err != nil {
		return c, err
	}
	for _, name := range names {
		if m, err := describeMetric(ctx, recording, name); err == nil {
			c.metrics = append(c.metrics, m)
		}
	}
	return c, nil
}

func describeMetric(ctx context.Context, a *libpcp.Recording, name string) (catalogMetric, error) {
	m := catalogMetric{name: name}
	ids, err := a.Lookup(ctx, name)
	if err != nil {
		return m, err
	}
	m.Desc, err = a.Desc(ctx, ids[0])
	if err != nil || m.InDom == libpcp.NullInDom {
		return m, err
	}
	insts, err := a.AllInstances(ctx, m.InDom)
	if err != nil {
		return m, err
	}
	for _, inst := range insts[:min(len(insts), 20)] {
		m.instances = append(m.instances, inst.Name)
	}
	return m, nil
}

// pick returns one of the texts.
func pick(rng *rand.Rand, texts ...string) string { return texts[rng.IntN(len(texts))] }
