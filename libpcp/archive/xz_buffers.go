package archive

// xzBuffers holds buffers of blocks no longer kept, for blocks of any file. A
// sync.Pool would do but for the buffers that it keeps from one processor
// when another has put them there: these are few and large.
var xzBuffers = make(chan []byte, keptBlocks)

// takeBuffer returns a buffer that was used before, if that is long enough.
func takeBuffer(size int) []byte {
	select {
	case buf := <-xzBuffers:
		if cap(buf) >= size {
			return buf[:size]
		}
	default:
	}
	return make([]byte, size)
}

func keepBuffer(buf []byte) {
	select {
	case xzBuffers <- buf:
	default:
	}
}

// dropBuffers leaves the buffers to the garbage collector.
func dropBuffers() {
	for {
		select {
		case <-xzBuffers:
		default:
			return
		}
	}
}
