// Completions writes the completion scripts for the tools, from the templates
// beside it. The scripts name the tools and talk to the shell; the tools
// themselves supply the completions (cmd/internal/complete), from their option
// tables.
//
//	make completions
package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed templates/*
var templates embed.FS

// scripts are the files, each with a template of its name.
var scripts = []string{"pcptools.bash", "_pcptools", "pcptools.fish", "pcptools.ps1"}

func main() {
	if err := write("completions", "cmd"); err != nil {
		fmt.Fprintln(os.Stderr, "completions:", err)
		os.Exit(1)
	}
}

// write writes the scripts for the tools below a directory into another one.
func write(dir, cmd string) error {
	tools, err := toolsIn(cmd)
	if err != nil {
		return err
	}
	for _, name := range scripts {
		text, err := script(name, tools)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// toolsIn lists the tools, by name.
func toolsIn(cmd string) ([]string, error) {
	mains, err := filepath.Glob(filepath.Join(cmd, "*", "main.go"))
	if err != nil || len(mains) == 0 {
		return nil, fmt.Errorf("no tools in %s (%v)", cmd, err)
	}
	var tools []string
	for _, file := range mains {
		tools = append(tools, filepath.Base(filepath.Dir(file)))
	}
	return tools, nil
}

// script makes one script.
func script(name string, tools []string) ([]byte, error) {
	t, err := template.New(name).
		Funcs(template.FuncMap{"join": strings.Join}).
		ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		Tools     []string
		Generated string
	}{tools, "Made by \"make completions\" from completions/templates."})
	return b.Bytes(), err
}
