// Package derive adds derived metrics to a source: metrics that a program
// computes from others, by expressions such as
//
//	disk.dev.util = 100 * rate(disk.dev.avactive)
//
// as pmRegisterDerived(3) and pmLoadDerivedConfig(3) describe them.
//
// [Definitions] holds the definitions of a process; [Wrap] returns a source
// that has them besides its own metrics:
//
//	defs := derive.New(os.Stderr)
//	defs.Site(nil)
//	src = derive.Wrap(src, defs)
//
// Programs that use no derived metric pay nothing: deferred files are read with
// the first traversal or failed look-up, and definitions are bound to the
// source's metrics when a descriptor or value of theirs is first requested.
//
// Nothing here is global to the process. [Definitions.Register] adds to the
// metrics of all sources at any time, also after Wrap; [Add] defines one for a
// single source, as pmAddDerived(3) does for a context.
//
// Expressions, messages and values match the newest PCP release that is reproduced,
// 7.2.2, or an older release after [Definitions.SetRelease]. The differences are:
//
//   - Errors in deferred files go unreported as long as nothing needs them.
//   - Where PCP crashes: anon() of anything but a numeric type is a syntax
//     error, a definition that refers to itself does not bind, scalar() of no
//     values has none (before 6.2), rate() and delta() ignore instant() in
//     their argument, ! of a string has [libpcp.ErrBadDerive] for a value, a
//     derived name may be the parent of an earlier name, and strings may be the
//     alternatives of a ternary.
//   - Where PCP returns uninitialised memory: max() and min() without a value
//     are 0, ! of a 64-bit number or a double has 0 in its upper half, a
//     ternary takes the last instance for instances without names, and leaves
//     out exactly the instances for which its guard chooses novalue(). A
//     ternary of two novalue(), which in PCP gets the expression of the
//     previous definition, is a syntax error. Derived metrics as operands have
//     the source's values for them: none.
//   - Patterns have no back references and repeat at most 1000 times;
//     expressions are limited in length, and files in size.
package derive
