package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCounterparts checks that every Go name and every test in the table from C
// to Go exists, and that no C name has two rows.
func TestCounterparts(t *testing.T) {
	text, err := os.ReadFile("../docs/counterparts.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	packages := make(map[string]map[string]bool)
	rows, known := 0, make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], " C ") || strings.HasPrefix(cells[1], " ---") {
			continue
		}
		rows++
		for name := range strings.SplitSeq(cells[1], ",") {
			name = strings.TrimSpace(name)
			if known[name] {
				t.Errorf("%s has two rows", name)
			}
			known[name] = true
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			name, path, _ := strings.Cut(m[1], ".")
			if name == "time" {
				continue
			}
			if strings.Contains(name, "/") {
				if _, err := os.Stat("../" + name); err != nil {
					t.Error(err)
				}
				continue
			}
			if packages[name] == nil {
				packages[name] = exported(t, packageDir(name), false)
			}
			if !packages[name][path] {
				t.Errorf("%s: there is no %s", strings.TrimSpace(cells[1]), m[1])
			}
		}
		for _, tests := range strings.Split(cells[3], ";") {
			dir, _, _ := strings.Cut(strings.TrimSpace(tests), ":")
			for _, m := range quoted.FindAllStringSubmatch(tests, -1) {
				if packages[dir] == nil {
					packages[dir] = exported(t, filepath.Join("..", dir), true)
				}
				if !packages[dir][m[1]] {
					t.Errorf("%s: there is no %s in %s", strings.TrimSpace(cells[1]), m[1], dir)
				}
			}
		}
	}
	if rows < 80 {
		t.Errorf("only %d rows", rows)
	}
}

func packageDir(name string) string {
	if name == "libpcp" {
		return "../libpcp"
	}
	return filepath.Join("../libpcp", name)
}

// exported returns what the files of a package export: functions, types,
// Type.Method and Type.Field; or its tests.
func exported(t *testing.T, dir string, tests bool) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no package in %s (%v)", dir, err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") != tests {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			addNames(names, decl)
		}
	}
	return names
}

func addNames(names map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names[d.Name.Name] = true
			return
		}
		names[receiver(d.Recv.List[0].Type)+"."+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				addMembers(names, s)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names[name.Name] = true
				}
			}
		}
	}
}

// receiver is the name of the type of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// addMembers adds the fields of a structure, or the methods of an interface.
func addMembers(names map[string]bool, s *ast.TypeSpec) {
	var list *ast.FieldList
	switch kind := s.Type.(type) {
	case *ast.StructType:
		list = kind.Fields
	case *ast.InterfaceType:
		list = kind.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			names[s.Name.Name+"."+name.Name] = true
		}
	}
}
