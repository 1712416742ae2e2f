// Package daemon runs agents that are programs (PMDA(3)) as a pmcd does, and
// asks them: [Start] starts one from a [Command] and connects to it, [Greet]
// makes a [Link] of the connection, whose methods are the requests of the protocol
// between a pmcd and its agents.
//
// What a program replies is bounded and verified. A program that breaks the
// protocol, or takes too long, is not asked again; the failures have the codes
// that a pmcd gives for them.
//
// A program is a process group of its own, with a guard in it: a shell that
// waits for the end of this process, however it comes, and then kills the
// group. What has left the group is found by a variable that the program's
// environment has, and on Linux is killed too. The kernel's signal for that (PR_SET_PDEATHSIG) would not do, since it
// follows the thread that started a program, is lost when that becomes another
// user, and does not reach what the program has started.
package daemon
