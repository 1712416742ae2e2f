package expand

import (
	"io"
	"runtime"
	"slices"
	"sort"
)

// xzFile is an .xz file, and keeps some blocks expanded. When reading goes on from
// one block to the next, or back over two, it expands the following block ahead,
// on another processor.
type xzFile struct {
	File
	blocks []xzEntry
	total  int64
	room   int        // for the longest block that is expanded into memory
	cache  []*xzBlock // the latest used last
	step   int        // from the block used before to the latest
}

// keptBlocks is the number of blocks in memory: the one in use, the one
// before, and the one expanded ahead.
const keptBlocks = 3

func openXZ(f File) (File, error) {
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	blocks, err := readXZIndex(f, size)
	if err != nil {
		return nil, corrupted(err)
	}
	x := &xzFile{File: f, blocks: blocks}
	for _, b := range blocks {
		if b.size <= maxXZMemory {
			x.room = max(x.room, int(b.size))
		}
	}
	if n := len(blocks); n > 0 {
		x.total = blocks[n-1].start + blocks[n-1].size
	}
	return x, nil
}

func (x *xzFile) Size() (int64, error) { return x.total, nil }

func (x *xzFile) Reaches(n int64) bool { return n <= x.total }

// Close implements io.Closer. It stops expanding ahead.
func (x *xzFile) Close() error {
	x.leave(0)
	dropBuffers()
	return x.File.Close()
}

// Rest releases all blocks but the one in use, so that other files can use their
// memory.
func (x *xzFile) Rest() { x.leave(1) }

// ReadAt implements io.ReaderAt, but for one goroutine at a time.
func (x *xzFile) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		i := sort.Search(len(x.blocks), func(i int) bool { return x.blocks[i].start+x.blocks[i].size > off })
		if i == len(x.blocks) || off < 0 {
			return n, io.EOF
		}
		b, err := x.block(i)
		if err != nil {
			return n, corrupted(err)
		}
		m, err := b.readAt(p[n:], off-x.blocks[i].start)
		n, off = n+m, off+int64(m)
		if m == 0 {
			return n, corrupted(err)
		}
	}
	return n, nil
}

// block returns a block, expanded or ready to be, and sees to the one after.
func (x *xzFile) block(i int) (*xzBlock, error) {
	step := 0
	if n := len(x.cache); n > 0 {
		if step = i - x.cache[n-1].number; step == 0 {
			return x.cache[n-1], nil
		}
	}
	b, err := x.take(i)
	if err != nil {
		return nil, err
	}
	if !b.used && (step == 1 || step == -1 && x.step == -1) {
		x.expandAhead(i + step)
	}
	b.used, x.step = true, step
	x.cache = append(x.cache, b)
	return b, nil
}

// find returns where a block is in the cache, or -1.
func (x *xzFile) find(i int) int {
	return slices.IndexFunc(x.cache, func(b *xzBlock) bool { return b.number == i })
}

// take takes a block out of the cache, or opens it.
func (x *xzFile) take(i int) (*xzBlock, error) {
	if at := x.find(i); at >= 0 {
		b := x.cache[at]
		x.cache = slices.Delete(x.cache, at, at+1)
		return b, nil
	}
	x.leave(keptBlocks - 1)
	return x.open(i)
}

// expandAhead expands a block that will be needed soon.
func (x *xzFile) expandAhead(i int) {
	if i < 0 || i >= len(x.blocks) || x.find(i) >= 0 || x.blocks[i].size > maxXZMemory || runtime.GOMAXPROCS(0) == 1 {
		return
	}
	x.leave(keptBlocks - 2)
	b, err := x.open(i)
	if err != nil {
		return // it will be met again
	}
	b.expandAhead()
	x.cache = append(x.cache, b)
}

// open makes a block ready to be expanded.
func (x *xzFile) open(i int) (*xzBlock, error) {
	r, err := openBlock(x.File, x.blocks[i])
	if err != nil {
		return nil, err
	}
	b := &xzBlock{number: i, reader: r}
	if size := x.blocks[i].size; size > maxXZMemory {
		b.spool = spoolReader(r)
	} else {
		b.buf = takeBuffer(x.room)[:size]
	}
	return b, nil
}

// leave closes all blocks but the n used last.
func (x *xzFile) leave(n int) {
	for len(x.cache) > n {
		x.cache[0].close()
		x.cache = slices.Delete(x.cache, 0, 1)
	}
}
