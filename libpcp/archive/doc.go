// Package archive reads and writes PCP archives (LOGARCHIVE(5)): [Open] takes
// the argument of the tools' option -a and returns an [Archive], a
// libpcp.Source; [Create] makes a new archive and returns a [Writer].
//
// An archive is a metadata file, any number of data volumes and, usually, a
// temporal index. Open reads the headers of all metadata, and an index of
// ordinary length. Instance names, label sets, help texts and data records are
// read when asked for, through a window on their file, so memory does not grow
// with the amount of data. Only the values of metrics asked for are decoded.
// Records that are skipped are checked as strictly as libpcp (C) checks them,
// but for the value blocks of other metrics beyond the first megabytes of a
// volume; a bounded number of records is kept in a record cache (time, extent,
// metrics), so that skipping them again does not read them again.
// Interpolation seeks times far away with the help of the index, and reads on
// only until it has the values it needs, for all metrics of a fetch at once.
//
// [Archive.InDomHistory] and [Archive.LabelHistory] list all versions of the
// metadata, for tools such as pmdumplog(1).
//
// Compressed files are recognised by their suffix: .xz .lzma .bz2 .bz .gz .Z
// .z and .zst. Blocks of an .xz file are decompressed one by one as they are
// needed; a .zst file as far as it is read; the others whole, when opened.
// Small contents stay in memory, others go to an unlinked temporary file; if
// none can be made, up to 32 MiB stay in memory.
//
// An archive may change while it is open. Appended records are read. Volumes may
// be compressed or expanded. Reading fails if a volume has been removed, shortened,
// overwritten or replaced since the archive was opened, or if the system cannot
// read it; libpcp (C) continues with the next volume, or with the contents it
// finds. Only regular files are read.
//
// In a set of archives, unreadable archives are left out, and so are damaged
// archives from the damage on; see [Options].
//
// Values, positions and errors match the newest PCP, or the release that
// [Options] name.
package archive
