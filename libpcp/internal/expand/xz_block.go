package expand

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// maxXZMemory is how long a block may be to be expanded in memory; a longer one
// goes through a spool. Tests lower it.
var maxXZMemory int64 = 32 << 20

// xzStep is how many bytes are expanded between two checks for cancellation.
const xzStep = 256 << 10

// xzBlock is a block being expanded, as far as it has been asked for: into
// memory, or, a long one, a spool.
type xzBlock struct {
	number int
	used   bool
	reader *blockReader
	buf    []byte
	n      int   // bytes in buf
	err    error // why there are no more; io.EOF when all are there
	spool  *spool
	ahead  chan struct{} // closed when the goroutine that expands it is done
	stop   atomic.Bool   // ends that goroutine
}

// expandAhead starts the expansion of the whole block on a goroutine.
func (b *xzBlock) expandAhead() {
	b.ahead = make(chan struct{})
	go func() {
		defer close(b.ahead)
		for b.err == nil && !b.stop.Load() {
			b.step()
		}
	}()
}

// wait makes the block the caller's again.
func (b *xzBlock) wait() {
	if b.ahead != nil {
		<-b.ahead
		b.ahead = nil
	}
}

// close ends the expansion and gives away what the block holds.
func (b *xzBlock) close() {
	b.stop.Store(true)
	b.wait()
	b.release()
	if b.spool != nil {
		b.spool.close()
		return
	}
	keepBuffer(b.buf)
}

// release gives away the reader, which has a dictionary, when nothing more will
// be read.
func (b *xzBlock) release() {
	if b.reader != nil {
		b.reader.Close()
		b.reader = nil
	}
}

// step expands some more, or, where all is there, reads the check.
func (b *xzBlock) step() {
	if b.n == len(b.buf) {
		var none [1]byte
		_, b.err = b.reader.Read(none[:])
		b.release()
		return
	}
	n, err := io.ReadFull(b.reader, b.buf[b.n:min(b.n+xzStep, len(b.buf))])
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	b.n, b.err = b.n+n, err
	if err != nil {
		b.release()
	}
}

// readAt reads what the block holds at an offset, short at its end. Nothing is
// read from a block once it is known to be damaged, as with PCP's
// library, which always expands all of it first.
func (b *xzBlock) readAt(p []byte, off int64) (int, error) {
	if b.spool != nil {
		return b.spool.ReadAt(p, off)
	}
	b.wait()
	end := min(int(off)+len(p), len(b.buf))
	for b.err == nil && (b.n < end || b.n == len(b.buf)) {
		b.step()
	}
	if b.err != nil && !errors.Is(b.err, io.EOF) {
		return 0, b.err
	}
	return copy(p, b.buf[off:b.n]), nil
}

// xzBuffers holds buffers of blocks no longer kept, for blocks of any file. A
// sync.Pool would do but for the buffers that it keeps from one processor
// when another has put them there: these are few and large.
var xzBuffers struct {
	sync.Mutex
	kept  [keptBlocks][]byte
	count int
}

// takeBuffer returns a buffer that was used before, if that is long enough.
func takeBuffer(size int) []byte {
	b := &xzBuffers
	b.Lock()
	defer b.Unlock()
	if b.count > 0 {
		b.count--
		buf := b.kept[b.count]
		b.kept[b.count] = nil
		if cap(buf) >= size {
			return buf[:size]
		}
	}
	return make([]byte, size)
}

func keepBuffer(buf []byte) {
	b := &xzBuffers
	b.Lock()
	defer b.Unlock()
	if b.count < len(b.kept) {
		b.kept[b.count] = buf
		b.count++
	}
}

// dropBuffers leaves the buffers to the garbage collector.
func dropBuffers() {
	b := &xzBuffers
	b.Lock()
	defer b.Unlock()
	clear(b.kept[:])
	b.count = 0
}
