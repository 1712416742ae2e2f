// Package hostile tests the library, the tools and the agents against peers that
// change what they have between any two replies, or that damage what they
// send.
package hostile
