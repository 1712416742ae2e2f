package local_test

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/simple"
)

// Metrics of an agent in this process.
func Example() {
	ctx := context.Background()
	src := local.New(local.Config{}, local.Agent{New: simple.New})
	c := libpcp.NewContext(src)
	defer c.Close()

	ids, err := c.Lookup(ctx, "simple.color")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range result.Sets[0].Values {
		name, _ := c.InstanceName(ctx, libpcp.NewInDom(253, 0), v.Inst)
		fmt.Println(name, v.Word)
	}
	// Output:
	// red 1
	// green 101
	// blue 201
}
