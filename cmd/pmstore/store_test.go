package main

import (
	"bytes"
	"context"
	"testing"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// fake is a source of one metric, whose values can be stored.
type fake struct {
	desc   libpcp.Desc
	values libpcp.ValueSet
	fetch  error
	store  error
	post   error // of a fetch after a store
	listed int   // how often the instances
}

func (f *fake) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = []libpcp.LookupReply{{ID: f.desc.PMID}}
		case *libpcp.DescsQuery:
			q.Replies = []libpcp.DescReply{{Desc: f.desc}}
		case *libpcp.InstancesQuery:
			f.listed++
			q.Instances = []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: `t"wo`}}
		case *libpcp.InstanceNameQuery:
			q.Fail(libpcp.ErrInst)
		case *libpcp.InstanceIDQuery:
			if q.Inst = 1; q.Name != "one" {
				q.Fail(libpcp.ErrInst)
			}
		case *libpcp.FetchQuery:
			q.Result, q.Err = f.result(q.Profile), f.fetch
		case *libpcp.StoreQuery:
			if q.Err = f.store; f.store == nil {
				f.values, f.fetch = q.Result.Sets[0], f.post
			}
		default:
			q.Decline()
		}
	}
}

func (f *fake) result(p *libpcp.Profile) *libpcp.Result {
	set := f.values
	set.Values = nil
	for _, v := range f.values.Values {
		if f.desc.InDom == libpcp.NullInDom || p.Includes(f.desc.InDom, v.Inst) {
			set.Values = append(set.Values, v)
		}
	}
	return &libpcp.Result{Sets: []libpcp.ValueSet{set}}
}

func (f *fake) Close() error { return nil }

