// Package xz expands .xz files block by block, and .lzma files.
//
// An .xz file (https://tukaani.org/xz/xz-file-format.txt) is a list of
// streams, each with an index of independent blocks at its end. [ReadIndex]
// reads the indexes; [Open] starts the expansion of one block, into a buffer
// that also serves as the dictionary, so that nothing is copied twice. The
// only filter known is LZMA2, the one that xz uses unless told otherwise.
package xz

import "errors"

// ErrCorrupt reports input that is not what it should be.
var ErrCorrupt = errors.New("xz: corrupt input")

// ErrUnsupported reports input that needs a filter this package lacks.
var ErrUnsupported = errors.New("xz: unsupported filter")
