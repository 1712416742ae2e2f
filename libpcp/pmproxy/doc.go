// Package pmproxy reads metrics from a pmproxy(1) over HTTP, by the REST
// interface of PMWEBAPI(3). It is for hosts that can be reached by HTTP only.
// Start with [Dial]:
//
//	src, err := pmproxy.Dial(ctx, "http://gateway.example:44322?hostspec=db1")
//	c := libpcp.NewContext(src)
//
// Metrics, values and instances are those of the pmcd behind the pmproxy, except
// for what pmproxy changes or leaves out:
//
//   - characters of string values that are not ASCII arrive as U+FFFD,
//   - doubles have 16 significant digits, floats 8,
//   - event records, aggregates that are not ASCII and the reasons for missing
//     values do not arrive: the error is [libpcp.ErrValue],
//   - values of instances that are not in the instance domain do not arrive,
//   - optional labels do not arrive, and those of domains, instance domains and
//     clusters are among those of the metrics.
//
// A Client caches the metadata of metrics until [Client.Reconnect].
package pmproxy
