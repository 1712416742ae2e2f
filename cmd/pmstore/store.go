package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// store is the storing of one value in the instances of a metric.
type store struct {
	c          *libpcp.Context
	env        *tool.Env
	source     *options.Source
	name, text string // as typed
	desc       libpcp.Desc
	insts      []int32 // named with -i
	names      map[int32]string
	fetched    time.Time // the values before
	strict     *tool.Strict
	rules      format.ValueRules
	layout     format.Layout
	remote     bool          // the source is a pmcd
	record     *report.Store // in place of the classic report, or nil
}

// run does the work in the order of PCP's pmstore. It reports failures on
// standard output, except errors of the type or the value.
func (s *store) run(ctx context.Context, p *pmstore) error {
	if err := s.describe(ctx); err != nil {
		return err
	}
	if err := s.restrict(ctx, p.insts); err != nil {
		return err
	}
	old, err := s.fetch(ctx, "pre")
	if err != nil {
		return err
	}
	if old.Err != nil {
		return s.failure("", old.Err, s.name+": Error: "+s.env.ErrorText(old.Err)+"\n")
	}
	stored, err := s.newValues(old, p.force)
	if err != nil {
		return err
	}
	if err := s.store(ctx, stored); err != nil {
		return err
	}
	if p.confirm {
		if stored, err = s.fetch(ctx, "post"); err != nil {
			return err
		}
	}
	s.strict.Value()
	if s.record == nil {
		s.report(ctx, old, stored)
		return nil
	}
	s.record.Old = s.values(ctx, old)
	s.record.New = s.values(ctx, stored)
	return nil
}

// fail reports a failure on standard output.
func (s *store) fail(what string, err error) error {
	return s.failure(what, err, s.name+": "+what+": "+s.env.ErrorText(err)+"\n")
}

// failure reports a failure, in the words of the classic report or else in
// the record.
func (s *store) failure(call string, err error, words string) error {
	if s.record != nil {
		s.record.Metric.Err = &report.Failure{Call: call, Err: err}
	} else {
		s.env.Stdout.WriteString(words)
	}
	return tool.Exit(1)
}

// describe looks up the metric, and refuses types that have no values to type.
func (s *store) describe(ctx context.Context) error {
	ids, err := s.c.Lookup(ctx, s.name)
	if err != nil {
		defer hint.Name(ctx, s.env, s.source, s.c, s.name, err)
		return s.fail("pmLookupName", err)
	}
	if s.desc, err = s.c.Desc(ctx, ids[0]); err != nil {
		defer hint.Agents(s.env, s.source, err)
		return s.fail("pmLookupDesc", err)
	}
	switch t := s.desc.Type; {
	case t == libpcp.TypeAggregate || t == libpcp.TypeAggregateStatic:
		return errors.New("Cannot modify values for PM_TYPE_AGGREGATE metrics")
	case t.Event():
		return errors.New("Cannot modify values for event type metrics")
	}
	return nil
}

// restrict limits fetches to the instances named, if any are.
func (s *store) restrict(ctx context.Context, names []string) error {
	for _, name := range names {
		inst, err := s.c.InstanceID(ctx, s.desc.InDom, name)
		if err != nil {
			return s.failure("pmLookupInDom", err,
				fmt.Sprintf("pmLookupInDom %s[%s]: %s\n", s.name, name, s.env.ErrorText(err)))
		}
		s.insts = append(s.insts, inst)
	}
	if len(s.insts) == 0 {
		return nil
	}
	profile := s.c.Profile()
	profile.Del(s.desc.InDom)
	return profile.Add(s.desc.InDom, s.insts...)
}

func (s *store) fetch(ctx context.Context, when string) (libpcp.ValueSet, error) {
	r, err := s.c.Fetch(ctx, []libpcp.PMID{s.desc.PMID})
	if err != nil {
		return libpcp.ValueSet{}, s.failure("pmFetch", err, s.name+": "+when+" pmFetch: "+s.env.ErrorText(err)+"\n")
	}
	s.fetched = r.Time
	return r.Sets[0], nil
}

