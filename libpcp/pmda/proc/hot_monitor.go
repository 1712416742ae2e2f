package proc

import (
	"bytes"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// hotMonitor selects the processes of interest, in the background while it has a
// predicate.
type hotMonitor struct {
	host host

	mu        sync.Mutex // guards what follows
	predicate predicate  // nil for none
	interval  time.Duration
	stop      chan struct{} // closed to end the goroutine; nil without one
	last      *survey
	hot       map[int32]*variables
	totals    hotTotals
}

// survey is the state of all processes at a time.
type survey struct {
	at        time.Time
	idle      uint64 // ticks
	cpus      int
	processes map[int32]*sighting
}

// sighting is the state of a process in a survey.
type sighting struct {
	command  string
	uid, gid uint64
	size     uint64 // of the address space, kB
	resident uint64 // kB
	started  uint64 // ticks
	cpu      uint64 // ticks
	switches uint64
	io       uint64 // bytes
	waitIO   uint64 // ticks
	waitCPU  uint64 // ns
}

// hotTotals are sums over the processes, in seconds of a processor per second.
type hotTotals struct {
	idle, hot, transient, cold float64
}

// set changes the predicate and the interval of selections. Selected processes
// stay until the next selection; without a predicate they go at once.
func (m *hotMonitor) set(p predicate, interval time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.end()
	m.predicate, m.interval = p, interval
	if p == nil {
		m.last, m.hot, m.totals = nil, nil, hotTotals{}
		return
	}
	if interval > 0 {
		m.stop = make(chan struct{})
		go m.watch(m.stop, interval)
	}
}

// close ends the goroutine.
func (m *hotMonitor) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.end()
}

func (m *hotMonitor) end() {
	if m.stop != nil {
		close(m.stop)
		m.stop = nil
	}
}

func (m *hotMonitor) watch(stop chan struct{}, interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			now := m.survey()
			m.mu.Lock()
			if m.stop == stop {
				m.pick(now)
			}
			m.mu.Unlock()
		}
	}
}

// survey reads the state of all processes.
func (m *hotMonitor) survey() *survey {
	s := &survey{at: time.Now(), processes: make(map[int32]*sighting)}
	s.idle, s.cpus = m.idle()
	pids, _ := m.host.pids(nil)
	var p process
	p.begin(&m.host, viewer{})
	defer p.end()
	for _, pid := range pids {
		p.visit(pid)
		if seen := m.host.look(&p); seen != nil {
			s.processes[pid] = seen
		}
	}
	return s
}

// idle returns the idle time of all processors, in ticks, and the number of
// processors.
func (m *hotMonitor) idle() (ticks uint64, cpus int) {
	for line := range bytes.Lines(read(m.host.root+"/proc/stat", pseudo.MaxFile)) {
		name, idle := fieldOf(line, 0), fieldOf(line, 4)
		switch {
		case idle == nil || !bytes.HasPrefix(name, []byte("cpu")):
		case len(name) == len("cpu"):
			ticks = parseNumber(idle)
		default:
			cpus++
		}
	}
	if cpus == 0 {
		cpus = runtime.NumCPU()
	}
	return ticks, cpus
}

// look reads the state of a process, nil if it has ended, be it between two of its
// files: without the second its user would be root. The others may be forbidden,
// and their numbers are then 0, as in PCP's agent.
func (h *host) look(p *process) *sighting {
	stat, err := p.stat()
	if err != nil || stat.state() == 0 {
		return nil
	}
	s := &sighting{
		command: string(stat.command), started: stat.number(21),
		size: stat.number(22) / 1024, resident: stat.number(23) * h.pageSize / 1024,
		cpu: stat.number(13) + stat.number(14), waitIO: stat.number(42),
	}
	status, err := p.keyed("status")
	if err != nil {
		return nil
	}
	s.uid, s.gid = status.owner("Uid", 0), status.owner("Gid", 0)
	s.switches = status.kilobytes("voluntary_ctxt_switches") + status.kilobytes("nonvoluntary_ctxt_switches")
	io, _ := p.keyed("io")
	s.io = io.kilobytes("read_bytes") + io.kilobytes("write_bytes")
	if fields := bytes.Fields(p.file("schedstat")); len(fields) > 1 {
		s.waitCPU = parseNumber(fields[1])
	}
	return s
}

