// Package pmcdtest is what tests of the client of a pmcd talk to: a fake
// pmcd that follows a [Script] or answers for a libpcp.Source ([Serve]), and a
// slow network ([Delay]).
package pmcdtest
