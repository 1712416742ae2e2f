//go:build unix

package mmv_test

import (
	"fmt"
	"log"

	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

// A program that finds out at its start which metrics it has adds them one by one, with
// labels; notes are labels that are no part of what identifies a metric. Create makes the
// file.
func ExampleFile_AddMetric() {
	file := &mmv.File{Name: "shop", Cluster: 321}
	fruit := &mmv.InDom{Serial: 1}
	apples := mmv.Instance{ID: 0, Name: "apples"}
	sold := mmv.Metric{Name: "sold", Item: 1, Type: mmv.TypeU64, Sem: libpcp.SemCounter, InDom: fruit}
	for _, err := range []error{
		file.AddLabel("shop", "corner"),
		file.AddNote("opened", 1999),
		file.AddInDom(fruit),
		fruit.AddLabel("kind", "fruit"),
		fruit.AddNote("fresh", true),
		apples.AddLabel("colour", "red"),
		apples.AddNote("from", []string{"north", "south"}),
		file.AddInstance(fruit, apples),
		sold.AddLabel("till", 2),
		sold.AddNote("counts", "pieces"),
		file.AddMetric(sold),
		file.Validate(),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	other := mmv.Metric{Name: "sold", Item: 2, Type: mmv.TypeU64}
	fmt.Println(len(file.Metrics), "metric,", file.AddMetric(other) != nil || file.Validate() != nil)
	// Output:
	// 1 metric, true
}
