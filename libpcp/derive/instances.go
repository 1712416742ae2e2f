package derive

import (
	"context"
	"regexp"
	"strings"
	"time"

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
		inst, err := e.src.inner.InstanceID(e.ctx, t.left.desc.InDom, t.text)
		if err != nil {
			e.steps.missing(t, err)
			return series{}
		}
		o.found, o.inst = true, inst
	}
	for _, v := range operand.values {
		if v.inst == o.inst {
			return one(v)
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
	e.steps.reviewed(o, o.review())
	var out []value
	for _, v := range operand.values {
		m := o.matched[v.inst]
		if m == nil {
			name, err := e.instanceName(t.desc.InDom, v.inst)
			if err != nil {
				e.steps.nameless(t, v.inst, err)
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

// historian is what an archive can do: it names instances as of any time.
type historian interface {
	InstanceNameAt(ctx context.Context, d libpcp.InDom, inst int32, at time.Time) (string, error)
}

// instanceName names an instance as of the time of the values, which in an
// archive may no longer be the current time. Of a live source it asks for the
// whole domain, once per evaluation.
func (e *evaluation) instanceName(d libpcp.InDom, inst int32) (string, error) {
	if d == libpcp.NullInDom {
		return "", libpcp.ErrInDom
	}
	if e.src.history != nil {
		return e.src.history.InstanceNameAt(e.ctx, d, inst, e.time)
	}
	if !e.src.remote {
		return e.src.inner.InstanceName(e.ctx, d, inst)
	}
	names, asked := e.names[d]
	if !asked {
		instances, _ := e.src.inner.Instances(e.ctx, d)
		names = make(map[int32]string, len(instances))
		for _, i := range instances {
			names[i.ID] = i.Name
		}
		if e.names == nil {
			e.names = make(map[libpcp.InDom]map[int32]string)
		}
		e.names[d] = names
	}
	name, ok := names[inst]
	if !ok {
		return "", libpcp.ErrInst
	}
	return name, nil
}

// matcher is the filter of a matchinst.
type matcher struct {
	re     *regexp.Regexp
	except bool // instances that do not match
}

func newMatcher(expression string, except bool) (*matcher, error) {
	re, err := compileERE(expression)
	if err != nil {
		return nil, err
	}
	return &matcher{re, except}, nil
}

func (m *matcher) matches(name string) bool {
	return m.re.MatchString(latin1(name)) != m.except
}
