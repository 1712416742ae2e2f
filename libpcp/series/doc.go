// Package series queries PCP's time series engine, which stores the history of
// many hosts: a pmproxy(1) with a key server (Redis or Valkey) into which
// archives were loaded. The package is a client of the REST interface /series
// of PMWEBAPI(3). Pmseries(1) describes the language of queries:
//
//	c, err := series.New("http://127.0.0.1:44322")
//	if err != nil { … }
//	for p, err := range c.Points(ctx, `kernel.all.load{hostname=="web1"}[count:10]`) {
//		if err != nil { … }
//		fmt.Println(p.Time, p.Series, p.Value)
//	}
//
// A series is one metric of one source, such as a host, with all its instances.
// Values are text, as pmproxy sends them.
package series
