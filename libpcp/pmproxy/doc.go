// Package pmproxy is a source of metrics behind pmproxy(1), which it asks by
// HTTP: the REST interface of PMWEBAPI(3). It is for networks that only HTTP
// passes. Start with [Dial]:
//
//	src, err := pmproxy.Dial(ctx, "http://gateway.example:44322?hostspec=db1")
//	c := libpcp.NewContext(src)
//
// Metrics, values and instances are those that the pmcd behind it has; pmproxy
// itself leaves out or changes these:
//
//   - characters of string values that are not ASCII arrive as U+FFFD,
//   - doubles have 16 significant digits, floats 8,
//   - event records, aggregates that are not ASCII and the reasons for missing
//     values do not arrive: the error is [libpcp.ErrValue],
//   - values of instances that are not in the instance domain do not arrive,
//   - optional labels do not arrive, and those of domains, instance domains and
//     clusters are among those of the metrics.
//
// What a Client has learned about a metric it keeps until [Client.Reconnect].
package pmproxy
