package scripts

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/internal/need"
)

// given declares what the code in doc comments uses without declaring it. A name that
// is followed by a dot stands with that dot.
var given = map[string]string{
	"c":      "var c *libpcp.Context",
	"c.":     "var c *libpcp.Context",
	"cache.": "var cache *pmda.Cache",
	"ctx":    "var ctx context.Context",
	"desc":   "var desc libpcp.Desc",
	"disks":  "var disks []struct{ name string }",
	"house.": "var house struct{ New func() *pmda.Agent }",
	"house": `type house struct{ plumbing }
type plumbing struct{}
func (plumbing) sensor(inst int32) (t float64, ok bool) { return }
func (plumbing) temperature(context.Context, *pmda.Request) (a libpcp.Atom, err error) { return }
func (plumbing) water(context.Context, *pmda.Request) (a libpcp.Atom, err error) { return }
func (plumbing) setWater(context.Context, *pmda.Request, libpcp.Atom) error { return nil }`,
	"ids":   "var ids []libpcp.PMID",
	"rooms": "var rooms *pmda.InDom",
	"start": "var start time.Time",
	"src":   "var src libpcp.Source",
	"total": "var total float64",
}

// TestSnippets vets the code in the doc comments of the library as that of a module
// that uses it.
func TestSnippets(t *testing.T) {
	need.Verify(t, "compiles programs")
	program := t.TempDir()
	packages := importable(t)
	n := 0
	for _, pkg := range packages {
		for _, code := range codeIn(t, pkg.Dir) {
			source, err := vettable(code, packages)
			if err != nil {
				t.Errorf("%s: %v in\n%s", pkg.ImportPath, err, code)
			}
			dir := filepath.Join(program, fmt.Sprint(pkg.Name, n))
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "snippet.go"), string(source))
			n++
		}
	}
	if n < 15 {
		t.Errorf("only %d pieces of code found", n)
	}
	useModule(t, program)
	run(t, program, "go", "vet", "./...")
}

// useModule makes a directory a module beside this one, in a workspace: so what has
// been compiled for the other tests serves here too.
func useModule(t *testing.T, dir string) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "go", "mod", "init", "program")
	run(t, dir, "go", "work", "init", ".", root)
}

// importable lists the packages of the library that others can import, and those of
// Go's own that the code in their comments uses.
func importable(t *testing.T) (packages []*build.Package) {
	for line := range strings.Lines(run(t, "..", "go", "list", "-f", "{{.Name}} {{.ImportPath}} {{.Dir}}", "./libpcp/...")) {
		f := strings.Fields(line)
		if !strings.Contains(f[1], "/internal/") && f[0] != "main" {
			packages = append(packages, &build.Package{Name: f[0], ImportPath: f[1], Dir: f[2]})
		}
	}
	for _, name := range []string{"context", "fmt", "io", "os", "testing", "time"} {
		packages = append(packages, &build.Package{Name: name, ImportPath: name})
	}
	return packages
}

// isCode finds the indented parts of comments that are Go, and no drawing.
var isCode = regexp.MustCompile(`:=|\bfunc |\bvar `)

// codeIn lists the pieces of code in the comments of a directory.
func codeIn(t *testing.T, dir string) (code []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			var p comment.Parser
			for _, block := range p.Parse(group.Text()).Content {
				if c, ok := block.(*comment.Code); ok && isCode.MatchString(c.Text) && !strings.HasSuffix(file, "_test.go") {
					code = append(code, c.Text)
				}
			}
		}
	}
	return code
}

// vettable makes a package of a piece of code: declarations, or statements.
func vettable(code string, packages []*build.Package) ([]byte, error) {
	code = strings.ReplaceAll(code, "{ … }", `{ panic("left out") }`)
	code = regexp.MustCompile(`(?m)^\s*(…|\.\.\.)$`).ReplaceAllString(code, "")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", "package p\n"+code, 0)
	if err != nil {
		file, err = parser.ParseFile(fset, "", "package p\nfunc _() error {\n"+code+"\n}", 0)
		if err != nil {
			return nil, err
		}
		body := file.Decls[0].(*ast.FuncDecl).Body
		if loop, ok := body.List[len(body.List)-1].(*ast.ForStmt); !ok || loop.Cond != nil {
			body.List = append(body.List, &ast.ReturnStmt{Results: []ast.Expr{ast.NewIdent("nil")}})
		}
		ast.Inspect(body, useAll)
	}
	var b bytes.Buffer
	if err := format.Node(&b, fset, file); err != nil {
		return nil, err
	}
	_, declarations, _ := strings.Cut(b.String(), "\n")
	return withImports(declarations, packages)
}

// useAll adds to the statements of a block a use of each variable they declare; a
// loop must use its own, unless its body is left out.
func useAll(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		var list []ast.Stmt
		for _, s := range n.List {
			list = append(list, s)
			if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
				list = append(list, uses(a.Lhs...)...)
			}
		}
		n.List = list
	case *ast.RangeStmt:
		if len(n.Body.List) == 0 {
			n.Body.List = uses(n.Key, n.Value)
		}
	}
	return true
}

func uses(vars ...ast.Expr) (list []ast.Stmt) {
	for _, v := range vars {
		if id, ok := v.(*ast.Ident); ok && id.Name != "_" {
			list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(id.Name)}})
		}
	}
	return list
}

// withImports completes declarations with those of the names they lack, and with
// imports.
func withImports(declarations string, packages []*build.Package) ([]byte, error) {
	imports := map[string]string{}
	for {
		var head strings.Builder
		head.WriteString("package p\n")
		for _, path := range imports {
			fmt.Fprintf(&head, "import %q\n", path)
		}
		source := head.String() + declarations
		missing, err := unresolved(source, imports)
		if err != nil || missing == "" {
			return []byte(source), err
		}
		name := strings.TrimSuffix(missing, ".")
		if decl, ok := given[missing]; ok {
			declarations += decl + "\n"
		} else if path := pathOf(name, packages); path != "" && name != missing {
			imports[name] = path
		} else {
			return nil, fmt.Errorf("nothing says what %s is", name)
		}
	}
}

// unresolved is a name that a source file does not declare, with a dot if it is the
// left side of one.
func unresolved(source string, imports map[string]string) (name string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		return "", err
	}
	left := map[ast.Expr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			left[s.X] = true
		}
		return true
	})
	for _, id := range file.Unresolved {
		switch {
		case types.Universe.Lookup(id.Name) != nil || imports[id.Name] != "":
		case left[id]:
			return id.Name + ".", nil
		default:
			return id.Name, nil
		}
	}
	return "", nil
}

// pathOf is the path of a package of a name, the shortest of several.
func pathOf(name string, packages []*build.Package) (path string) {
	for _, p := range packages {
		if p.Name == name && (path == "" || len(p.ImportPath) < len(path)) {
			path = p.ImportPath
		}
	}
	return path
}
