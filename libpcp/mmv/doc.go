// Package mmv instruments a program: it exports metrics to Performance
// Co-Pilot at the cost of a store to memory for each change of a value
// (MMV(5), mmv_stats_init(3)). The values are in a file that is mapped into
// the program's memory, and read by the MMV agent, pmdammv(1) or
// pcptools/libpcp/pmda/mmv, when clients ask.
//
// A program describes its metrics in a [File], creates it, and looks up its
// values in the [Writer]:
//
//	w, err := mmv.Create(&mmv.File{
//		Name:    "shop",
//		Cluster: 321,
//		Metrics: []mmv.Metric{{
//			Name: "orders", Item: 1, Type: mmv.TypeU64, Sem: libpcp.SemCounter,
//			OneLine: "orders taken",
//		}},
//	})
//	if err != nil { … }
//	defer w.Close()
//	orders, err := mmv.Find[uint64](w, "orders", "")
//	…
//	orders.Inc()
//
// and then "pminfo -f mmv.shop.orders" has the number of orders. Metrics can be
// added to a File one by one, by [File.AddMetric]. Create fixes them, and the
// instances, because the tables of the format (MMV(5)) follow one another without room
// for more. To change them, call Create again with the same name, which replaces the
// file at once; values begin at zero, and those to go on are set anew.
//
// Values may be changed by any number of goroutines.
package mmv
