// Package logger controls the pmlogger processes that write archives, and
// starts new ones to record a session.
//
// A [Client] is a connection to the control port of a running pmlogger(1), as
// pmlc(1) uses it. It reports and changes how metrics are logged, reports the
// state of the archive, and starts a new volume:
//
//	c, err := logger.Dial(ctx, "local:") // the primary pmlogger of this machine
//	if err != nil {
//		return err
//	}
//	defer c.Close()
//	status, err := c.Status(ctx)
//	...
//	states, err := c.Enquire(ctx, logger.All(desc))
//
// A pmlogger serves one client at a time, so close connections soon.
// [Processes] lists the pmloggers of this machine.
//
// A [Recording] starts a pmlogger for each host that a program shows, and
// writes a folio, a list of archives that pmafm(1) replays: pmRecordSetup(3),
// pmRecordAddHost(3) and pmRecordControl(3).
package logger
