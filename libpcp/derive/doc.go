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
//
// Nothing here is global to the process. What pmAddDerived(3) does for one
// context, a source does that is wrapped with Definitions of its own:
// [Definitions.Register] adds to them at any time, also after Wrap.
//
// Expressions, messages and values are those of PCP 6.0.3, but for this:
//
//   - Errors in deferred files go unreported as long as nothing needs them.
//   - Where 6.0.3 crashes: anon() of anything but a numeric type is a syntax
//     error, a definition that refers to itself does not bind, scalar() of no
//     values has none, a ternary between strings and ! of a string have
//     [libpcp.ErrBadDerive] for a value, and a derived name may be above one
//     defined before it.
//   - Where 6.0.3 hangs: an instance of an expression rather than of a metric
//     has ErrBadDerive for a value.
//   - Where 6.0.3 returns stray memory: max() and min() that never had a value
//     are 0, ! of a 64-bit number or a double has 0 in its upper half, and a
//     ternary takes the last instance for those it has no names for. Derived
//     metrics may be operands, which have the source's values for them: none.
//   - Patterns have no back references and repeat at most 1000 times;
//     expressions are limited in length, and files in size.
package derive
