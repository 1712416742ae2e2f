package archive

import (
	"errors"
	"io"
	"slices"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/xz"
)

// xzFile is an .xz file, of which some blocks are kept expanded. When reading
// goes on from one block to the next, the one after that is expanded ahead,
// on another processor.
type xzFile struct {
	file
	blocks []xz.Block
	total  int64
	cache  []*xzBlock // the latest used last
	idle   [][]byte   // buffers of blocks no longer kept
}

const (
	keptBlocks  = 3
	maxXZMemory = 32 << 20 // a longer block goes through a spool
)

// xzBlock is a block being expanded: into memory, or, a long one, a spool.
type xzBlock struct {
	number int
	reader *xz.Reader
	buf    []byte
	n      int
	err    error
	spool  *spool
	ahead  chan struct{} // closed when a goroutine has expanded it all
}

func openXZ(f file) (file, error) {
	size, err := f.size()
	if err != nil {
		return nil, err
	}
	blocks, err := xz.ReadIndex(f, size)
	if err != nil {
		return nil, errors.Join(libpcp.ErrLogRec, err)
	}
	x := &xzFile{file: f, blocks: blocks}
	if n := len(blocks); n > 0 {
		x.total = blocks[n-1].Start + blocks[n-1].Size
	}
	return x, nil
}

func (x *xzFile) size() (int64, error) { return x.total, nil }

func (x *xzFile) reaches(n int64) bool { return n <= x.total }

// Close implements io.Closer.
func (x *xzFile) Close() error {
	for _, b := range x.cache {
		x.release(b)
	}
	x.cache, x.idle = nil, nil
	return x.file.Close()
}

// ReadAt implements io.ReaderAt.
func (x *xzFile) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		i := sort.Search(len(x.blocks), func(i int) bool { return x.blocks[i].Start+x.blocks[i].Size > off })
		if i == len(x.blocks) || off < 0 {
			return n, io.EOF
		}
		b, err := x.block(i)
		if err != nil {
			return n, err
		}
		m, err := b.readAt(p[n:], off-x.blocks[i].Start)
		n, off = n+m, off+int64(m)
		if m == 0 {
			return n, errors.Join(libpcp.ErrLogRec, err)
		}
	}
	return n, nil
}

// block returns a block, expanded or ready to be.
func (x *xzFile) block(i int) (*xzBlock, error) {
	if n := len(x.cache); n > 0 && x.cache[n-1].number == i {
		return x.cache[n-1], nil
	}
	b := x.take(i)
	follows := slices.ContainsFunc(x.cache, func(b *xzBlock) bool { return b.number == i-1 })
	if b == nil {
		var err error
		if b, err = x.start(i); err != nil {
			return nil, errors.Join(libpcp.ErrLogRec, err)
		}
	}
	if follows {
		x.expandAhead(i + 1)
	}
	x.keep(b)
	return b, nil
}

// take takes a block out of the cache.
func (x *xzFile) take(i int) *xzBlock {
	at := slices.IndexFunc(x.cache, func(b *xzBlock) bool { return b.number == i })
	if at < 0 {
		return nil
	}
	b := x.cache[at]
	x.cache = slices.Delete(x.cache, at, at+1)
	return b
}

// keep puts a block into the cache, as the one used last, and lets go of the
// one used least.
func (x *xzFile) keep(b *xzBlock) {
	x.cache = append(x.cache, b)
	if len(x.cache) > keptBlocks {
		x.release(x.cache[0])
		x.cache = slices.Delete(x.cache, 0, 1)
	}
}

func (x *xzFile) release(b *xzBlock) {
	b.wait()
	if b.spool != nil {
		b.spool.close()
	}
	if b.buf != nil {
		x.idle = append(x.idle, b.buf)
	}
}

func (x *xzFile) start(i int) (*xzBlock, error) {
	r, err := xz.Open(x.file, x.blocks[i])
	if err != nil {
		return nil, err
	}
	b := &xzBlock{number: i, reader: r}
	if x.blocks[i].Size > maxXZMemory {
		b.spool = &spool{more: r.More}
		return b, nil
	}
	b.buf = x.buffer(int(x.blocks[i].Size))
	r.Into(b.buf)
	return b, nil
}

// buffer returns an idle buffer that is long enough, or a new one.
func (x *xzFile) buffer(size int) []byte {
	for i, buf := range x.idle {
		if cap(buf) >= size {
			x.idle = slices.Delete(x.idle, i, i+1)
			return buf[:size]
		}
	}
	return make([]byte, size)
}

// expandAhead expands a block that will be needed soon.
func (x *xzFile) expandAhead(i int) {
	if i >= len(x.blocks) || slices.ContainsFunc(x.cache, func(b *xzBlock) bool { return b.number == i }) {
		return
	}
	b, err := x.start(i)
	if err != nil || b.spool != nil {
		return // it will be met again
	}
	b.ahead = make(chan struct{})
	go func() {
		b.fill(len(b.buf))
		close(b.ahead)
	}()
	x.keep(b)
}

func (b *xzBlock) wait() {
	if b.ahead != nil {
		<-b.ahead
		b.ahead = nil
	}
}

func (b *xzBlock) fill(n int) {
	for b.n < n && b.err == nil {
		var added []byte
		added, b.err = b.reader.More()
		b.n += len(added)
	}
	if b.n == len(b.buf) && b.err == nil {
		_, b.err = b.reader.More() // the check
	}
}

func (b *xzBlock) readAt(p []byte, off int64) (int, error) {
	if b.spool != nil {
		return b.spool.ReadAt(p, off)
	}
	b.wait()
	n := min(int64(len(p)), int64(len(b.buf))-off)
	b.fill(int(off + n))
	if off >= int64(b.n) {
		return 0, b.err
	}
	return copy(p, b.buf[off:b.n]), nil
}
