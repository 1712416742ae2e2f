package complete

import (
	"context"
	"regexp"
	"strings"

	"pcptools/libpcp"
)

// opener is a tool's source, as its options have it (options.Source).
type opener interface {
	Open(context.Context) (*libpcp.Context, error)
	NamesOnly() *libpcp.Context
}

// open opens the source of the command line; or its name-space file alone, if
// that is all it names.
func (c *completer) open(ctx context.Context) (*libpcp.Context, error) {
	o, ok := c.spec.Source.(opener)
	if !ok {
		return nil, libpcp.ErrNYI
	}
	if names := o.NamesOnly(); names != nil {
		return names, nil
	}
	return o.Open(ctx)
}

// names are the names one level below the node that text is in.
func (c *completer) names(ctx context.Context, text string) []item {
	dot := strings.LastIndexByte(text, '.')
	parent := text[:max(dot, 0)]
	if parent != "" && !metricName(parent) {
		return nil
	}
	pc, err := c.open(ctx)
	if err != nil {
		return nil
	}
	defer pc.Close()
	children, err := pc.Children(ctx, parent)
	if err != nil {
		return nil
	}
	return nodes(text[:dot+1], children)
}

// nodes are the items for names below a prefix. A node that is no leaf stays
// open, with a dot.
func nodes(prefix string, children []libpcp.Child) []item {
	var items []item
	for _, child := range children {
		if !metricName(child.Name) || strings.Contains(child.Name, ".") {
			continue
		}
		i := item{text: prefix + child.Name}
		if !child.Leaf {
			i.text, i.open = i.text+".", true
		}
		items = append(items, i)
	}
	return items
}

// names are made as PMNS(5) says.
var names = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$`)

func metricName(name string) bool { return names.MatchString(name) }

// instances are the instances of the metrics on the line.
func (c *completer) instances(ctx context.Context) []item {
	const most = 8
	var metrics []string
	for _, o := range c.u.Operands {
		if metricName(o) && len(metrics) < most {
			metrics = append(metrics, o)
		}
	}
	if len(metrics) == 0 {
		return nil
	}
	pc, err := c.open(ctx)
	if err != nil {
		return nil
	}
	defer pc.Close()
	return instanceItems(instanceNames(ctx, pc, metrics))
}

// instanceNames asks for the instances of metrics, as far as they have any.
func instanceNames(ctx context.Context, pc *libpcp.Context, metrics []string) []string {
	var names []string
	ids, _ := pc.Lookup(ctx, metrics...)
	asked := make(map[libpcp.InDom]bool)
	for _, reply := range pc.Descs(ctx, ids) {
		d := reply.Desc.InDom
		if reply.Err != nil || d == libpcp.NullInDom || asked[d] {
			continue
		}
		asked[d] = true
		for _, inst := range allInstances(ctx, pc, d) {
			names = append(names, inst.Name)
		}
	}
	return names
}

// allInstances are all instances of a domain, in an archive those of all times.
func allInstances(ctx context.Context, pc *libpcp.Context, d libpcp.InDom) []libpcp.Instance {
	if archive, err := pc.Recording(); err == nil {
		all, _ := archive.AllInstances(ctx, d)
		return all
	}
	all, _ := pc.Instances(ctx, d)
	return all
}

// instanceItems are names for -i, where spaces and commas separate names: the
// first word of a name suffices if no other name begins with it.
func instanceItems(names []string) []item {
	short := func(name string) string {
		s, _, _ := strings.Cut(name, " ")
		return s
	}
	count := make(map[string]int)
	for _, name := range names {
		count[short(name)]++
	}
	var items []item
	for _, name := range names {
		s := short(name)
		if s == "" || count[s] > 1 || strings.Contains(s, ",") {
			continue
		}
		i := item{text: s}
		if s != name {
			i.note = name
		}
		items = append(items, i)
	}
	return items
}
