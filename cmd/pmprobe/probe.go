package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"pcptools/cmd/internal/ask"
	"pcptools/cmd/internal/index"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// details are the options of probing.
type details struct {
	values    bool // -v
	numbers   bool // -i
	externals bool // -I
	force     bool // -f: all instances of the domain, whether or not they have values
	faster    bool // -F: arguments are names of metrics
	batch     int
}

// instances reports whether lines show the instances.
func (d details) instances() bool { return d.numbers || d.externals }

// described reports whether lines need descriptors.
func (d details) described() bool { return d.values || d.instances() }

// domainOnly reports whether all instances of the domain are reported, so that
// nothing is fetched.
func (d details) domainOnly() bool { return d.force && d.instances() && !d.values }

// A prober writes a line about the availability of each metric.
type prober struct {
	details
	out    *tool.Output
	c      *libpcp.Context
	texts  libpcp.ErrorTexts
	layout format.Layout

	// rewind returns an archive to the start of the reported time, which
	// every fetch begins at; it is nil for a live source.
	rewind func() error
	seeker *libpcp.Recording // the archive, or nil

	// inTurn disables asking ahead, since -D and -V show the requests.
	inTurn bool
	last   ask.Answers // about the instances of one domain, with inTurn

	strict   *tool.Strict
	operands []string
	progress *tool.Progress

	noAgent error // ErrNoAgent, once that has been reported

	// hint advises a user at a terminal on a name that is not known.
	hint func(name string, err error)

	line []byte // under construction
}

// probe reports all metrics selected by the arguments.
func (p *prober) probe(ctx context.Context, args []string) {
	p.batch, p.operands = max(p.batch, 1), args
	p.progress.Begin("asking about metrics", 0)
	p.groups(ctx, p.split(p.identify(ctx, p.selectNames(ctx, args))))
}

// group reports the metrics of a group. It returns the error of the output.
func (p *prober) group(ctx context.Context, g *group) error {
	p.progress.Step(len(g.metrics))
	if g.fetch.Err != nil {
		p.failure(g.metrics[0].name, g.fetch.Err, "pmFetch")
		return p.out.Err()
	}
	for i, m := range g.metrics {
		var desc libpcp.Desc
		if p.described() {
			reply := p.describe(ctx, g, i)
			if reply.Err != nil {
				p.failure(m.name, reply.Err, "pmLookupDesc")
				continue
			}
			desc = reply.Desc
		}
		var set libpcp.ValueSet
		if g.fetch.Result != nil {
			set = g.fetch.Result.Sets[i]
		}
		p.metric(ctx, g, m, desc, set)
	}
	return p.out.Err()
}

// metric reports one metric.
func (p *prober) metric(ctx context.Context, g *group, m metric, desc libpcp.Desc, set libpcp.ValueSet) {
	switch {
	case p.domainOnly():
		p.wholeDomain(ctx, g, m, desc.InDom)
	case set.Err != nil:
		p.strict.None()
		p.emit(p.appendFailure(p.line[:0], m.name, set.Err, ""))
	default:
		if len(set.Values) > 0 || !p.strict.On() || !p.unbound(ctx, m) {
			p.strict.Note(len(set.Values), false)
		}
		p.available(ctx, g, m, desc, set)
	}
}

// wholeDomain reports all instances of a metric's domain.
func (p *prober) wholeDomain(ctx context.Context, g *group, m metric, d libpcp.InDom) {
	if d == libpcp.NullInDom {
		p.strict.Value()
		p.emit(p.appendSingular(append(p.line[:0], m.name+" 1"...)))
		return
	}
	insts, err := p.domain(ctx, g, d)
	if err != nil {
		p.failure(m.name, err, "pmGetInDom")
		return
	}
	p.strict.Note(len(insts), false)
	line := p.appendCount(m.name, len(insts))
	for _, inst := range insts {
		line = p.some(p.appendInstance(line, inst.ID, inst.Name, true))
	}
	p.emit(append(line, '\n'))
}

