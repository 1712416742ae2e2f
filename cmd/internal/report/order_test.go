package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// upwards are references that run against the order of files: of two types that are
// made of each other, and of functions that call each other again.
var upwards = []string{
	"report: record.go needs rows of row.go", "report: json_value.go needs events of json_record.go",
	"source: follow.go needs Recording of history.go",
	"pipeline: several.go needs run of run.go", "pipeline: ends.go needs Fail of several.go", "pipeline: pipeline.go needs stages of stages.go",
	"pipeline: beat.go needs Session of pipeline.go", "pipeline: limit_unix.go needs maxTogether of fleet.go",
}

// TestOrder holds the files of packages against the lists in their documentation: each
// refers to what is further down.
func TestOrder(t *testing.T) {
	var found []string
	for _, dir := range []string{".", "../pipeline", "../source", "../../../libpcp/options"} {
		found = append(found, against(t, dir)...)
	}
	for _, ref := range found {
		if !slices.Contains(upwards, ref) {
			t.Errorf("%s, which is above it", ref)
		}
	}
	for _, ref := range upwards {
		if !slices.Contains(found, ref) {
			t.Errorf("no longer: %s", ref)
		}
	}
}

// against lists the references of a package that run against its list, each once.
func against(t *testing.T, dir string) (found []string) {
	fset := token.NewFileSet()
	var files []*ast.File
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	paths = slices.DeleteFunc(paths, func(path string) bool {
		return strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_other.go")
	})
	list := ""
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		if f.Doc != nil {
			list += f.Doc.Text()
		}
	}
	order := regexp.MustCompile(`\w+\.go\b`).FindAllString(list, -1)
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	pkg, _ := conf.Check(dir, fset, files, info) // what other packages have is unknown
	for _, path := range paths {
		if name := filepath.Base(path); name != "doc.go" && !slices.Contains(order, name) {
			t.Errorf("%s: its place is missing in the list of files in the package documentation", path)
		}
	}
	at := func(pos token.Pos) (string, int) {
		name := filepath.Base(fset.Position(pos).Filename)
		return name, slices.Index(order, name)
	}
	for id, object := range info.Uses {
		_, method := object.(*types.Func)
		if object.Pkg() != pkg || !method && object.Parent() != pkg.Scope() {
			continue
		}
		from, above := at(id.Pos())
		to, below := at(object.Pos())
		ref := files[0].Name.Name + ": " + from + " needs " + object.Name() + " of " + to
		if above > below && !slices.Contains(found, ref) {
			found = append(found, ref)
		}
	}
	return found
}

// nothing imports empty packages.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndexByte(path, '/')+1:])
	p.MarkComplete()
	return p, nil
}
