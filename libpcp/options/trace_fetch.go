package options

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/format"
	"pcptools/libpcp/release"
)

// fetchTrace is a Source of which -D fetch shows the results.
type fetchTrace struct {
	libpcp.Source
	w      io.Writer
	names  *libpcp.Context // the same source, for the names in results
	zone   *time.Location  // of the times shown
	texts  libpcp.ErrorTexts
	host   bool      // the source is a pmcd
	learns bool      // the source reports changes
	pdus   *pduTrace // of the same connection, or nil
	older  bool      // the words are those of older releases
}

// traceFetches has the results of a source told if -D fetch asks for it.
func (s *Source) traceFetches(src libpcp.Source) libpcp.Source {
	if !s.Debugging("fetch") {
		return src
	}
	s.fetches = &fetchTrace{
		Source: src, w: s.inv.Stderr, names: libpcp.NewContext(src), zone: time.Local, texts: s.inv.ErrorTexts(),
		host: s.Kind == Host || s.Kind == Undecided, learns: s.Kind != Local, pdus: s.pdus,
		older: !s.inv.Release.Has(release.TraceWords),
	}
	return s.fetches
}

// Archive implements [libpcp.Archiver]: records that are read whole are not
// shown.
func (t *fetchTrace) Archive() (libpcp.Seeker, error) { return libpcp.Archive(t.Source) }

// Store implements [libpcp.Storer].
func (t *fetchTrace) Store(ctx context.Context, r *libpcp.Result) error {
	return libpcp.Store(ctx, t.Source, r)
}

// Reconnect implements [libpcp.Reconnector].
func (t *fetchTrace) Reconnect(ctx context.Context) error { return libpcp.Reconnect(ctx, t.Source) }

// Duplicate implements [libpcp.Duplicator].
func (t *fetchTrace) Duplicate(ctx context.Context) (libpcp.Source, error) {
	src, err := libpcp.Duplicate(ctx, t.Source)
	if err != nil {
		return nil, err
	}
	return &fetchTrace{Source: src, w: t.w, names: libpcp.NewContext(src), zone: t.zone, texts: t.texts, host: t.host, learns: t.learns, pdus: t.pdus, older: t.older}, nil
}

// AddDerived implements [derive.Adder].
func (t *fetchTrace) AddDerived(ctx context.Context, name, expression string) error {
	return derive.Add(ctx, t.Source, name, expression)
}

// Recycle implements [libpcp.Recycler].
func (t *fetchTrace) Recycle(r *libpcp.Result) { libpcp.Recycle(t.Source, r) }

// Fetch implements [libpcp.Source].
func (t *fetchTrace) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	r, err := t.Source.Fetch(ctx, ids, profile)
	t.tell(ctx, r, err)
	return r, err
}

// Batch implements [libpcp.Batcher].
func (t *fetchTrace) Batch(ctx context.Context, queries ...libpcp.Query) {
	libpcp.Ask(ctx, t.Source, queries...)
	for _, q := range queries {
		if f, ok := q.(*libpcp.FetchQuery); ok {
			t.tell(ctx, f.Result, f.Err)
		}
	}
}

// HostName implements [libpcp.Source]: a pmcd is asked with a fetch.
func (t *fetchTrace) HostName(ctx context.Context) string {
	if t.host {
		t.fetchNamed(ctx, "pmcd.hostname")
	}
	return t.Source.HostName(ctx)
}

// Timezone implements [libpcp.Source]: a pmcd is asked with a fetch.
func (t *fetchTrace) Timezone(ctx context.Context) (string, error) {
	if t.host {
		t.fetchNamed(ctx, "pmcd.timezone", "pmcd.zoneinfo")
	}
	return t.Source.Timezone(ctx)
}

func (t *fetchTrace) fetchNamed(ctx context.Context, names ...string) {
	q := libpcp.LookupQuery{Names: names, NoReason: true}
	libpcp.Ask(ctx, t.Source, &q)
	if q.Replies[0].Err == nil {
		t.Fetch(ctx, q.IDs(), nil)
	}
}

func (t *fetchTrace) tell(ctx context.Context, r *libpcp.Result, err error) {
	defer t.pdus.quiet()()
	text := []byte("pmFetch returns ...\n")
	if err != nil {
		text = fmt.Appendf(text, "Error: %s\n", t.texts.Of(err))
	} else {
		if t.learns { // in a local context libpcp (C) does not learn of changes
			text = appendChanges(text, r.Changes, t.older)
		}
		text = format.AppendResultDump(ctx, text, t.names, r, t.zone, t.texts)
	}
	t.w.Write(text)
}

// Unpacked has the records of an event array told if -D fetch asks for it.
func (s *Source) Unpacked(ctx context.Context, b libpcp.Block) {
	if f := s.fetches; f != nil {
		records, _ := libpcp.UnpackEvents(b)
		text := format.AppendRecordsDump(ctx, nil, f.names, records, b.Type, f.zone)
		if !f.older {
			text = bytes.ReplaceAll(text, []byte("\npmResult["), []byte("\npmResult_v2["))
			text = bytes.ReplaceAll(text, []byte("\npmHighResResult"), []byte("\npmResult"))
		}
		f.w.Write(text)
	}
}

// appendChanges says what has changed in pmcd, if anything. That its host has
// another name counts, but is not said.
func appendChanges(dst []byte, c libpcp.StateChange, older bool) []byte {
	if c == 0 {
		return dst
	}
	var agents, changes []string
	say := func(list *[]string, bit libpcp.StateChange, text string) {
		if c&bit != 0 {
			*list = append(*list, text)
		}
	}
	say(&agents, libpcp.AgentAdded, " added")
	say(&agents, libpcp.AgentRestarted, " restarted")
	say(&agents, libpcp.AgentDropped, " dropped")
	if len(agents) > 0 {
		changes = append(changes, "agent(s)"+strings.Join(agents, ""))
	}
	say(&changes, libpcp.LabelsChanged, "label change")
	say(&changes, libpcp.NamesChanged, "names change")
	what := "PMCD state"
	if older {
		what += " changes"
	}
	return fmt.Appendf(dst, "%s: %s\n", what, strings.Join(changes, ", "))
}
