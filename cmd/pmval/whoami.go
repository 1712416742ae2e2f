package main

import (
	"context"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmproxy"
)

// A whoami identifies the client to a pmcd: a host and a command line, the
// value of pmcd.client.whoami there.
type whoami struct {
	host    func() string
	command string
	lookup  libpcp.LookupQuery
}

// resolving is how long at most the first sample waits for the name and address
// of the host that asks.
const resolving = time.Second / 4

// identify prepares to identify the client to a pmcd, with the words of the
// command line; it is nil for other sources.
func (p *pmval) identify(s *options.Source, words []string) *whoami {
	if !s.OnHost() || pmproxy.IsAddress(s.Host) || len(words) == 0 {
		return nil
	}
	go p.ownHost() // until it is needed, work goes on
	return &whoami{host: p.ownHost, command: strings.Join(words, " ")}
}

// aboutMember is what of a command line one of many hosts gets to know: its
// name, and the metrics. The other hosts, and their passwords, are not for it.
func (q *request) aboutMember(words []string) (some []string) {
	some = slices.Clone(words[:min(1, len(words))])
	for _, m := range q.metrics {
		some = append(some, m.Metric)
	}
	return some
}

// find looks for the metric.
func (w *whoami) find() libpcp.Query {
	w.lookup = libpcp.LookupQuery{Names: []string{"pmcd.client.whoami"}, NoReason: true}
	return &w.lookup
}

// tell stores the value, if the metric was found.
func (w *whoami) tell() libpcp.Query {
	found := w.lookup.Replies[0]
	if found.Err != nil {
		return nil
	}
	text := libpcp.StringAtom(w.host() + " " + w.command)
	set, err := libpcp.NewValueSet(found.ID, libpcp.NullInst, text)
	if err != nil {
		return nil
	}
	set.Format = libpcp.PointerStatic // as libpcp (C) sends it
	return &libpcp.StoreQuery{Result: &libpcp.Result{Sets: []libpcp.ValueSet{set}}}
}

// ownHost is the name of this host and, where that is known, its address: "NAME
// (ADDRESS)", with the name that belongs to the address.
func ownHost(ctx context.Context) string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, resolving)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupIPAddr(ctx, name)
	if err != nil || len(addresses) == 0 {
		return name
	}
	address := addresses[0].String()
	if names, err := net.DefaultResolver.LookupAddr(ctx, address); err == nil && len(names) > 0 {
		name = strings.TrimSuffix(names[0], ".")
	}
	return name + " (" + address + ")"
}