// pick selects the processes that match the predicate.
func (m *hotMonitor) pick(now *survey) {
	before := m.last
	m.last = now
	m.hot = make(map[int32]*variables)
	var names owners
	var totals hotTotals
	var p process
	p.begin(&m.host, viewer{})
	defer p.end()
	for pid := range now.processes {
		v := m.compare(before, now, pid, &names, &p)
		if m.predicate.holds(v) {
			m.hot[pid] = v
			totals.hot += v.numbers["cpuburn"]
		} else {
			totals.cold += v.numbers["cpuburn"]
		}
	}
	m.totals = hotTotals{}
	if before != nil {
		totals.idle = perSecond(now.idle, before.idle, now.since(before)) / float64(m.host.hertz)
		totals.transient = max(0, float64(now.cpus)-totals.idle-totals.hot-totals.cold)
		m.totals = totals
	}
}

// since is the time between two surveys, in seconds. Tickers are not so exact
// that more digits would mean anything.
func (s *survey) since(before *survey) float64 {
	return s.at.Sub(before.at).Round(10 * time.Millisecond).Seconds()
}

// perSecond is the rate of a counter, 0 if it has fallen.
func perSecond(now, before uint64, seconds float64) float64 {
	if now <= before || seconds <= 0 {
		return 0
	}
	return float64(now-before) / seconds
}

// compare computes the variables of a process from two surveys. Rates of a
// process that is new are 0.
func (m *hotMonitor) compare(last, now *survey, pid int32, names *owners, p *process) *variables {
	seen := now.processes[pid]
	before, seconds := seen, 0.0
	if last != nil {
		if p := last.processes[pid]; p != nil && p.started == seen.started {
			before, seconds = p, now.since(last)
		}
	}
	rate := func(of func(*sighting) uint64) float64 { return perSecond(of(seen), of(before), seconds) }
	hertz := float64(m.host.hertz)
	return &variables{
		numbers: map[string]float64{
			"uid": float64(seen.uid), "gid": float64(seen.gid),
			"cpuburn":   rate(func(s *sighting) uint64 { return s.cpu }) / hertz,
			"ctxswitch": rate(func(s *sighting) uint64 { return s.switches }),
			// In bytes, although the metric has another unit.
			"iodemand":     rate(func(s *sighting) uint64 { return s.io }),
			"iowait":       rate(func(s *sighting) uint64 { return s.waitIO }) / hertz,
			"schedwait":    rate(func(s *sighting) uint64 { return s.waitCPU }) / float64(time.Second),
			"virtualsize":  float64(seen.size),
			"residentsize": float64(seen.resident),
		},
		text: func(name string) string {
			switch name {
			case "fname":
				return seen.command
			case "psargs":
				p.visit(pid)
				return string(p.arguments())
			case "uname":
				return names.user(uint32(seen.uid))
			}
			return names.group(uint32(seen.gid))
		},
	}
}

// pids are the processes of interest, in order.
func (m *hotMonitor) pids() []int32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.hot))
}

// variable is the value of a variable when processes were last selected.
func (m *hotMonitor) variable(pid int32, name string) (float64, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.hot[pid]
	if !ok {
		return 0, false
	}
	return v.numbers[name], true
}

// total is one of the sums.
func (m *hotMonitor) total(item uint16) libpcp.Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.totals
	other := t.transient + t.cold
	values := [...]float64{t.idle, t.hot, t.transient, t.cold, other, 0}
	if other > 0 {
		values[5] = 100 * other / (other + t.hot)
	}
	return libpcp.FloatAtom(float32(values[item-hotTotalFirst]))
}