// available reports a metric that was fetched, and its values or instances.
func (p *prober) available(ctx context.Context, g *group, m metric, d libpcp.Desc, set libpcp.ValueSet) {
	line := p.appendCount(m.name, len(set.Values))
	switch {
	case p.values:
		for _, v := range set.Values {
			line = p.some(p.layout.AppendValue(append(line, ' '), set.Format, v, d.Type))
		}
	case p.instances() && len(set.Values) > 0:
		if d.InDom == libpcp.NullInDom {
			p.emit(p.appendSingular(line))
			return
		}
		insts, err := p.domain(ctx, g, d.InDom)
		if err != nil {
			line = fmt.Appendf(line, "%d %s (pmGetInDom)", int32(libpcp.Code(err)), p.errorText(err))
			break
		}
		line = p.appendInstances(line, insts, set)
	}
	p.emit(append(line, '\n'))
}

// appendInstances appends the instances of a value set.
func (p *prober) appendInstances(dst []byte, insts []libpcp.Instance, set libpcp.ValueSet) []byte {
	names := index.Instances(insts)
	for _, v := range set.Values {
		name := ""
		inst := names.First(v.Inst)
		if inst != nil {
			name = inst.Name
		}
		dst = p.some(p.appendInstance(dst, v.Inst, name, inst != nil))
	}
	return dst
}

// appendInstance appends the number and the name of an instance, as selected;
// an unknown name shows as the number again.
func (p *prober) appendInstance(dst []byte, inst int32, name string, known bool) []byte {
	if p.numbers {
		dst = strconv.AppendInt(append(dst, " ?"...), int64(inst), 10)
	}
	if !p.externals {
		return dst
	}
	if !known {
		return strconv.AppendInt(append(dst, " ?"...), int64(inst), 10)
	}
	dst = append(dst, ` "`...)
	dst = append(dst, name...)
	return append(dst, '"')
}

// appendSingular ends the line of a metric without instance domain.
func (p *prober) appendSingular(dst []byte) []byte {
	if p.numbers {
		dst = append(dst, " PM_IN_NULL"...)
	}
	if p.externals {
		dst = append(dst, " PM_IN_NULL"...)
	}
	return append(dst, '\n')
}

// appendCount begins the line of a metric with n values or instances.
func (p *prober) appendCount(name string, n int) []byte {
	line := append(p.line[:0], name...)
	return strconv.AppendInt(append(line, ' '), int64(n), 10)
}

// unbound reports whether a metric without values is a derived metric that
// cannot be bound, and that no operand names.
func (p *prober) unbound(ctx context.Context, m metric) bool {
	_, err := p.c.Desc(ctx, m.id)
	return p.passed(m.name, err)
}

// passed reports whether err is ignored: a derived metric cannot be bound, and
// no operand names it.
func (p *prober) passed(name string, err error) bool {
	return ask.Unbound(err) && !slices.Contains(p.operands, name)
}

// failure reports a request about a name that did not succeed.
func (p *prober) failure(name string, err error, call string) {
	if !p.passed(name, err) {
		p.strict.Failure()
	}
	p.emit(p.appendFailure(p.line[:0], name, err, call))
	if slices.Contains(p.operands, name) {
		p.hint(name, err)
	}
}

// appendFailure appends the line of a name with the code and text of err, and
// the PMAPI call that failed unless that is empty.
func (p *prober) appendFailure(dst []byte, name string, err error, call string) []byte {
	dst = fmt.Appendf(dst, "%s %d %s", name, int32(libpcp.Code(err)), p.errorText(err))
	if call != "" {
		dst = fmt.Appendf(dst, " (%s)", call)
	}
	return append(dst, '\n')
}

// errorText is the text of an error that is reported.
func (p *prober) errorText(err error) string {
	if libpcp.Code(err) == libpcp.ErrNoAgent {
		p.noAgent = err
	}
	return p.texts.Of(err)
}

// some writes the beginning of a long line, and returns the rest.
func (p *prober) some(line []byte) []byte {
	const long = 16 << 10
	if len(line) < long {
		return line
	}
	p.out.Write(line)
	return line[:0]
}

// emit writes a line, whose memory serves the next one.
func (p *prober) emit(line []byte) {
	p.out.Write(line)
	p.line = line[:0]
}
