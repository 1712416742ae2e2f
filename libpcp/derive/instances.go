package derive

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// instanceOp selects the values of a named instance, once that is found.
type instanceOp struct {
	found bool // inst is known
	inst  int32
}

func (*instanceOp) begin() operation { return new(instanceOp) }

func (*instanceOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	return ""
}

func (o *instanceOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok {
		return operand
	}
	if !o.found {
		q := libpcp.InstanceIDQuery{InDom: t.left.desc.InDom, Name: t.text}
		if e.inner.Ask(e.ctx, &q); q.Err != nil {
			e.steps.printf("eval_expr: expr node %p type=FILTERINST pmLookupInDom_ctx(...,%s,%s) failed: %s\n",
				t, t.left.desc.InDom, t.text, e.steps.failed(q.Err))
			return series{}
		}
		o.found, o.inst = true, q.Inst
	}
	for _, v := range operand.values {
		if v.inst == o.inst {
			return t.one(v.inst, v.atom)
		}
	}
	return series{}
}

// matched is whether an instance's name matches, and how often it was needed
// since the last review.
type matched struct {
	yes  bool
	uses int
}

// reviewRounds is how many evaluations lie between reviews, which forget
// instances seen in fewer than half of them.
const reviewRounds = 100

// matchOp selects the values of instances by their names.
type matchOp struct {
	matcher *matcher
	matched map[int32]*matched // by instance
	rounds  int
}

func (o *matchOp) begin() operation { return &matchOp{matcher: o.matcher} }

func (*matchOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	return ""
}

func (o *matchOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok {
		return operand
	}
	if o.matched == nil {
		o.matched = make(map[int32]*matched)
	}
	if scanned := o.review(); scanned > 0 {
		e.steps.printf("regex_inst_gc(%p) %d instances scanned, %d instances culled\n", &o.matched, scanned, scanned-len(o.matched))
	}
	out := t.room(len(operand.values))[:0]
	for _, v := range operand.values {
		m := o.matched[v.inst]
		if m == nil {
			name, err := e.instanceName(t.desc.InDom, v.inst)
			if err != nil {
				e.steps.printf("eval_expr: expr node %p type=FILTERINST pmNameInDom(%s, %d, ...) failed: %s\n",
					t, t.desc.InDom, v.inst, e.steps.failed(err))
			}
			name, _, _ = strings.Cut(name, " ")
			m = &matched{yes: err == nil && o.matcher.matches(name)}
			o.matched[v.inst] = m
		}
		if m.uses++; m.yes {
			out = append(out, v)
		}
	}
	return series{values: out}
}

// review reports how many instances were looked at if it was time for it.
func (o *matchOp) review() (scanned int) {
	if o.rounds++; o.rounds < reviewRounds {
		return 0
	}
	o.rounds, scanned = 0, len(o.matched)
	for inst, m := range o.matched {
		if m.uses < reviewRounds/2 {
			delete(o.matched, inst)
		}
		m.uses = 0
	}
	return scanned
}

// matcher is the filter of a matchinst.
type matcher struct {
	re     *regexp.Regexp
	except bool // instances that do not match
}

func newMatcher(expression string, except bool) (*matcher, error) {
	re, err := compilePattern(expression)
	if err != nil {
		return nil, err
	}
	return &matcher{re, except}, nil
}

func (m *matcher) matches(name string) bool {
	return m.re.MatchString(name) != m.except
}

func (*instanceOp) traceType() string { return "FILTERINST" }

func (*matchOp) traceType() string { return "FILTERINST" }

// instanceName names an instance as of the time of the values, which in an
// archive may no longer be the current time. It asks for the whole domain, once
// per evaluation.
func (e *evaluation) instanceName(d libpcp.InDom, inst int32) (string, error) {
	if d == libpcp.NullInDom {
		return "", libpcp.ErrInDom
	}
	names, asked := e.names[d]
	if !asked {
		names = e.askInstances(d)
		if e.names == nil {
			e.names = make(map[libpcp.InDom]instanceNames)
		}
		e.names[d] = names
	}
	name, ok := names.byID[inst]
	if !ok {
		return "", names.missing
	}
	return name, nil
}

func (e *evaluation) askInstances(d libpcp.InDom) instanceNames {
	var list []libpcp.Instance
	var missing error
	if e.archive {
		q := libpcp.InstancesAtQuery{InDom: d, At: e.time}
		e.inner.Ask(e.ctx, &q)
		list, missing = q.Instances, cmp.Or(q.Err, error(libpcp.ErrInstLog))
	} else {
		q := libpcp.InstancesQuery{InDom: d}
		e.inner.Ask(e.ctx, &q)
		list, missing = q.Instances, libpcp.ErrInst
	}
	names := instanceNames{make(map[int32]string, len(list)), missing}
	for _, i := range slices.Backward(list) { // the first of those with a number counts
		names.byID[i.ID] = i.Name
	}
	return names
}
