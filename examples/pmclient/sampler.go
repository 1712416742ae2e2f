package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/timewindow"
)

// sampler fetches the metrics and compares each result with the one before.
type sampler struct {
	c              *libpcp.Context
	cpus           int
	ids            []libpcp.PMID
	descs          []libpcp.Desc
	load1, load15  int32
	before, latest *libpcp.Result
}

// info is what a line has. A number that is not known is negative.
type info struct {
	busy, peak    float32 // of all processors, and of the busiest
	busiest       int
	freeMB        float32
	iops          int
	load1, load15 float32
}

func newSampler(ctx context.Context, c *libpcp.Context) (*sampler, error) {
	s := &sampler{c: c}
	if err := s.describe(ctx); err != nil {
		return nil, err
	}
	if err := s.countCPUs(ctx); err != nil {
		return nil, err
	}
	return s, s.selectLoads(ctx)
}

func (s *sampler) describe(ctx context.Context) (err error) {
	if s.ids, err = s.c.Lookup(ctx, sampled...); err != nil {
		return failure{"pmLookupName", err}
	}
	for i, reply := range s.c.Descs(ctx, s.ids) {
		if reply.Err != nil {
			return failure{"cannot retrieve description for metric " + sampled[i], reply.Err}
		}
		s.descs = append(s.descs, reply.Desc)
	}
	return nil
}

func (s *sampler) countCPUs(ctx context.Context) error {
	g, err := s.c.Group(ctx, "hinv.ncpu")
	if err != nil {
		return failure{"hinv.ncpu", err}
	}
	sample, err := g.Fetch(ctx)
	if err != nil {
		return failure{"pmFetch", err}
	}
	n, err := sample.Float64("hinv.ncpu")
	s.cpus = max(int(n), 1)
	return err
}

// selectLoads has results without the load of five minutes.
func (s *sampler) selectLoads(ctx context.Context) (err error) {
	loads := s.descs[LoadAverage].InDom
	if s.load1, err = s.instance(ctx, loads, "1 minute"); err != nil {
		return failure{"cannot translate instance for 1 minute load average", err}
	}
	if s.load15, err = s.instance(ctx, loads, "15 minute"); err != nil {
		return failure{"cannot translate instance for 15 minute load average", err}
	}
	if err := s.c.Profile().Del(loads); err != nil {
		return err
	}
	return s.c.Profile().Add(loads, s.load1, s.load15)
}

// instance finds an instance; in an archive, an instance of any time.
func (s *sampler) instance(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	if a, err := s.c.Recording(); err == nil {
		return a.AnyInstanceID(ctx, d, name)
	}
	return s.c.InstanceID(ctx, d, name)
}

// next fetches. The first sample has nothing to compare with.
func (s *sampler) next(ctx context.Context) (info, error) {
	r, err := s.c.Fetch(ctx, s.ids)
	if err != nil {
		return info{}, failure{"pmFetch", err}
	}
	s.before, s.latest = s.latest, r
	if s.before == nil {
		return info{}, nil
	}
	i := info{freeMB: s.freeMemory(), iops: s.diskRate()}
	i.busy, i.peak, i.busiest = s.processors()
	i.load1, i.load15 = s.load(s.load1), s.load(s.load15)
	return i, nil
}

// seconds is the time between the two results.
func (s *sampler) seconds() float64 { return s.latest.Time.Sub(s.before.Time).Seconds() }

// known reports whether both results have values of a metric.
func (s *sampler) known(m SampledIndex) bool {
	return len(s.before.Sets[m].Values) > 0 && len(s.latest.Sets[m].Values) > 0
}

// float is the n-th value of a metric in a result.
func (s *sampler) float(r *libpcp.Result, m SampledIndex, n int) float32 {
	v, _ := r.Sets[m].Float64(n, s.descs[m].Type) // 0 if there is none
	return float32(v)
}

// processors returns how busy processors are on average, and which one is
// most. Their times are milliseconds.
func (s *sampler) processors() (busy, peak float32, busiest int) {
	if !s.known(CPUUser) || !s.known(CPUSys) {
		return -1, -1, -1
	}
	peak = -1
	for n := range s.cpus {
		used := s.float(s.latest, CPUUser, n) - s.float(s.before, CPUUser, n)
		used += s.float(s.latest, CPUSys, n)
		used -= s.float(s.before, CPUSys, n)
		share := min(float32(float64(used)/(1000*s.seconds())), 1)
		busy += share
		if share > peak {
			peak, busiest = share, n
		}
	}
	return busy / float32(s.cpus), peak, busiest
}

// freeMemory is in megabytes; the metric may have other units.
func (s *sampler) freeMemory() float32 {
	if !s.known(FreeMemory) {
		return -1
	}
	free, err := libpcp.ConvertScale(libpcp.FloatAtom(s.float(s.latest, FreeMemory, 0)), s.descs[FreeMemory].Units, libpcp.MByte)
	if err != nil {
		return 0
	}
	return float32(free.Float64())
}

func (s *sampler) diskRate() int {
	if !s.known(DiskTotal) {
		return -1
	}
	total := func(r *libpcp.Result) uint32 {
		v, _ := r.Sets[DiskTotal].Float64(0, s.descs[DiskTotal].Type)
		return uint32(v)
	}
	done := int32(total(s.latest) - total(s.before))
	return int((float64(float32(done)) + 0.5) / s.seconds())
}

func (s *sampler) load(instance int32) float32 {
	set := &s.latest.Sets[LoadAverage]
	for n, v := range set.Values {
		if v.Inst == instance {
			return s.float(s.latest, LoadAverage, n)
		}
	}
	return -1
}

func (s *sampler) heading(ctx context.Context, out io.Writer, archive string, zone *time.Location) {
	if archive != "" {
		fmt.Fprintf(out, "Archive: %s, ", archive)
	}
	if zone == nil {
		zone = timewindow.LocalZone(nil)
	}
	fmt.Fprintf(out, "Host: %s, %d cpu(s), %s\n", s.c.HostName(ctx), s.cpus, s.latest.Time.In(zone).Format(time.ANSIC))
	several := [2]string{"", ""}
	if s.cpus > 1 {
		several = [2]string{"  Busy    Busy", "   CPU    Util"}
	}
	fmt.Fprintf(out, "  CPU%s  Free Mem   Disk     Load Average\n", several[0])
	fmt.Fprintf(out, " Util%s  (Mbytes)   IOPS    1 Min  15 Min\n", several[1])
}

func (s *sampler) line(out io.Writer, i info) {
	io.WriteString(out, number("%5.2f", i.busy))
	if s.cpus > 1 {
		io.WriteString(out, number("   %3d", i.busiest)+number("   %5.2f", i.peak))
	}
	io.WriteString(out, number(" %9.3f", i.freeMB)+number(" %6d", i.iops)+
		number("  %7.2f", i.load1)+number("  %7.2f", i.load15)+"\n")
}

// number is a number, or ? in as wide a column.
func number[T int | float32](layout string, v T) string {
	if v < 0 {
		return fmt.Sprintf("%*s", len(fmt.Sprintf(layout, T(0))), "?")
	}
	return fmt.Sprintf(layout, v)
}
