package complete

import (
	"context"
	"strings"

	"pcptools/libpcp/getopt"
)

// historian is a tool's source that may have the series of a pmproxy (options.Source).
type historian interface {
	SeriesWords() (getopt.SeriesWords, error)
}

// query completes the end of a query of time series (pmseries(1)): the name of a
// metric, or within braces a label or its value. The head is what stays of the
// text.
func (c *completer) query(ctx context.Context, text string) (head string, items []item) {
	open := strings.LastIndexByte(text, '{')
	if strings.LastIndexByte(text, '}') > open {
		return text, nil
	}
	if open < 0 {
		head, name := cutLast(text, "(", ")", "+", "-", "*", "/", ",", " ")
		return head, c.metricsOf(ctx, name)
	}
	head, condition := cutLast(text[open:], "{", "&&", "||", ",", " ")
	head = text[:open] + head
	label, _ := cutLast(condition, "==", "!=", "=~", "!~", ":")
	if label == "" {
		return head, c.labels(ctx)
	}
	return head + label, c.labelValues(ctx, strings.TrimRight(label, "=!~:"))
}

// whole is items with a head in front.
func whole(head string, items []item) []item {
	all := make([]item, len(items))
	for i, item := range items {
		all[i] = item
		all[i].text = head + item.text
	}
	return all
}

// cutLast cuts a text after the last of some separators.
func cutLast(text string, separators ...string) (before, after string) {
	at := 0
	for _, s := range separators {
		if i := strings.LastIndex(text, s); i >= 0 {
			at = max(at, i+len(s))
		}
	}
	return text[:at], text[at:]
}

// ask asks the engine, and makes items of its words.
func (c *completer) ask(words func(getopt.SeriesWords) ([]string, error), make func(string) item) []item {
	h, ok := c.spec.Source.(historian)
	if !ok {
		return nil
	}
	engine, err := h.SeriesWords()
	if err != nil {
		return nil
	}
	list, err := words(engine)
	if err != nil {
		return nil
	}
	var items []item
	for _, word := range list {
		items = append(items, make(word))
	}
	return items
}

// metricsOf are the names of the engine's metrics one level below the node that
// a name is in.
func (c *completer) metricsOf(ctx context.Context, name string) []item {
	level := strings.LastIndexByte(name, '.') + 1
	return c.ask(func(s getopt.SeriesWords) ([]string, error) {
		return s.AllNames(ctx, name[:level]+"*")
	}, func(found string) item {
		if len(found) < level {
			return item{}
		}
		node, _, more := strings.Cut(found[level:], ".")
		if more {
			node += "."
		}
		return item{text: found[:level] + node, open: more}
	})
}

// labels are the names of the engine's labels.
func (c *completer) labels(ctx context.Context) []item {
	return c.ask(func(s getopt.SeriesWords) ([]string, error) { return s.AllLabels(ctx, "") },
		func(name string) item { return item{text: name + "==", open: true} })
}

// labelValues are the values of a label, in quotes.
func (c *completer) labelValues(ctx context.Context, label string) []item {
	return c.ask(func(s getopt.SeriesWords) ([]string, error) { return s.LabelValues(ctx, label) },
		func(value string) item { return item{text: `"` + strings.Trim(value, `"`) + `"`, open: true} })
}
