// Package mmv shows a program's own metrics to Performance Co-Pilot, at the
// cost of a store to memory for each change of a value (MMV(5),
// mmv_stats_init(3)). The values are in a file that the program maps into its
// memory, and that an agent, pmdammv(1) or pcptools/libpcp/pmda/mmv, reads
// when somebody asks.
//
// A program describes its metrics in a [File], creates that, and finds its
// values in the [Writer]:
//
//	w, err := mmv.Create(&mmv.File{
//		Name:    "shop",
//		Cluster: 321,
//		Metrics: []mmv.Metric{{
//			Name: "orders", Item: 1, Type: libpcp.TypeU64, Sem: libpcp.SemCounter,
//			OneLine: "orders taken",
//		}},
//	})
//	if err != nil { … }
//	defer w.Close()
//	orders, err := mmv.Find[uint64](w, "orders", "")
//	…
//	orders.Inc()
//
// and then "pminfo -f mmv.shop.orders" has the number of orders. Which metrics
// there are is settled by Create: for others it is called again, with the same
// name, and readers see the one file or the other.
//
// Values may be changed by any number of goroutines.
package mmv
