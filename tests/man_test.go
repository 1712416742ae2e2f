package tests

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pcptools/internal/need"
	"pcptools/schema"
)

const manFolder = "../man"

// manPages returns the texts of the manual pages, by file name. What options
// they have is checked beside the tools.
func manPages(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(manFolder, "*.[0-9]"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no manual pages (%v)", err)
	}
	pages := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = string(text)
	}
	return pages
}

func mandoc(t testing.TB, words ...string) string {
	t.Helper()
	need.Program(t, "mandoc")
	cmd := exec.Command("mandoc", words...)
	cmd.Dir = manFolder
	// It exits with a status for what it has to say.
	out, _ := cmd.Output()
	return string(out)
}

// TestManLint has mandoc look at the source of the pages, its style included.
// That a page is not installed is not the fault of those that refer to it.
func TestManLint(t *testing.T) {
	for page := range manPages(t) {
		for line := range strings.Lines(mandoc(t, "-Tlint", "-Wstyle", page)) {
			if !strings.Contains(line, "referenced manual not found: Xr ") {
				t.Error(line)
			}
		}
	}
}

// TestManWidth checks that pages fit a terminal of 80 columns, examples and all.
func TestManWidth(t *testing.T) {
	for page := range manPages(t) {
		text := mandoc(t, "-Tutf8", "-Owidth=78", page)
		if !strings.Contains(text, "SEE ALSO") && !strings.Contains(text, "S\bSE\bEE\bE") {
			t.Errorf("%s:\n%.500s", page, text)
		}
		text = regexp.MustCompile(".\b").ReplaceAllString(text, "")
		for line := range strings.Lines(text) {
			if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > 80 {
				t.Errorf("%s is %d columns wide: %s", page, width, line)
			}
		}
	}
}

// TestManSections checks that every page has the parts that one looks for
// there, and a date that is not the one of today.
func TestManSections(t *testing.T) {
	wanted := []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES",
		"EXIT STATUS", "EXAMPLES", "DIFFERENCES", "SEE ALSO"}
	date := regexp.MustCompile(`^\.Dd [A-Z][a-z]+ [0-9]{1,2}, 20[0-9]{2}\n\.Dt `)
	tools, err := filepath.Glob("../cmd/*/main.go")
	if err != nil || len(tools) == 0 {
		t.Fatalf("no tools (%v)", err)
	}
	pages := manPages(t)
	for name, page := range pages {
		if !date.MatchString(page) {
			t.Errorf("%s begins with\n%.60s", name, page)
		}
	}
	for _, tool := range tools {
		page := filepath.Base(filepath.Dir(tool)) + ".1"
		for _, section := range wanted {
			if !strings.Contains(pages[page], "\n.Sh "+section+"\n") {
				t.Errorf("%s has no section %s", page, section)
			}
		}
	}
}

// TestManReferences checks that the pages that are referred to are there: ours,
// but for a few of the C library and of PCP.
func TestManReferences(t *testing.T) {
	elsewhere := map[string]bool{"ctime.3": true, "getent.1": true, "strtod.3": true, "pmproxy.1": true, "pmseries.1": true, "pmrep.1": true, "pmrep.conf.5": true}
	pages := manPages(t)
	reference := regexp.MustCompile(`(?m)^\..*\bXr ([a-z-]+) ([0-9])`)
	for name, page := range pages {
		for _, m := range reference.FindAllStringSubmatch(page, -1) {
			to := m[1] + "." + m[2]
			if pages[to] == "" && !elsewhere[to] {
				t.Errorf("%s refers to %s", name, to)
			}
			if to == name {
				t.Errorf("%s refers to itself", name)
			}
		}
	}
}

// TestManSchema checks that the page about formats has every name of the
// schema: kinds of records, members, and the name of the schema itself.
func TestManSchema(t *testing.T) {
	page := manPages(t)["pcptools-formats.5"]
	var doc any
	if err := json.Unmarshal(schema.Report, &doc); err != nil {
		t.Fatal(err)
	}
	names := schemaNames(doc, nil)
	if len(names) < 60 {
		t.Fatalf("only %d names in the schema: %q", len(names), names)
	}
	words := make(map[string]bool)
	for word := range strings.FieldsSeq(page) {
		words[word] = true
	}
	for _, name := range names {
		if !words[name] {
			t.Errorf("pcptools-formats.5 lacks %s", name)
		}
	}
}

// schemaNames appends the names of properties and constants in a part of a
// schema.
func schemaNames(part any, names []string) []string {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			names = schemaNames(p, names)
		}
	case map[string]any:
		if properties, ok := part["properties"].(map[string]any); ok {
			names = slices.AppendSeq(names, maps.Keys(properties))
		}
		if text, ok := part["const"].(string); ok {
			names = append(names, text)
		}
		for _, p := range part {
			names = schemaNames(p, names)
		}
	}
	return names
}
