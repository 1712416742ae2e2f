package expand

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz/lzma"
)

// File is an open file. It may grow while it is open.
type File interface {
	io.ReaderAt
	io.Closer
	// Size is the present length.
	Size() (int64, error)
	// Reaches reports whether the file is at least n bytes long, which may
	// be known sooner than its size.
	Reaches(n int64) bool
}

// suffixes lists the suffixes of compressed files.
var suffixes = [...]string{".xz", ".lzma", ".bz2", ".bz", ".gz", ".Z", ".z", ".zst"}

// Suffixes returns the suffixes of compressed files, which must not be changed.
func Suffixes() []string { return suffixes[:] }

// CutSuffix takes one suffix of compression off a name.
func CutSuffix(name string) (base, suffix string) {
	for _, s := range suffixes {
		if base, ok := strings.CutSuffix(name, s); ok {
			return base, s
		}
	}
	return name, ""
}

// maxDict bounds the memory for what a compressed file refers back to: twice
// what xz -9 needs, and the most that zstd(1) expands without being asked to.
const maxDict = 128 << 20

// Open returns what a file with a suffix of compression holds. Closing it closes
// the file. The error for a file that cannot be expanded has the code ErrLogRec,
// as libpcp (C) has it, which expands with bzip2(1), gzip(1) or xz(1). A .zst
// file, which libpcp (C) cannot read, is found to be damaged when the reading
// gets there.
func Open(ctx context.Context, f File, suffix string) (File, error) {
	switch suffix {
	case ".xz":
		return openXZ(f)
	case ".zst":
		return openZstd(f)
	}
	return openWhole(ctx, f, suffix)
}

// openZstd has the decoder work on the goroutine that reads, so that nothing needs
// closing.
func openZstd(f File) (File, error) {
	z, err := zstd.NewReader(sequential(f), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxDict))
	if err != nil {
		return nil, corrupted(err)
	}
	return &spoolFile{spool: spoolReader(z), under: f}, nil
}

// openWhole expands all of a file at once.
func openWhole(ctx context.Context, f File, suffix string) (File, error) {
	s, err := expander(f, suffix)
	if err != nil {
		return nil, corrupted(err)
	}
	const step = 1 << 20
	for n := int64(step); ; n += step {
		err := cmp.Or(ctx.Err(), s.fill(n))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return &spoolFile{spool: s, under: f}, nil
}

func expander(f File, suffix string) (*spool, error) {
	switch suffix {
	case ".bz2", ".bz":
		return spoolReader(&bzip{Reader: bzip2.NewReader(sequential(f))}), nil
	case ".lzma":
		return expandLZMA(f)
	}
	return expandGzip(f)
}

// bzip ends, as bzip2(1) does, where what stands behind a stream is none.
type bzip struct {
	io.Reader
	ended bool
}

func (b *bzip) Read(p []byte) (n int, err error) {
	if !b.ended {
		n, err = b.Reader.Read(p)
		b.ended = err == bzip2.StructuralError("bad magic value in continuation file")
	}
	if b.ended {
		err = io.EOF
	}
	return n, err
}

// expandLZMA reads the format that came before .xz, or .xz after all, as xz
// does.
func expandLZMA(f File) (*spool, error) {
	r := bufio.NewReader(sequential(f))
	if magic, err := r.Peek(len(xzMagic)); err == nil && bytes.Equal(magic, xzMagic) {
		x, err := openXZ(f)
		if err != nil {
			return nil, err
		}
		return spoolReader(sequential(x)), nil
	}
	d, err := lzma.ReaderConfig{DictCap: maxDict}.NewReader(r)
	if err != nil {
		return nil, err
	}
	return spoolReader(d), nil
}

// expandGzip reads what gzip reads: its own format and the format of compress(1).
func expandGzip(f File) (*spool, error) {
	r := bufio.NewReader(sequential(f))
	if magic, err := r.Peek(2); err == nil && bytes.Equal(magic, lzwMagic) {
		z, err := newLZWReader(r)
		if err != nil {
			return nil, err
		}
		return spoolReader(z), nil
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return spoolReader(&members{z, r}), nil
}

// members are the members of a .gz file. As in gzip(1) zeros may follow, which fill up
// the last block of a tape or a disk.
type members struct {
	member *gzip.Reader
	under  *bufio.Reader
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.member.Read(p)
	if n > 0 || err != io.EOF {
		return n, err
	}
	padded := false
	for {
		next, err := m.under.Peek(1)
		switch {
		case err != nil: // an io.EOF in most cases
			return 0, err
		case next[0] != 0:
			if padded {
				return 0, gzip.ErrHeader
			}
			if err := m.member.Reset(m.under); err != nil {
				return 0, err
			}
			m.member.Multistream(false)
			return 0, nil
		}
		padded = true
		m.under.Discard(1)
	}
}

// sequential reads a file from its start.
func sequential(f File) io.Reader { return io.NewSectionReader(f, 0, 1<<62) }
