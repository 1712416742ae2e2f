package pmns_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"pcptools/libpcp/pmns"
)

// A name-space file is read and searched.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "shop.pmns")
	text := "root { shop }\nshop {\n\tqueue\t402:0:0\n\tlimit\t402:0:1\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	tree, err := pmns.Load(file, pmns.Options{Stderr: os.Stderr})
	if err != nil {
		log.Fatal(err)
	}
	names, err := tree.Traverse("shop")
	fmt.Println(names, err)
	fmt.Println(tree.Lookup("shop.limit"))
	fmt.Println(tree.Lookup("shop"))
	// Output:
	// [shop.queue shop.limit] <nil>
	// 402.0.1 <nil>
	// PM_ID_NULL Metric name is not a leaf in PMNS
}
