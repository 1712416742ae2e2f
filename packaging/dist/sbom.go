package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// bom is a list of what the tools are made of, in the form of CycloneDX 1.5.
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

// licence is an expression of SPDX identifiers.
type licence struct {
	Expression string `json:"expression"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// sbom is the list for the tools below root: the tools with their checksums, the Go
// they were built with, and the modules in any of them with their licences.
func (r *release) sbom(root string, spdx map[string]string) ([]byte, error) {
	b := bom{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{
			Timestamp: r.date.Format(time.RFC3339),
			Component: component{Type: "application", Ref: "pcptools", Name: "pcptools", Version: r.version,
				Licences: []licence{{"Apache-2.0"}}},
		},
	}
	tools, err := filepath.Glob(filepath.Join(root, "bin", "*"))
	if err != nil {
		return nil, err
	}
	var modules []component
	seen := make(map[string]bool)
	for _, tool := range tools {
		c, info, err := describe(tool)
		if err != nil {
			return nil, err
		}
		b.Components = append(b.Components, c)
		for _, m := range append(info.Deps, goItself(info)) {
			c := module(m)
			if seen[c.Ref] {
				continue
			}
			seen[c.Ref] = true
			if spdx[m.Path] == "" {
				return nil, fmt.Errorf("no licence of %s", m.Path)
			}
			c.Licences = []licence{{spdx[m.Path]}}
			modules = append(modules, c)
		}
	}
	b.Components = append(b.Components, modules...)
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// describe reads one tool.
func describe(tool string) (c component, info *debug.BuildInfo, err error) {
	text, err := os.ReadFile(tool)
	if err != nil {
		return c, nil, err
	}
	sum := sha256.Sum256(text)
	name := filepath.Base(tool)
	c = component{Type: "file", Ref: "bin/" + name, Name: name,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}}
	info, err = buildinfo.ReadFile(tool)
	return c, info, err
}

// goItself is the standard library as a module.
func goItself(info *debug.BuildInfo) *debug.Module {
	return &debug.Module{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}
}

func module(m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
