// Package derive adds derived metrics to a source: metrics that a program
// computes from others, by expressions such as
//
//	disk.dev.util = 100 * rate(disk.dev.avactive)
//
// as pmRegisterDerived(3) and pmLoadDerivedConfig(3) describe them.
//
// [Definitions] holds the definitions of a process; [Wrap] makes a source
// that knows them besides its own metrics:
//
//	defs := derive.New(os.Stderr)
//	defs.Defer("/var/lib/pcp/config/derived")
//	src = derive.Wrap(src, defs)
//
// A program that touches no derived metric pays nothing: deferred files are
// read when a derived name can first matter, which is in a traversal or after
// a failed look-up, and a definition is bound to the source's metrics when its
// descriptor or value is first wanted, all wanted ones together.
package derive
