package pmda

import (
	"fmt"
	"strings"
)

// A nameNode is a component of a name, with its children. A leaf has the
// identifier of a metric, or leaves all names below to the agent.
type nameNode struct {
	name     string
	id       string
	children []*nameNode
}

// add adds a name, unless a node above it has an identifier.
func (n *nameNode) add(name, id string) (added bool) {
	for component := range strings.SplitSeq(name, ".") {
		if n.id != "" {
			return false
		}
		n = n.child(component)
	}
	if n.sub() || n.id != "" {
		return false
	}
	n.id = id
	return true
}

// child returns the child of a name, and creates a missing one.
func (n *nameNode) child(name string) *nameNode {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &nameNode{name: name}
	n.children = append(n.children, c)
	return c
}

// sub reports whether the node has names below it.
func (n *nameNode) sub() bool { return len(n.children) > 0 }

// section is the text that pmnsadd(1) adds to a namespace for one of the node's
// children, including a child that is a metric.
func (n *nameNode) section(top string) string {
	for _, c := range n.children {
		if c.name == top {
			if !c.sub() {
				return "root {\n    " + c.name + "\t" + c.id + "\n}\n"
			}
			return n.text(top, c)
		}
	}
	return ""
}

// text is the namespace (PMNS(5)) of a node and all nodes below it.
func (n *nameNode) text(path string, node *nameNode) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s {\n", path)
	for _, c := range node.children {
		if c.id == "" {
			fmt.Fprintf(&b, "    %s\n", c.name)
		} else {
			fmt.Fprintf(&b, "    %s\t%s\n", c.name, c.id)
		}
	}
	b.WriteString("}\n")
	if node == n {
		return b.String() // the rest is in files of its own
	}
	for _, c := range node.children {
		if c.sub() {
			b.WriteString("\n" + n.text(path+"."+c.name, c))
		}
	}
	return b.String()
}
