// Package jbd2 is the PMDA for the journals of ext4 and other file systems
// (journalling block device, version 2).
//
// It reads /proc/fs/jbd2/JOURNAL/info of the Linux kernel when a metric is
// fetched. [New] returns the agent, for package local or [pmda.Main].
package jbd2

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// journals is the instance domain: a journal is named "sda1-8".
var journals = &pmda.InDom{Serial: 0, OneLine: "the journals in use"}

// metrics is the table of metrics.
var metrics = [...]pmda.Metric{
	{Name: "jbd2.njournals", Item: 0, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count, OneLine: "number of journals in use"},
	{Name: "jbd2.transaction.count", Item: 1, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "transactions of each journal"},
	{Name: "jbd2.transaction.requested", Item: 2, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "transactions requested of each journal"},
	{Name: "jbd2.transaction.max_blocks", Item: 3, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, OneLine: "most blocks that a transaction of each journal can have"},
	{Name: "jbd2.transaction.total.blocks", Item: 10, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "blocks in all transactions of each journal"},
	{Name: "jbd2.transaction.total.blocks_logged", Item: 11, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "blocks logged by all transactions of each journal"},
	{Name: "jbd2.transaction.total.handles", Item: 12, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "handles in all transactions of each journal"},
	{Name: "jbd2.transaction.total.time.waiting", Item: 4, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time waiting for a transaction, all of each journal"},
	{Name: "jbd2.transaction.total.time.request_delay", Item: 5, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time from a request to the start of its transaction, all of each journal"},
	{Name: "jbd2.transaction.total.time.running", Item: 6, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time running transactions, all of each journal"},
	{Name: "jbd2.transaction.total.time.being_locked", Item: 7, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time with transactions locked, all of each journal"},
	{Name: "jbd2.transaction.total.time.flushing_ordered_mode_data", Item: 8, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time flushing data, in ordered mode, all of each journal"},
	{Name: "jbd2.transaction.total.time.logging", Item: 9, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, OneLine: "time logging transactions, all of each journal"},
	{Name: "jbd2.transaction.average.blocks", Item: 20, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, OneLine: "blocks in a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.blocks_logged", Item: 21, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, OneLine: "blocks logged by a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.handles", Item: 22, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, OneLine: "handles in a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.time.waiting", Item: 13, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time waiting for a transaction, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.request_delay", Item: 14, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time from a request to the start of its transaction, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.running", Item: 15, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time running transactions, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.being_locked", Item: 16, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time with transactions locked, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.flushing_ordered_mode_data", Item: 17, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time flushing data, in ordered mode, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.logging", Item: 18, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, OneLine: "time logging transactions, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.committing", Item: 19, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Microsec, OneLine: "time committing a transaction of each journal, on average"},
}

// agent is the state behind the metrics.
type agent struct {
	dir    string
	once   pmda.PerRequest[struct{}]
	cache  pmda.Cache
	loaded bool
	info   map[int32]journal
}

// New returns the agent. It has the journals of the running system.
func New() *pmda.Agent { return newAgent("/proc/fs/jbd2") }

func newAgent(dir string) *pmda.Agent {
	a := &agent{dir: dir}
	return &pmda.Agent{
		Name:      "jbd2",
		Domain:    122,
		Validated: true, // by TestValidate
		Metrics:   metrics[:],
		InDoms:    []*pmda.InDom{journals},
		List:      a.list,
		Fetch:     a.fetch,
	}
}

func (a *agent) list(_ context.Context, r *pmda.Request, _ *pmda.InDom) ([]libpcp.Instance, error) {
	if err := a.read(r); err != nil {
		return nil, err
	}
	return a.cache.Instances(), nil
}

func (a *agent) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if err := a.read(r); err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Item == 0 {
		return libpcp.Uint32Atom(uint32(len(a.info))), nil
	}
	j, ok := a.info[r.Inst]
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	n, ok := j.value(r.Metric.Item)
	switch {
	case !ok:
		return libpcp.Atom{}, pmda.NoValue
	case r.Metric.Type == libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(n)), nil
	}
	return libpcp.Uint64Atom(n), nil
}

// read reads the files of all journals, once for a request.
func (a *agent) read(r *pmda.Request) error {
	_, err := a.once.Get(r, func() (struct{}, error) {
		file := pmda.CacheFile(r.InDom(journals))
		if !a.loaded {
			a.loaded = true
			a.cache.Load(file) // or start afresh
		}
		a.cache.HideAll()
		a.info = make(map[int32]journal)
		for _, name := range entries(a.dir) {
			text, err := readInfo(filepath.Join(a.dir, name, "info"))
			if err != nil {
				continue
			}
			id, err := a.cache.Add(name)
			if err != nil {
				continue
			}
			a.info[id] = parse(text)
		}
		a.cache.Save(file) // if that is possible
		return struct{}{}, nil
	})
	return err
}

// entries lists a directory in the order the kernel has.
func entries(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return names
}

// maxInfo bounds what is read of a file.
const maxInfo = 1 << 16

func readInfo(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxInfo))
}

// journal is what a file says of a journal:
//
//	2217 transactions (2210 requested), each up to 8192 blocks
//	average:
//	  0ms waiting for transaction
//	  42033us average transaction commit time
//	  68 handles per transaction
//
// Kernels before 2.6.39 have no requests and no delay of them.
type journal struct {
	count, requested uint64
	maxBlocks        uint64
	requests         bool // whether requested is there
	averages         [len(averageLines)]uint64
	has              [len(averageLines)]bool
}

// averageLines are the lines after the second, by the item of the average.
var averageLines = [...]struct {
	item, total uint16 // total is the item of the product with the number of transactions, or 0
	text        string // after the number
}{
	{13, 4, "ms waiting for transaction"},
	{14, 5, "ms request delay"},
	{15, 6, "ms running transaction"},
	{16, 7, "ms transaction was being locked"},
	{17, 8, "ms flushing data (in ordered mode)"},
	{18, 9, "ms logging transaction"},
	{19, 0, "us average transaction commit time"},
	{20, 10, " blocks per transaction"},
	{21, 11, " logged blocks per transaction"},
	{22, 12, " handles per transaction"},
}

// value is the value of a metric, unless the file does not have it.
func (j *journal) value(item uint16) (uint64, bool) {
	switch item {
	case 1:
		return j.count, true
	case 2:
		return j.requested, j.requests
	case 3:
		return j.maxBlocks, true
	}
	for i, line := range averageLines {
		switch item {
		case line.item:
			// Only the delay of requests has no value where there is no
			// line: so it is in PCP.
			return j.averages[i], j.has[i] || item != 14
		case line.total:
			if item == 5 {
				return j.averages[i] * j.requested, j.has[i]
			}
			return j.averages[i] * j.count, true
		}
	}
	return 0, false
}

// parse reads a file. Lines that it does not know are skipped.
func parse(text []byte) (j journal) {
	for line := range bytes.Lines(text) {
		n, rest, ok := leadingNumber(bytes.TrimSpace(line))
		if !ok {
			continue
		}
		if head, tail, ok := bytes.Cut(rest, []byte(", each up")); ok && bytes.HasPrefix(head, []byte(" transaction")) {
			j.count = n
			if _, requested, ok := bytes.Cut(head, []byte("(")); ok {
				j.requested, _, j.requests = leadingNumber(requested)
			}
			tail = bytes.TrimPrefix(bytes.TrimLeft(tail, " "), []byte("to "))
			j.maxBlocks, _, _ = leadingNumber(tail)
			continue
		}
		for i, line := range averageLines {
			if string(rest) == line.text {
				j.averages[i], j.has[i] = n, true
			}
		}
	}
	return j
}

// leadingNumber reads the number that b begins with.
func leadingNumber(b []byte) (n uint64, rest []byte, ok bool) {
	digits := 0
	for digits < len(b) && '0' <= b[digits] && b[digits] <= '9' {
		digits++
	}
	n, err := strconv.ParseUint(string(b[:digits]), 10, 64)
	return n, b[digits:], err == nil
}
