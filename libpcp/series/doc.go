// Package series asks PCP's time series engine for the history of many hosts:
// a pmproxy(1) with a key server, to which archives were loaded. It is a client
// of the REST interface "series" of PMWEBAPI(3), whose queries pmseries(1)
// describes:
//
//	c, err := series.New("http://127.0.0.1:44322")
//	for p, err := range c.Points(ctx, `kernel.all.load{hostname=="web1"}[count:10]`) {
//		fmt.Println(p.Time, p.Series, p.Value)
//	}
//
// A series is one metric of one source of metrics, such as a host. Its values
// are those of one or several instances, and are text.
package series