func TestStore(t *testing.T) {
	single := libpcp.ValueSet{Values: []libpcp.Value{{Inst: -1, Word: 7}}}
	several := libpcp.ValueSet{Values: []libpcp.Value{{Inst: 1, Word: 7}, {Inst: 2, Word: 8}, {Inst: 3, Word: 9}}}
	singular := libpcp.Desc{InDom: libpcp.NullInDom}
	plural := libpcp.Desc{InDom: 5}
	for _, test := range []struct {
		name   string
		source fake
		tool   pmstore
		value  string
		stdout string
		stderr string
		status int
	}{
		{name: "singular", source: fake{desc: singular, values: single}, value: "-0x10",
			stdout: "m old value=7 new value=-16\n"},
		{name: "instances", source: fake{desc: plural, values: several}, value: "1",
			stdout: "m inst [1 or \"one\"] old value=7 new value=1\n" +
				"m inst [2 or \"t\"wo\"] old value=8 new value=1\n" +
				"m inst [3] old value=9 new value=1\n"},
		{name: "named", source: fake{desc: plural, values: several}, tool: pmstore{insts: []string{"one"}}, value: "1",
			stdout: "m inst [1 or \"one\"] old value=7 new value=1\n"},
		{name: "unknown instance", source: fake{desc: plural, values: several}, tool: pmstore{insts: []string{"x"}}, value: "1",
			stdout: "pmLookupInDom m[x]: Unknown or illegal instance identifier\n", status: 1},
		{name: "instance of singular", source: fake{desc: singular, values: single}, tool: pmstore{insts: []string{"one"}}, value: "1",
			stdout: "pmLookupInDom m[one]: Unknown or illegal instance domain identifier\n", status: 1},
		{name: "no value", source: fake{desc: singular}, value: "1",
			stdout: "m: No value(s) available!\n", status: 1},
		{name: "bad value before no value", source: fake{desc: singular}, value: "1x",
			stderr: "The value \"1x\" is incompatible with the data type (PM_TYPE_32)\n", status: 1},
		{name: "forced", source: fake{desc: singular}, tool: pmstore{force: true}, value: "1",
			stdout: "m old value=\"(none)\" new value=1\n"},
		{name: "forced and confirmed", source: fake{desc: singular}, tool: pmstore{force: true, confirm: true}, value: "1",
			stdout: "m old value=\"(none)\" new value=1\n"},
		{name: "error as value", source: fake{desc: singular, values: libpcp.ValueSet{Err: libpcp.ErrAppVersion}}, value: "1",
			stdout: "m: Error: Metric not supported by this version of monitored application\n", status: 1},
		{name: "fetch", source: fake{desc: singular, fetch: libpcp.ErrIPC}, value: "1",
			stdout: "m: pre pmFetch: IPC protocol failure\n", status: 1},
		{name: "fetch to confirm", source: fake{desc: singular, values: single, post: libpcp.ErrIPC}, tool: pmstore{confirm: true}, value: "1",
			stdout: "m: post pmFetch: IPC protocol failure\n", status: 1},
		{name: "forced by name", source: fake{desc: plural}, tool: pmstore{force: true, insts: []string{"one"}}, value: "1",
			stdout: "m inst [1 or \"one\"] old value=\"(none)\" new value=1\n"},
		{name: "forced without a name", source: fake{desc: plural}, tool: pmstore{force: true}, value: "1",
			stdout: "m inst [-1] old value=\"(none)\" new value=1\n"},
		{name: "refused", source: fake{desc: singular, values: single, store: libpcp.ErrPermission}, value: " 2",
			stdout: "m: new value=\" 2\" pmStore: No permission to perform requested operation\n", status: 1},
		{name: "aggregate", source: fake{desc: libpcp.Desc{Type: libpcp.TypeAggregate}}, value: "2",
			stderr: "pmstore: Cannot modify values for PM_TYPE_AGGREGATE metrics\n", status: 1},
		{name: "event", source: fake{desc: libpcp.Desc{Type: libpcp.TypeHighResEvent}}, value: "2",
			stderr: "pmstore: Cannot modify values for event type metrics\n", status: 1},
	} {
		var stdout, stderr bytes.Buffer
		env := &tool.Env{Name: "pmstore", Stdout: tool.NewOutput(&stdout, false), Stderr: &stderr}
		s := store{c: libpcp.NewContext(&test.source), env: env, name: "m", text: test.value, strict: new(tool.Strict)}
		status := tool.Report(env, s.run(t.Context(), &test.tool))
		env.Stdout.Flush()
		if stdout.String() != test.stdout || stderr.String() != test.stderr || status != test.status {
			t.Errorf("%s: got status %d\n%s%swant status %d\n%s%s", test.name,
				status, &stdout, &stderr, test.status, test.stdout, test.stderr)
		}
		if test.source.listed > 1 {
			t.Errorf("%s: instances listed %d times", test.name, test.source.listed)
		}
	}
}

// TestTooMany refuses more values than a pmcd takes, for a pmcd only.
func TestTooMany(t *testing.T) {
	for n, ok := range map[int]bool{maxStored: true, maxStored + 1: false} {
		for _, remote := range []bool{true, false} {
			f := fake{desc: libpcp.Desc{InDom: 5}, values: libpcp.ValueSet{Values: make([]libpcp.Value, n)}}
			for i := range f.values.Values {
				f.values.Values[i].Inst = 1
			}
			var stdout, stderr bytes.Buffer
			env := &tool.Env{Name: "pmstore", Stdout: tool.NewOutput(&stdout, false), Stderr: &stderr}
			s := store{c: libpcp.NewContext(&f), env: env, name: "m", text: "3", remote: remote, strict: new(tool.Strict)}
			status := tool.Report(env, s.run(t.Context(), new(pmstore)))
			env.Stdout.Flush()
			refused := stdout.String() == "m: new value=\"3\" pmStore: IPC protocol failure\n" && status == 1 && f.values.Values[0].Word != 3
			if refused != (remote && !ok) || !refused && (status != 0 || f.values.Values[n-1].Word != 3) {
				t.Errorf("%d values, of a pmcd %t: status %d, %.80s", n, remote, status, &stdout)
			}
		}
	}
}

func TestAddInstances(t *testing.T) {
	var p pmstore
	p.addInstances("a,b c\t,,d\n")
	p.addInstances(",")
	p.addInstances("é")
	if got := len(p.insts); got != 5 || p.insts[4] != "é" {
		t.Errorf("got %q", p.insts)
	}
}
