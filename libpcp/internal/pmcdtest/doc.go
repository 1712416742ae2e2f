// Package pmcdtest is what tests of the client of a pmcd talk to: a fake
// pmcd that follows a [Script] or answers for a libpcp.Source ([Serve]), a
// slow network ([Delay]), and a pmcd of PCP ([World]). [Tools] are the programs
// to try with them.
package pmcdtest
