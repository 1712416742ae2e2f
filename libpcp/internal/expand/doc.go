// Package expand reads compressed files: [Open] returns the expanded file, to be
// read at any offset.
//
// An .xz file is expanded block by block, as its index has them, a .zst file as
// far as it is read, and a .gz, .Z, .bz2 or .lzma file whole when it is opened.
// Expanded bytes stay in memory while they are few and go to an unlinked temporary
// file otherwise, or, if it cannot be made, stay in memory up to
// 32 MiB.
package expand
