// Package pmimport is the agent for tools that import other data into archives
// (pmimport(1)), of PCP 7 and later: the archive that each tool writes, and
// the identity of the machine for its label.
package pmimport

import (
	"context"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmda"
)

// New returns the agent.
func New() *pmda.Agent {
	return &pmda.Agent{
		Name:    "pmimport",
		Domain:  43,
		Root:    "pmimport",
		Metrics: metrics(),
		InDoms:  []*pmda.InDom{tools},
		State:   new(running),
	}
}

func metrics() []pmda.Metric {
	return []pmda.Metric{
		ofTool("archive", 0, "the archive that is being written"),
		ofTool("version", 1, "the version of the tool"),
		ofTool("args", 2, "what the tool imports"),
		ofMachine("hostname", 0, "the name of the machine", func() (string, error) { return os.Hostname() }),
		ofMachine("timezone", 1, "the time zone of the machine", func() (string, error) { return conf.Timezone(), nil }),
		ofMachine("zoneinfo", 2, "the time zone of the machine as a file", func() (string, error) { return conf.Zoneinfo(), nil }),
	}
}

func ofTool(name string, item uint16, help string) pmda.Metric {
	return pmda.Metric{
		Name: name, Item: item, Type: libpcp.TypeString, InDom: tools, Sem: libpcp.SemDiscrete, OneLine: help,
		Source: noted(name),
	}
}

func ofMachine(name string, item uint16, help string, get func() (string, error)) pmda.Metric {
	return pmda.Metric{
		Name: name, Cluster: 1, Item: item, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete, OneLine: help,
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			text, err := get()
			return libpcp.StringAtom(text), err
		},
	}
}