// store stores values.
func (s *store) store(ctx context.Context, set libpcp.ValueSet) error {
	err := s.c.Store(ctx, &libpcp.Result{Time: s.fetched.Truncate(time.Microsecond), Sets: []libpcp.ValueSet{set}})
	if err != nil {
		return s.refused(err)
	}
	return nil
}

// refused reports that values could not be stored.
func (s *store) refused(err error) error {
	return s.failure("pmStore", err, s.name+`: new value="`+s.text+`" pmStore: `+s.env.ErrorText(err)+"\n")
}

// maxStored is more values than a request to a pmcd has room for.
const maxStored = 8192

// newValues is the typed value, for each instance that has a value or, with
// force, for each selected instance.
func (s *store) newValues(old libpcp.ValueSet, force bool) (libpcp.ValueSet, error) {
	set := libpcp.ValueSet{PMID: s.desc.PMID}
	atom, err := s.rules.Parse(s.text, s.desc.Type)
	if err != nil {
		fmt.Fprintln(s.env.Stderr, err)
		return set, tool.Exit(1)
	}
	if len(old.Values) == 0 {
		if !force {
			s.strict.None()
			return set, s.failure("", libpcp.ErrValue, s.name+": No value(s) available!\n")
		}
		for _, inst := range s.missing() {
			old.Values = append(old.Values, libpcp.Value{Inst: inst})
		}
	}
	if s.remote && len(old.Values) > maxStored {
		return set, s.refused(libpcp.ErrIPC)
	}
	set.Values = make([]libpcp.Value, len(old.Values))
	for i, v := range old.Values {
		if set.Values[i], set.Format, err = libpcp.NewValue(v.Inst, atom); err != nil {
			return set, err
		}
	}
	return set, nil
}

// missing lists the instances to store in if the metric has no values. PCP's tool
// takes a number at random for a metric with instances; here -i must name them.
func (s *store) missing() []int32 {
	if len(s.insts) > 0 {
		return s.insts
	}
	return []int32{libpcp.NullInst}
}

// report prints a line for each value of stored, paired with the old ones by
// position.
func (s *store) report(ctx context.Context, old, stored libpcp.ValueSet) {
	var line []byte
	for i, v := range stored.Values {
		line = append(line[:0], s.name...)
		if s.desc.InDom != libpcp.NullInDom {
			line = s.appendInstance(ctx, line, v.Inst)
		}
		line = append(line, " old value="...)
		if i < len(old.Values) {
			line = s.layout.AppendValue(line, old.Format, old.Values[i], s.desc.Type)
		} else {
			line = append(line, `"(none)"`...)
		}
		line = append(line, " new value="...)
		line = s.layout.AppendValue(line, stored.Format, v, s.desc.Type)
		s.env.Stdout.Write(append(line, '\n'))
	}
}

func (s *store) appendInstance(ctx context.Context, dst []byte, inst int32) []byte {
	dst = fmt.Appendf(dst, " inst [%d", inst)
	if name, ok := s.nameOf(ctx, inst); ok {
		dst = append(dst, ` or "`...)
		dst = append(append(dst, name...), '"')
	}
	return append(dst, ']')
}

// nameOf returns the source's name of an instance, if it has one.
func (s *store) nameOf(ctx context.Context, inst int32) (string, bool) {
	if inst == libpcp.NullInst {
		return "", false
	}
	if s.names == nil {
		s.names = make(map[int32]string)
		all, _ := s.c.Instances(ctx, s.desc.InDom)
		for _, i := range all {
			s.names[i.ID] = i.Name
		}
	}
	if name, ok := s.names[inst]; ok {
		return name, true
	}
	name, err := s.c.InstanceName(ctx, s.desc.InDom, inst)
	return name, err == nil
}
