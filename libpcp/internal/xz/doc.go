// Package xz expands single blocks of .xz files.
//
// An .xz file (https://tukaani.org/xz/xz-file-format.txt) is a list of
// streams, each with an index of independent blocks at its end. [ReadIndex]
// reads the indexes, which libraries for .xz do not offer; [Open] hands one
// block to such a library, as a stream of its own.
package xz

import "errors"

// ErrCorrupt reports a file whose index or blocks are not what they should be.
var ErrCorrupt = errors.New("xz: corrupt input")
