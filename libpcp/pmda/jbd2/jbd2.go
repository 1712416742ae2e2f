// Package jbd2 is the PMDA for the journals of ext4 and other file systems
// (journalling block device, version 2).
//
// It reads /proc/fs/jbd2/JOURNAL/info of the Linux kernel when a metric is
// fetched. [New] returns the agent, for package local or [pmda.Main].
package jbd2

import (
	"bytes"
	"context"
	"path/filepath"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// journals is the instance domain: a journal is named "sda1-8".
var journals = &pmda.InDom{Serial: 0, Members: members{}, OneLine: "the journals in use"}

type members struct{}

// List lists the journals.
func (members) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return of(r).read(r).cache.Instances(), nil
}

// metrics is the table of metrics.
var metrics = [...]pmda.Metric{
	{Name: "jbd2.njournals", Item: 0, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count, Source: journalCount{}, OneLine: "number of journals in use"},
	{Name: "jbd2.transaction.count", Item: 1, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: count, OneLine: "transactions of each journal"},
	{Name: "jbd2.transaction.requested", Item: 2, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: requested, OneLine: "transactions requested of each journal"},
	{Name: "jbd2.transaction.max_blocks", Item: 3, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Source: maxBlocks, OneLine: "most blocks that a transaction of each journal can have"},
	{Name: "jbd2.transaction.total.blocks", Item: 10, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: total(blocks), OneLine: "blocks in all transactions of each journal"},
	{Name: "jbd2.transaction.total.blocks_logged", Item: 11, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: total(logged), OneLine: "blocks logged by all transactions of each journal"},
	{Name: "jbd2.transaction.total.handles", Item: 12, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: total(handles), OneLine: "handles in all transactions of each journal"},
	{Name: "jbd2.transaction.total.time.waiting", Item: 4, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(waiting), OneLine: "time waiting for a transaction, all of each journal"},
	{Name: "jbd2.transaction.total.time.request_delay", Item: 5, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(requestDelay), OneLine: "time from a request to the start of its transaction, all of each journal"},
	{Name: "jbd2.transaction.total.time.running", Item: 6, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(running), OneLine: "time running transactions, all of each journal"},
	{Name: "jbd2.transaction.total.time.being_locked", Item: 7, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(locked), OneLine: "time with transactions locked, all of each journal"},
	{Name: "jbd2.transaction.total.time.flushing_ordered_mode_data", Item: 8, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(flushing), OneLine: "time flushing data, in ordered mode, all of each journal"},
	{Name: "jbd2.transaction.total.time.logging", Item: 9, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemCounter, Units: libpcp.Millisec, Source: total(logging), OneLine: "time logging transactions, all of each journal"},
	{Name: "jbd2.transaction.average.blocks", Item: 20, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, Source: blocks, OneLine: "blocks in a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.blocks_logged", Item: 21, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, Source: logged, OneLine: "blocks logged by a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.handles", Item: 22, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Count, Source: handles, OneLine: "handles in a transaction of each journal, on average"},
	{Name: "jbd2.transaction.average.time.waiting", Item: 13, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: waiting, OneLine: "time waiting for a transaction, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.request_delay", Item: 14, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: requestDelay, OneLine: "time from a request to the start of its transaction, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.running", Item: 15, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: running, OneLine: "time running transactions, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.being_locked", Item: 16, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: locked, OneLine: "time with transactions locked, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.flushing_ordered_mode_data", Item: 17, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: flushing, OneLine: "time flushing data, in ordered mode, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.logging", Item: 18, Type: libpcp.TypeU32, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Millisec, Source: logging, OneLine: "time logging transactions, for a transaction of each journal on average"},
	{Name: "jbd2.transaction.average.time.committing", Item: 19, Type: libpcp.TypeU64, InDom: journals, Sem: libpcp.SemInstant, Units: libpcp.Microsec, Source: committing, OneLine: "time committing a transaction of each journal, on average"},
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
		State:     a,
	}
}

// of returns the agent that a request is to.
func of(r *pmda.Request) *agent { return r.State.(*agent) }

