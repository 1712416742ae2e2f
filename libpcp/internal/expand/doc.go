// Package expand reads compressed files: [Open] turns one into what it holds, to
// be read at any offset.
//
// An .xz file is expanded block by block, as its index has them, a .zst file as
// far as it is read, and a .gz, .Z, .bz2 or .lzma file whole when it is opened.
// What is expanded stays in memory while it is small and goes to an unlinked
// temporary file otherwise, or, where there can be none, stays in memory up to
// 32 MiB.
package expand
