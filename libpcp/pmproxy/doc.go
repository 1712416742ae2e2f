// Package pmproxy reads metrics from a pmproxy(1) over HTTP, by the REST
// interface of PMWEBAPI(3). Use it for hosts that only HTTP reaches. Start with
// [Dial]:
//
//	src, err := pmproxy.Dial(ctx, "http://gateway.example:44322?hostspec=db1")
//	c := libpcp.NewContext(src)
//
// Metrics, values and instances come from the pmcd that pmproxy queries.
// Pmproxy changes or omits some:
//
//   - characters of string values that are not ASCII arrive as U+FFFD,
//   - doubles have 16 significant digits, floats 8,
//   - event records, aggregates that are not ASCII and the reasons for missing
//     values do not arrive: the error is [libpcp.ErrValue],
//   - values of instances that are not in the instance domain do not arrive,
//   - optional labels do not arrive, and those of domains, instance domains and
//     clusters are among those of the metrics.
//
// A Client caches the metadata of metrics until [libpcp.Context.Reconnect]. As
// with a pmcd, after a request times out all requests fail until Reconnect.
package pmproxy
