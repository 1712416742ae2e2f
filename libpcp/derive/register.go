package derive

import (
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// Register defines a metric (pmRegisterDerived(3)). The error is a
// *[SyntaxError].
func (d *Definitions) Register(name, expression string) error {
	d.lock()
	defer d.mu.Unlock()
	d.loadFirst()
	return d.register(name, expression)
}

// SetLimit bounds how many metrics may be defined, besides the two that always
// exist; a negative number stands for no limit, which is how it begins
// (pmSetDerivedControl(3), PCP_DERIVED_GLOBAL_LIMIT).
func (d *Definitions) SetLimit(n int) {
	d.lock()
	defer d.mu.Unlock()
	d.limited, d.limit = n >= 0, n
}

// Name returns the name of the metric with an identifier, if any (pmNameID(3)).
func (d *Definitions) Name(id libpcp.PMID) (name string, ok bool) {
	if n := d.byID(id); n >= 0 && id&ownBit == 0 {
		return d.from(n)[0].name, true
	}
	return "", false
}

// AppendReport appends the message of pmRegisterDerivedMetric(3) about the
// error: the expression with a caret below the position, and the reason.
func (e *SyntaxError) AppendReport(dst []byte, name, expression string) []byte {
	dst = append(dst, "Error: pmRegisterDerivedMetric(\""+name+"\", ...)\n"...)
	return appendPosition(dst, expression, e.Pos, e.Message)
}

// appendPosition appends an expression, a caret below a position in it, and the
// problem there. An empty expression ends before its start, which as the
// width of a column in C counts like the place after it.
func appendPosition(dst []byte, expression string, pos int, problem string) []byte {
	dst = append(append(dst, expression...), '\n')
	dst = append(dst, strings.Repeat(" ", max(pos, -pos))+"^\n"...)
	if problem != "" {
		dst = append(append(dst, problem...), '\n')
	}
	return dst
}

func (d *Definitions) register(name, expression string) error {
	d.trace().registering(name, expression)
	if _, dup := d.position[name]; dup {
		return &SyntaxError{Message: "Duplicate global derived metric name"}
	}
	if d.limited && len(d.position)-predefined >= d.limit {
		return &SyntaxError{Message: "Too many global derived metrics"}
	}
	if len(d.list) == itemsPerCluster*clusters {
		return &SyntaxError{Message: "global PMID space exhausted"}
	}
	expr, err := parse(expression, &d.rules.language, d.trace())
	if err != nil {
		return err
	}
	def := &definition{name: name, expr: expr}
	d.add(def)
	d.trace().registered(len(d.list)-1, def, expression)
	return nil
}

// parse parses an expression that is not registered.
func (d *Definitions) parse(expression string) (*node, error) {
	d.lock()
	defer d.mu.Unlock()
	return parse(expression, &d.rules.language, d.trace())
}

// validName reports whether a name is made of components that each begin with a
// letter. As in libpcp (C), the last one may be empty.
func validName(name string) bool {
	for {
		component, rest, more := strings.Cut(name, ".")
		for i := 0; i < len(component); i++ {
			c := component[i]
			if !cnum.IsLetter(c) && (i == 0 || !cnum.IsDigit(c) && c != '_') {
				return false
			}
		}
		if !more || rest == "" && component != "" {
			return component != ""
		}
		if component == "" {
			return false
		}
		name = rest
	}
}

// attributeError is why an attribute cannot be set.
type attributeError string

// setText gives a metric help text, once.
func (d *Definitions) setText(name, attribute, value string) attributeError {
	d.trace().ofParsing().printf("setattr: name=\"%s\" attr=\"%s\" value=\"%s\"\n", name, attribute, value)
	n, ok := d.position[name]
	if !ok {
		return attributeError("cannot set attribute, derived metric (" + name + ") not defined")
	}
	var text **string
	switch def := d.list[n]; attribute {
	case "oneline":
		text = &def.oneline
	case "helptext":
		text = &def.help
	default:
		return attributeError("attribute (" + attribute + ") is unknown for metric (" + name + ")")
	}
	if *text != nil {
		return attributeError("duplicate value for attribute (" + attribute + ") of metric (" + name + ")")
	}
	*text = &value
	return ""
}

// text is the help text of a metric; a one-line text serves for missing help.
func (d *Definitions) text(def *definition, kind libpcp.TextKind) (string, error) {
	d.lock()
	defer d.mu.Unlock()
	text := def.oneline
	if kind&libpcp.TextHelp != 0 && def.help != nil {
		text = def.help
	}
	if text == nil {
		return "", libpcp.ErrText
	}
	return *text, nil
}

// Unregister removes a metric, from sources in use too
// (pmUnregisterDerived(3)). Its name can be registered again, as another
// metric. Metrics whose expressions use it have no values any more. The error
// is [libpcp.ErrName] if no metric has the name.
func (d *Definitions) Unregister(name string) error {
	d.lock()
	defer d.mu.Unlock()
	if d.find(name) < predefined {
		return libpcp.ErrName
	}
	delete(d.position, name)
	return nil
}

// AddText gives a metric a help text (pmAddDerivedText(3)): of kind
// [libpcp.TextOneLine] or [libpcp.TextHelp], each once. The error is
// [libpcp.ErrName] if no metric has the name, [libpcp.ErrText] if it has the
// text already, and [libpcp.ErrArg] for another kind.
func (d *Definitions) AddText(name string, kind libpcp.TextKind, text string) error {
	d.lock()
	defer d.mu.Unlock()
	if d.find(name) < 0 {
		return libpcp.ErrName
	}
	attribute := map[libpcp.TextKind]string{libpcp.TextOneLine: "oneline", libpcp.TextHelp: "helptext"}[kind]
	if attribute == "" {
		return libpcp.ErrArg
	}
	if d.setText(name, attribute, text) != "" {
		return libpcp.ErrText
	}
	return nil
}
