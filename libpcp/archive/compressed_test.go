package archive

import (
	"bytes"
	"compress/gzip"
	"context"
	"testing"

	"github.com/klauspost/compress/zstd"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/sourcetest"
)

func packGzip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func packZstd(b []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(b, nil)
}

// TestCompressedArchive reads an archive of which some files are compressed.
func TestCompressedArchive(t *testing.T) {
	meta, index, volume := specimen.New(3)
	for name, files := range map[string]specimen.Memory{
		"gz":  {"x.meta.gz": packGzip(meta), "x.index": index, "x.0.gz": packGzip(volume)},
		"z":   {"x.meta": meta, "x.index.z": packGzip(index), "x.0": volume},
		"Z":   {"x.meta.Z": packGzip(meta), "x.index": index, "x.0.Z": packGzip(volume)},
		"zst": {"x.meta.zst": packZstd(meta), "x.index.zst": packZstd(index), "x.0.zst": packZstd(volume)},
	} {
		a, err := openIn(context.Background(), files, "x", Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if end, err := sourcetest.Direct(a).End(context.Background()); err != nil || end.Unix() != 105 {
			t.Errorf("%s: end %v, %v", name, end, err)
		}
		exercise(a)
	}
}

func TestCompressedTruncated(t *testing.T) {
	meta, index, volume := specimen.New(2)
	packed := packGzip(volume)
	files := specimen.Memory{"x.meta": meta, "x.index": index, "x.0.gz": packed[:len(packed)-9]}
	if _, err := openIn(context.Background(), files, "x", Options{}); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("a truncated .gz volume: %v", err)
	}
	files = specimen.Memory{"x.meta": meta, "x.index": index, "x.0.xz": volume}
	if _, err := openIn(context.Background(), files, "x", Options{}); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("a volume that is not an .xz file: %v", err)
	}
}
