package linux

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// shmInfo, msgInfo and semInfo are struct shminfo, msginfo and seminfo of the kernel.
type (
	shmInfo struct {
		max, min, ids, segments, all uintptr
		_                            [4]uintptr
	}
	msgInfo struct {
		pool, entries, size, bytes, ids, segment, headers int32
		segments                                          uint16
	}
	semInfo struct {
		entries, sets, all, undos, perSet, operations, undoEntries, undoSize, value, adjust int32
	}
)

// ipcLimits asks the kernel for the limits of shared memory, message queues and
// semaphores, which /proc/sys has, too, where there is one.
func ipcLimits() map[string]uint64 {
	const info = 3 // IPC_INFO
	limits := make(map[string]uint64)
	var shm shmInfo
	if _, _, err := unix.Syscall(unix.SYS_SHMCTL, 0, info, uintptr(unsafe.Pointer(&shm))); err == 0 {
		limits["shmmax"], limits["shmmni"], limits["shmall"] = uint64(shm.max), uint64(shm.ids), uint64(shm.all)
	}
	var msg msgInfo
	if _, _, err := unix.Syscall(unix.SYS_MSGCTL, 0, info, uintptr(unsafe.Pointer(&msg))); err == 0 {
		limits["msgmax"], limits["msgmnb"], limits["msgmni"] = uint64(msg.size), uint64(msg.bytes), uint64(msg.ids)
		limits["msgpool"] = uint64(msg.pool)
	}
	var sem semInfo
	if _, _, err := unix.Syscall6(unix.SYS_SEMCTL, 0, 0, info, uintptr(unsafe.Pointer(&sem)), 0, 0); err == 0 {
		limits["semmsl"], limits["semmns"], limits["semopm"], limits["semmni"] =
			uint64(sem.perSet), uint64(sem.all), uint64(sem.operations), uint64(sem.sets)
	}
	return limits
}
