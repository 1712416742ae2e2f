package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"

	"github.com/ulikunitz/xz/lzma"

	"pcptools/libpcp/internal/zstd"
)

const (
	xzMagic     = "\xfd7zXZ\x00"
	maxLZMADict = 128 << 20
)

// expand turns a file with a suffix of compression into what it holds. A file
// that cannot be expanded is a corrupt one, but a .zst file is only found to
// be corrupt when the reading gets there: the genuine tools cannot read it, so
// there is nothing to be faithful to.
func expand(f file, suffix string) (file, error) {
	switch suffix {
	case ".xz":
		return openXZ(f)
	case ".zst":
		return expandZstd(f)
	}
	return expandWhole(f, suffix)
}

// expandZstd has the expander work on the goroutine that reads, so that there is
// nothing to close.
func expandZstd(f file) (file, error) {
	z := zstd.NewReader(sequential(f))
	return &spoolFile{spool: spoolReader(z), under: f}, nil
}

// expandWhole expands a file that the genuine library would expand with
// bzip2(1), gzip(1) or xz(1) before it reads it.
func expandWhole(f file, suffix string) (file, error) {
	s, err := expander(f, suffix)
	if err != nil {
		return nil, corrupted(err)
	}
	if err := s.fill(1<<63 - 1); !errors.Is(err, io.EOF) {
		return nil, errors.Join(err, s.close())
	}
	return &spoolFile{spool: s, under: f}, nil
}

func expander(f file, suffix string) (*spool, error) {
	switch suffix {
	case ".bz2", ".bz":
		return spoolReader(bzip2.NewReader(sequential(f))), nil
	case ".lzma":
		return expandLZMA(f)
	}
	return expandGzip(f)
}

// expandLZMA reads the format that came before .xz, or .xz after all, as xz
// does.
func expandLZMA(f file) (*spool, error) {
	r := bufio.NewReader(sequential(f))
	if magic, err := r.Peek(len(xzMagic)); err == nil && string(magic) == xzMagic {
		x, err := openXZ(f)
		if err != nil {
			return nil, err
		}
		return spoolReader(sequential(x)), nil
	}
	d, err := lzma.ReaderConfig{DictCap: maxLZMADict}.NewReader(r)
	if err != nil {
		return nil, err
	}
	return spoolReader(d), nil
}

// expandGzip reads what gzip reads: its own format and that of compress(1).
func expandGzip(f file) (*spool, error) {
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
	return spoolReader(z), nil
}

// sequential reads a file from its start.
func sequential(f file) io.Reader { return io.NewSectionReader(f, 0, 1<<62) }