// read reads the files of all journals, once for a request.
func (a *agent) read(r *pmda.Request) *agent {
	a.once.Get(r, func() (struct{}, error) {
		file := pmda.CacheFile(r.InDom(journals))
		if !a.loaded {
			a.loaded = true
			a.cache.Load(file) // or start afresh
		}
		a.cache.HideAll()
		a.info = make(map[int32]journal)
		for _, name := range pseudo.Names(a.dir, pseudo.MaxNames) {
			text, err := pseudo.Read(nil, filepath.Join(a.dir, name, "info"), maxInfo)
			if err != nil {
				continue
			}
			j, ok := parse(text)
			if !ok {
				continue
			}
			id, err := a.cache.Add(name)
			if err != nil {
				continue
			}
			a.info[id] = j
		}
		a.cache.Save(file) // if that is possible
		return struct{}{}, nil
	})
	return a
}

// maxInfo bounds the bytes read from a file.
const maxInfo = 1 << 16

// journal is what a file says of a journal:
//
//	2217 transactions (2210 requested), each up to 8192 blocks
//	average:
//	  0ms waiting for transaction
//	  42033us average transaction commit time
//	  68 handles per transaction
//
// Kernels before 2.6.39 have no requests and no delay of them. A journal that
// has had no transactions has the first line alone: it is left out, as by PCP.
type journal struct {
	numbers     [numbers]uint64
	hasRequests bool
}

// number is the source of a number of each journal.
type number int

const (
	count number = iota
	requested
	maxBlocks
	waiting // the first average
	requestDelay
	running
	locked
	flushing
	logging
	committing
	blocks
	logged
	handles
	numbers
)

// averageLines are the texts after averages.
var averageLines = [numbers]string{
	waiting:      "ms waiting for transaction",
	requestDelay: "ms request delay",
	running:      "ms running transaction",
	locked:       "ms transaction was being locked",
	flushing:     "ms flushing data (in ordered mode)",
	logging:      "ms logging transaction",
	committing:   "us average transaction commit time",
	blocks:       " blocks per transaction",
	logged:       " logged blocks per transaction",
	handles:      " handles per transaction",
}

// Value is the number, if the kernel has it.
func (i number) Value(r *pmda.Request) (libpcp.Atom, error) { return i.times(r, numbers) }

// total is the source of the product of an average and the number of transactions
// or requests.
type total number

// Value is the product.
func (i total) Value(r *pmda.Request) (libpcp.Atom, error) {
	if number(i) == requestDelay {
		return number(i).times(r, requested)
	}
	return number(i).times(r, count)
}

// times is the product of two numbers, or the first if the second is missing.
func (i number) times(r *pmda.Request, factor number) (libpcp.Atom, error) {
	j, ok := of(r).read(r).info[r.Inst]
	if !ok || !j.hasRequests && (i == requested || i == requestDelay) {
		return libpcp.Atom{}, pmda.NoValue
	}
	n := j.numbers[i]
	if factor < numbers {
		n *= j.numbers[factor]
	}
	if r.Metric.Type == libpcp.TypeU32 {
		return libpcp.Uint32Atom(uint32(n)), nil
	}
	return libpcp.Uint64Atom(n), nil
}

// journalCount is the source of the number of journals.
type journalCount struct{}

// Value counts the journals.
func (journalCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint32Atom(uint32(len(of(r).read(r).info))), nil
}

// parse reads a file. Lines that it does not know are skipped.
func parse(text []byte) (j journal, ok bool) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if !j.parseTotals(bytes.TrimSpace(first)) || !bytes.HasPrefix(rest, []byte("average:")) {
		return j, false
	}
	for line := range bytes.Lines(rest) {
		n, after, ok := leadingNumber(bytes.TrimSpace(line))
		for i := waiting; ok && i < numbers; i++ {
			if string(after) == averageLines[i] {
				j.numbers[i] = n
			}
		}
	}
	return j, true
}

// parseTotals reads the first line.
func (j *journal) parseTotals(line []byte) (ok bool) {
	head, tail, ok := bytes.Cut(line, []byte(", each up"))
	if !ok {
		return false
	}
	tail = bytes.TrimPrefix(bytes.TrimLeft(tail, " "), []byte("to "))
	j.numbers[maxBlocks], _, _ = leadingNumber(tail)
	j.numbers[count], head, ok = leadingNumber(head)
	if _, rest, many := bytes.Cut(head, []byte(" transactions (")); many {
		j.numbers[requested], _, j.hasRequests = leadingNumber(rest)
		return ok && j.hasRequests
	}
	return ok && string(head) == " transaction"
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
